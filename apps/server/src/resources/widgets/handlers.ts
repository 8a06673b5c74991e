import { randomUUIDv7 } from 'node:crypto';
import type { Call } from '@paydesk/contract/index.ts';
import {
  activateWidget,
  AUTHORIZATION_OF,
  checkWidget,
  disableWidget,
  itemOf,
  type Widget,
} from '@paydesk/contract/resources/widgets/widget.ts';
import { sql } from 'kysely';
import { audit, changes } from '../../platform/audit.ts';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';
import { merged } from '../../platform/edits.ts';
import { notFound, Refusal, invalid } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { isOpen } from '../../domain/merchant-features.ts';
import { changeOwn, merchantIdOf } from '../../platform/own-merchant.ts';
import type { Services } from '../../platform/services.ts';
import { buttonOf } from './button.ts';
import { columnsOf, widgetOf } from './row.ts';

type Keys =
  | 'GET /api/widgets/{id}'
  | 'GET /api/widgets/{id}/button'
  | 'POST /api/widgets'
  | 'PUT /api/widgets/{id}'
  | 'PUT /api/widgets/{id}/disable'
  | 'PUT /api/widgets/{id}/activate';

type Body = Omit<Call<'POST /api/widgets'>['body'], 'orderAuthorizationType'>;

/** The widgets of the own merchant (API-128..132), and what everybody may know of one. */
export function widgetHandlers({ database, publicUrl }: Services): Handlers<Keys> {
  const load = async (db: Db, merchantId: string, id: string) =>
    widgetOf(await one(db, merchantId, id), publicUrl());

  const locked = async (tx: Tx, merchantId: string, id: string) =>
    widgetOf(await one(tx, merchantId, id, true), publicUrl());

  const turn = (actor: SignedIn, id: string, status: 'ACTIVE' | 'DISABLED') =>
    changeOwn(database, actor, async (tx, merchantId) => {
      const before = await locked(tx, merchantId, id);
      const reason = (status === 'ACTIVE' ? activateWidget : disableWidget).whyNot(
        before,
        new Date(),
      );
      if (reason) throw invalid('status', reason);
      await tx
        .updateTable('widgets')
        .set({ status, updated_date: sql`now()`, updated_by: actor.userName })
        .where(theRow(id, merchantId))
        .execute();
      const action = status === 'ACTIVE' ? 'ACTIVATE_WIDGET' : 'DISABLE_WIDGET';
      await record(tx, actor, action, id, changes({ status: before.status.name }, { status }));
      return load(tx, merchantId, id);
    });

  return {
    'GET /api/widgets/{id}': ({ actor, params }) =>
      database.transaction(actor.sight, (tx) => load(tx, merchantIdOf(actor), params.id)),
    'GET /api/widgets/{id}/button': async ({ params }) => {
      const button = await buttonOf(database, params.id);
      if (!button) throw notFound();
      const { merchant: _, ...facts } = button;
      return facts;
    },
    'POST /api/widgets': ({ actor, body }) =>
      changeOwn(database, actor, async (tx, merchantId) => {
        const id = randomUUIDv7();
        await tx
          .insertInto('widgets')
          .values({
            ...checked(body, itemsOf(body)),
            id,
            merchant_id: merchantId,
            order_authorization_type: body.orderAuthorizationType ?? AUTHORIZATION_OF[body.type],
            status: 'ACTIVE',
            creation_method: 'MANUAL',
            created_date: sql`now()`,
            created_by: actor.userName,
          })
          .execute();
        const made = shown(await load(tx, merchantId, id));
        await record(tx, actor, 'CREATE_WIDGET', id, changes({} as typeof made, made));
        return { id };
      }),
    'PUT /api/widgets/{id}': ({ actor, params: { id }, body: sent }) =>
      changeOwn(database, actor, async (tx, merchantId) => {
        const before = await locked(tx, merchantId, id);
        const body = await merged(tx, actor, { id, names: { config: 'items' } }, sent, {
          name: before.name,
          type: before.type,
          totalLabel: before.totalLabel,
          totalAmount: before.totalAmount,
          totalTaxRate: before.totalTaxRate,
          config: before.config,
        });
        // items end with the type that has them (WD-16), and stay where nothing is said of them
        const ends = before.type === 'INSTANT' && body.type !== 'INSTANT';
        const items = body.config?.items ? itemsOf(body) : before.config.items;
        // what the items came to is nobody's figure once they are gone
        const sum = ends && before.config.items.length > 0;
        const given =
          sum && body.totalAmount === before.totalAmount
            ? { ...body, totalAmount: null, totalTaxRate: null }
            : body;
        await tx
          .updateTable('widgets')
          .set({
            ...checked(given, ends ? [] : items),
            ...(body.type !== before.type && {
              order_authorization_type: AUTHORIZATION_OF[body.type],
            }),
            updated_date: sql`now()`,
            updated_by: actor.userName,
          })
          .where(theRow(id, merchantId))
          .execute();
        const after = await load(tx, merchantId, id);
        await record(tx, actor, 'UPDATE_WIDGET', id, changes(shown(before), shown(after)));
        return after;
      }),
    'PUT /api/widgets/{id}/disable': ({ actor, params }) => turn(actor, params.id, 'DISABLED'),
    'PUT /api/widgets/{id}/activate': ({ actor, params }) => turn(actor, params.id, 'ACTIVE'),
  };
}

const itemsOf = ({ config }: Body) => (config?.items ?? []).map(itemOf);

/** What is to be stored, where the rules allow it (SB-34). */
function checked(body: Body, items: Widget['config']['items']) {
  const errors = Object.entries(checkWidget(body, items));
  if (errors.length)
    throw new Refusal(
      'VALIDATION_FAILURE',
      errors.map(([field, message]) => ({ field, message })),
    );
  return columnsOf(body, items);
}

/** The row, locked until the change is done where there is to be one; another merchant's is absent. */
async function one(db: Db, merchantId: string, id: string, lock = false) {
  const row = await db
    .selectFrom('widgets')
    .selectAll()
    .select(isOpen('merchant_id', 'WIDGETS').as('open'))
    .where('id', '=', id)
    .where('merchant_id', '=', merchantId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** What the audit log tells of: what people can change, and what follows from it. */
const shown = ({ config, name, type, orderAuthorizationType, ...widget }: Widget) => ({
  name,
  type,
  orderAuthorizationType,
  totalLabel: widget.totalLabel,
  totalAmount: widget.totalAmount,
  totalTaxRate: widget.totalTaxRate,
  taxAmount: widget.taxAmount,
  items: config.items,
});

const record = (tx: Tx, actor: SignedIn, action: string, id: string, changed: object) =>
  audit(tx, actor, {
    action,
    entityType: 'WIDGET',
    entityId: id,
    merchantId: actor.merchantId,
    result: 'SUCCESS',
    details: { changes: changed },
  });
