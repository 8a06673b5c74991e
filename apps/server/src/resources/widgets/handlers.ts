import { randomUUIDv7 } from 'node:crypto';
import type { Call } from '@paydesk/contract/index.ts';
import {
  AUTHORIZATION_OF,
  checkWidget,
  itemOf,
  type Widget,
} from '@paydesk/contract/resources/widgets/widget.ts';
import { sql } from 'kysely';
import { changes } from '../../platform/audit.ts';
import { refuseUnlessOpen } from '../../domain/merchant-features.ts';
import { theRow } from '../../platform/db/rows.ts';
import { merged } from '../../platform/edits.ts';
import { notFound } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { refuseFields } from '../../platform/insist.ts';
import { changeOwn } from '../../platform/own-merchant.ts';
import { lock, readRecord, writeDone } from '../../platform/record.ts';
import { answerOf } from '../../platform/record/answer.ts';
import type { Services } from '../../platform/services.ts';
import { buttonOf } from './button.ts';
import { widgetRecord } from './lists.ts';
import { columnsOf } from './row.ts';

type Keys = 'GET /api/widgets/{id}/button' | 'POST /api/widgets' | 'PUT /api/widgets/{id}';
type Body = Omit<Call<'POST /api/widgets'>['body'], 'orderAuthorizationType'>;

/** A widget is written with its items (API-129, API-130); and what everybody may know of one. */
export function widgetHandlers(services: Services): Handlers<Keys> {
  const { database } = services;
  return {
    'GET /api/widgets/{id}/button': async ({ params }) => {
      const button = await buttonOf(database, params.id);
      if (!button) throw notFound();
      const { merchant: _, ...facts } = button;
      return facts;
    },
    'POST /api/widgets': ({ actor, body }) =>
      changeOwn(database, actor, async (tx, merchantId) => {
        if (body.recurringUnit) await refuseUnlessOpen(tx, merchantId, 'RECURRING');
        const row = await tx
          .insertInto('widgets')
          .values({
            ...checked(body, itemsOf(body)),
            id: randomUUIDv7(),
            merchant_id: merchantId,
            order_authorization_type: body.orderAuthorizationType ?? AUTHORIZATION_OF[body.type],
            status: 'ACTIVE',
            creation_method: 'MANUAL',
            created_date: sql`now()`,
            created_by: actor.userName,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        const made = told(await readRecord(tx, widgetRecord, actor, row.id));
        await writeDone(tx, services, widgetRecord, actor, row, 'CREATE_WIDGET', {
          details: { changes: changes({} as typeof made, made) },
        });
        return { id: row.id };
      }),
    'PUT /api/widgets/{id}': ({ actor, params, body: sent }) =>
      changeOwn(database, actor, async (tx, merchantId) => {
        const row = await lock(tx, widgetRecord, actor, params.id, false);
        const { id } = row;
        const before = await readRecord(tx, widgetRecord, actor, id);
        const { name, type, totalLabel, totalAmount, totalTaxRate, config } = before;
        const { recurringUnit, recurringEvery, recurringMost } = before;
        const repeats = { recurringUnit, recurringEvery, recurringMost };
        const now = { name, type, totalLabel, totalAmount, totalTaxRate, config, ...repeats };
        const body = await merged(tx, actor, { id, names: { config: 'items' } }, sent, now);
        // items end with the type that has them (WD-16), and stay where nothing is said of them
        const ends = type === 'INSTANT' && body.type !== 'INSTANT';
        const items = body.config?.items ? itemsOf(body) : config.items;
        // what the items came to is nobody's figure once they are gone
        const sum = ends && config.items.length > 0 && body.totalAmount === totalAmount;
        const given = {
          // how it repeats stays where nothing is said of it
          ...(body.recurringUnit === undefined && repeats),
          ...body,
          ...(sum && { totalAmount: null, totalTaxRate: null }),
        };
        if (given.recurringUnit && given.recurringUnit !== recurringUnit)
          await refuseUnlessOpen(tx, merchantId, 'RECURRING');
        await tx
          .updateTable('widgets')
          .set({
            ...checked(given, ends ? [] : items),
            ...(body.type !== type && { order_authorization_type: AUTHORIZATION_OF[body.type] }),
            updated_date: sql`now()`,
            updated_by: actor.userName,
          })
          .where(theRow(id, merchantId))
          .execute();
        const after = await answerOf(services, widgetRecord, tx, actor, id);
        await writeDone(tx, services, widgetRecord, actor, row, 'UPDATE_WIDGET', {
          details: { changes: changes(told(before), told(after)) },
        });
        return after;
      }),
  };
}

const itemsOf = ({ config }: Body) => (config?.items ?? []).map(itemOf);

/** What is to be stored, where the rules allow it (SB-34). */
function checked(body: Body, items: Widget['config']['items']) {
  refuseFields(checkWidget(body, items));
  return columnsOf(body, items);
}

/** What the audit log tells of: what people can change, and what follows from it. */
const told = ({ config, name, type, orderAuthorizationType, ...widget }: Widget) => ({
  name,
  type,
  orderAuthorizationType,
  totalLabel: widget.totalLabel,
  totalAmount: widget.totalAmount,
  totalTaxRate: widget.totalTaxRate,
  taxAmount: widget.taxAmount,
  recurringUnit: widget.recurringUnit,
  recurringEvery: widget.recurringEvery,
  recurringMost: widget.recurringMost,
  items: config.items,
});
