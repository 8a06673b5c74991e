import {
  MOST_AGAIN,
  sendAgain,
  undeliveredMessages,
  type MessageKind,
  type UndeliveredMessage,
} from '@paydesk/contract/resources/undelivered-messages.ts';
import { sql } from 'kysely';
import { backInLanes } from '../domain/callbacks/again.ts';
import { audit } from '../platform/audit.ts';
import { invalid, notFound } from '../platform/errors.ts';
import type { Handlers } from '../platform/http/handlers.ts';
import { defineList } from '../platform/list/definition.ts';
import { idsUnder, oneRow } from '../platform/list/engine.ts';
import type { Services } from '../platform/services.ts';
import { defineManifest } from '../platform/manifest.ts';

export const undeliveredMessagesList = defineList({
  resource: undeliveredMessages,
  from: 'outbox o',
  id: 'o.id',
  where: 'o.delivered_date is null',
  joins: {
    m: 'left join merchants m on m.id = o.merchant_id',
    l: `left join callback_lanes l on l.lane = o.lane and o.kind = 'CALLBACK'`,
  },
  columns: {
    id: 'o.id',
    createdDate: 'o.created_date',
    kind: 'o.kind',
    merchant: 'm.name',
    status: `case when o.given_up_date is not null then 'GIVEN_UP'
      when l.open_until > now() and l.address is not distinct from
        (select purchase_notification_url from merchants where id = o.merchant_id)
      then 'HELD' else 'WAITING' end`,
    attempts: 'o.attempts',
    error: `coalesce(o.error, l.error)`,
    nextAttempt: `case when o.given_up_date is null then greatest(o.due_date, l.open_until) end`,
    usefulUntil: 'o.expires_date',
    merchantId: 'o.merchant_id',
  },
});

type Keys =
  | 'POST /api/undelivered-messages/{id}/actions/send-again'
  | 'POST /api/undelivered-messages/actions/send-again';

/** What was given up or waits is sent again by people (AM-47, AM-48). */
export function undeliveredMessageHandlers(services: Services): Handlers<Keys> {
  const { database, now } = services;
  return {
    'POST /api/undelivered-messages/{id}/actions/send-again': async ({ actor, params }) => {
      await database.transaction(actor.sight, async (tx) => {
        const row = await tx
          .selectFrom('outbox')
          .select(['kind', 'lane', 'merchant_id', 'attempts', 'error', 'expires_date'])
          .where('id', '=', params.id)
          .where('delivered_date', 'is', null)
          .executeTakeFirst();
        if (!row) throw notFound();
        const { kind, attempts, error, expires_date: usefulUntil } = row;
        const reason = sendAgain.whyNot({ kind: kind as MessageKind, usefulUntil }, now());
        if (reason) throw invalid('kind', reason);
        await backInLanes(tx, now(), [params.id], kind === 'CALLBACK' ? [row.lane] : []);
        await audit(tx, actor, {
          action: 'SEND_AGAIN',
          entityType: 'UNDELIVERED_MESSAGE',
          entityId: params.id,
          merchantId: row.merchant_id,
          result: 'SUCCESS',
          details: { kind, attempts, error },
        });
      });
      return oneRow<UndeliveredMessage>(database, undeliveredMessagesList, actor, params.id);
    },
    'POST /api/undelivered-messages/actions/send-again': ({ actor, query }) =>
      database.transaction(actor.sight, async (tx) => {
        const oldestFirst = { sort: 'createdDate,ASC', ...query };
        const { ids, total } = await idsUnder(
          tx,
          undeliveredMessagesList,
          actor,
          oldestFirst,
          MOST_AGAIN,
        );
        const found = await tx
          .selectFrom('outbox')
          .select(['id', 'kind', 'lane', 'merchant_id', 'expires_date'])
          .where('id', '=', sql<string>`any(${ids}::uuid[])`)
          .execute();
        const rows = found.filter(
          ({ kind, expires_date: usefulUntil }) =>
            sendAgain.whyNot({ kind: kind as MessageKind, usefulUntil }, now()) === null,
        );
        const lanes = rows.filter(({ kind }) => kind === 'CALLBACK').map(({ lane }) => lane);
        const sent = await backInLanes(
          tx,
          now(),
          rows.map(({ id }) => id),
          [...new Set(lanes)],
        );
        // in the history of each merchant; one at least, though nothing was to be done
        const ofEach = Map.groupBy(rows, (row) => row.merchant_id);
        if (!rows.length) ofEach.set(null, []);
        for (const [merchantId, messages] of ofEach)
          await audit(tx, actor, {
            action: 'SEND_AGAIN',
            entityType: merchantId ? 'MERCHANT' : 'UNDELIVERED_MESSAGE',
            entityId: merchantId,
            merchantId,
            result: 'SUCCESS',
            details: { asked: { ...query }, messages: messages.map(({ id }) => id) },
          });
        return { sent, ranOut: found.length - rows.length, left: total - ids.length };
      }),
  };
}

export const manifest = defineManifest({
  lists: [undeliveredMessagesList],
  handlers: [undeliveredMessageHandlers],
});
