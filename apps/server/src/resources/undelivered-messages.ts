import { maskCardNumbers } from '@paydesk/contract/kernel/card-numbers.ts';
import { holdsAny, type Actor } from '@paydesk/contract/permissions.ts';
import {
  hasRunOut,
  MOST_AGAIN,
  undeliveredMessage,
  undeliveredMessages,
  type MessageKind,
} from '@paydesk/contract/resources/undelivered-messages.ts';
import { leaves } from '@paydesk/contract/rights.ts';
import { sql } from 'kysely';
import { backInLanes, lockLaneOf } from '../domain/callbacks/again.ts';
import { callbackXml } from '../domain/callbacks/exchange.ts';
import { audit } from '../platform/audit.ts';
import { notFound } from '../platform/errors.ts';
import type { Handlers } from '../platform/http/handlers.ts';
import { defineList } from '../platform/list/definition.ts';
import type { Named, Names } from '../platform/list/names.ts';
import { idsUnder } from '../platform/list/engine.ts';
import { errorLine } from '../platform/log.ts';
import { contentOf, type Outgoing } from '../platform/outbox.ts';
import { defineRecord, lock } from '../platform/record.ts';
import type { Services } from '../platform/services.ts';
import { defineManifest } from '../platform/manifest.ts';

/** As purchases and orders are called where many records are. */
const PURCHASE = `'Purchase ' || replace(to_char(p.amount_cents * 0.01, 'FM999,999,999,990.00'), ',', '''') || ' ' || p.currency`;
const ORDER = `'Order ' || o.external_order_number`;

/** What callbacks tell and of which record: of those that were tried the log knows the event, of others their subject is known. */
const tells: Names = {
  column: 'tells',
  kind: 'kind',
  id: 'id',
  statement: (actor, rows) => {
    const told = rows.filter(({ kind, subjectId }) => kind === 'CALLBACK' && subjectId);
    if (!told.length || !mayRead.CALLBACK(actor)) return null;
    const of = (key: string) => sql`${told.map((row) => row[key])}::uuid[]`;
    const those = sql`unnest(${of('id')}, ${of('subjectId')}, ${of('merchantId')}) v(id, subject, merchant)`;
    // of two of one message the latter is said
    return sql<Named>`select 'CALLBACK' as kind, v.id, ${sql.raw(ORDER)} as name
        from ${those} join orders o on o.id = v.subject and o.merchant_id = v.merchant
      union all
      select 'CALLBACK', v.id, ${sql.raw(PURCHASE)}
        from ${those} join purchases p on p.id = v.subject and p.merchant_id = v.merchant
      union all
      select 'CALLBACK', e.id, concat_ws(' · ',
          upper(left(told.status, 1)) || lower(replace(substr(told.status, 2), '_', ' ')),
          coalesce(${sql.raw(ORDER)}, ${sql.raw(PURCHASE)}))
        from exchange_logs e
        cross join lateral (select substring(e.xml from '<status>([A-Z_]+)</status>') as status) told
        left join orders o on o.id = e.order_id and o.merchant_id = e.merchant_id
        left join purchases p on p.id = e.purchase_id and p.merchant_id = e.merchant_id
        where e.id = any(${of('id')}) and e.merchant_id = any(${of('merchantId')})`;
  },
  find: () => null,
};

export const undeliveredMessagesList = defineList({
  resource: undeliveredMessages,
  from: 'outbox o',
  id: 'o.id',
  where: 'o.delivered_date is null',
  joins: {
    m: 'left join merchants m on m.id = o.merchant_id',
    // of an address that was corrected meanwhile nothing is said
    l: `left join callback_lanes l on l.lane = o.lane and o.kind = 'CALLBACK'
      and l.address is not distinct from m.purchase_notification_url`,
  },
  columns: {
    id: 'o.id',
    createdDate: 'o.created_date',
    kind: 'o.kind',
    merchant: 'm.name',
    status: `case when o.given_up_date is not null then 'GIVEN_UP'
      when l.open_until > now() then 'HELD' else 'WAITING' end`,
    attempts: 'o.attempts',
    // behind one that did not arrive none of a lane is tried, and what it says is that one’s error
    error: 'coalesce(o.error, l.error)',
    nextAttempt: `case when o.given_up_date is null then greatest(o.due_date, l.open_until) end`,
    usefulUntil: 'o.expires_date',
    merchantId: 'o.merchant_id',
    tells: 'null::text',
    subjectId: 'o.subject',
  },
  names: tells,
});

/** Whose mail it is, by the first letter: the address says no more than that there is one. */
const hiddenAddress = (address: string) => address.replace(/(?<=^.).*(?=@)/, '•••');

/** As it will be sent, less what opens something and what names a person (SB-47). */
const SAID: { [K in MessageKind]: (content: Outgoing[K], id: string) => string } = {
  CALLBACK: ({ content }, id) => callbackXml(id, content),
  CREDIT_REFUND: ({ requestId, consumerCreditId, externalId, loanNumber, ...order }) =>
    JSON.stringify({
      requestId,
      consumerCreditId,
      externalId,
      loanNumber,
      amountCents: order.amountCents,
      currency: order.currency,
      reason: order.reason,
      note: order.note,
    }),
  // its text has the link that lets its reader in
  MAIL: ({ to, subject }) => JSON.stringify({ to: hiddenAddress(to), subject }),
  RECOVERY: ({ email, askedDate }) => JSON.stringify({ to: hiddenAddress(email), askedDate }),
};

/** Who reads none of what it tells of reads no message of it either. */
const mayRead: { [K in MessageKind]: (actor: Actor) => boolean } = {
  CALLBACK: (actor) => holdsAny(actor, ['READ_ANY_PURCHASE']),
  CREDIT_REFUND: (actor) => leaves(actor, 'GET /api/financing/consumer-credits-refunds'),
  MAIL: () => true,
  RECOVERY: () => true,
};

function saidBy(services: Services, id: string, kind: MessageKind, payload: Buffer) {
  let content;
  try {
    content = contentOf(services, payload);
  } catch (error) {
    // under a key that is no longer here: what else is known of it is worth reading
    services.log.warn({ id, error: errorLine(error) }, 'a message of the outbox can’t be opened');
    return null;
  }
  return maskCardNumbers(SAID[kind](content as never, id));
}

/** What was given up or waits is sent again by people (AM-47, AM-48). */
const undeliveredMessageRecord = defineRecord({
  record: undeliveredMessage,
  list: undeliveredMessagesList,
  table: 'outbox',
  lock: async (tx, actor, id) => {
    await lockLaneOf(tx, id);
    const of = { list: undeliveredMessagesList, table: 'outbox' } as const;
    return { row: await lock(tx, of, actor, id, false), actor };
  },
  columns: {},
  actions: {
    'POST /api/undelivered-messages/{id}/actions/send-again': async ({ tx, services, row }) => {
      const { id, kind, lane, attempts, error } = row;
      await backInLanes(tx, services.now(), [id], kind === 'CALLBACK' ? [lane] : []);
      return { details: { kind, attempts, error } };
    },
  },
});

/** What one says; and sending all of those under the filters of the list at once, as after an outage. */
export function undeliveredMessageHandlers(
  services: Services,
): Handlers<
  'GET /api/undelivered-messages/{id}/content' | 'POST /api/undelivered-messages/actions/send-again'
> {
  const { database, now } = services;
  return {
    'GET /api/undelivered-messages/{id}/content': async ({ actor, params: { id } }) => {
      const found = await database.kysely
        .selectFrom('outbox')
        .select(['kind', 'payload'])
        .where('id', '=', id)
        .where('delivered_date', 'is', null)
        .executeTakeFirst();
      if (!found) throw notFound();
      const kind = found.kind as MessageKind;
      return { text: mayRead[kind](actor) ? saidBy(services, id, kind, found.payload) : null };
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
            !hasRunOut({ kind: kind as MessageKind, usefulUntil }, now()),
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
  records: [undeliveredMessageRecord],
  handlers: [undeliveredMessageHandlers],
});
