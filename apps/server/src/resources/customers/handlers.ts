import type { CardAction, CustomerAction } from '@paydesk/contract/resources/customers/actions.ts';
import {
  cardActions,
  customerActions,
  type Move,
} from '@paydesk/contract/resources/customers/actions.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { sql } from 'kysely';
import { audit, changes } from '../../platform/audit.ts';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import type { Tx } from '../../platform/db/database.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import type { HandledKey, Handlers } from '../../platform/http/handlers.ts';
import type { Services } from '../../platform/services.ts';
import { loadCard, loadCustomer } from './records.ts';

type Key = Extract<
  HandledKey,
  `${string} /api/customers/{id}${string}` | `${string} /api/cards/${string}`
>;

/** Customers and their cards: read by all staff, changed by administrators (AM-15). */
export function customerHandlers({ database, now }: Services): Handlers<Key> {
  const onCustomer =
    (name: CustomerAction) =>
    ({ actor, params: { id } }: { actor: SignedIn; params: { id: string } }) =>
      database.transaction(actor.sight, async (tx) => {
        const before = present(
          await tx
            .selectFrom('customers')
            .select('status')
            .where('id', '=', id)
            .forNoKeyUpdate()
            .executeTakeFirst(),
        );
        const status = moved(customerActions[name], before.status);
        await tx
          .updateTable('customers')
          .set({ status, updated_date: sql`now()`, updated_by: actor.userName })
          .where('id', '=', id)
          .execute();
        await written(tx, actor, id, name.toUpperCase(), {
          changes: changes(before, { status }),
        });
        return loadCustomer(tx, id);
      });

  // in the history of the customer, whose screen is the only one that a card has
  const onCard =
    (name: CardAction) =>
    ({ actor, params: { id } }: { actor: SignedIn; params: { id: string } }) =>
      database.transaction(actor.sight, async (tx) => {
        const before = present(
          await tx
            .selectFrom('cards')
            .select(['customer_id', 'status', 'is_default'])
            .where('id', '=', id)
            .forNoKeyUpdate()
            .executeTakeFirst(),
        );
        const status = moved(cardActions[name], before.status);
        const isDefault = before.is_default && name !== 'delete';
        await tx
          .updateTable('cards')
          .set({
            status,
            is_default: isDefault,
            updated_date: sql`now()`,
            updated_by: actor.userName,
          })
          .where('id', '=', id)
          .execute();
        const card = await loadCard(tx, id);
        await written(tx, actor, before.customer_id, `${name.toUpperCase()}_CARD`, {
          card: card.card,
          cardId: id,
          changes: changes(
            { status: before.status, isDefault: before.is_default },
            { status, isDefault },
          ),
        });
        return card;
      });

  /** The status that the action leads to, asked under the row's lock (SB-42). */
  function moved<S extends string>(move: Move<S>, status: string): S {
    const reason = move.whyNot({ status: { name: status as S } }, now());
    if (reason) throw invalid('status', reason);
    return move.to;
  }

  return {
    'GET /api/customers/{id}': ({ params }) => loadCustomer(database.kysely, params.id),
    'GET /api/customers/{id}/actions': async ({ actor, params }) => {
      const { status } = await loadCustomer(database.kysely, params.id);
      return (Object.keys(customerActions) as CustomerAction[]).filter((name) => {
        const { asks, whyNot } = customerActions[name];
        return isAllowed(actor, asks) && whyNot({ status }, now()) === null;
      });
    },
    'POST /api/customers/{id}/actions/block': onCustomer('block'),
    'POST /api/customers/{id}/actions/activate': onCustomer('activate'),
    'POST /api/customers/{id}/actions/close': onCustomer('close'),
    'POST /api/cards/{id}/actions/block': onCard('block'),
    'POST /api/cards/{id}/actions/activate': onCard('activate'),
    'POST /api/cards/{id}/actions/delete': onCard('delete'),
  };
}

function present<R>(row: R | undefined): R {
  if (!row) throw notFound();
  return row;
}

const written = (tx: Tx, by: SignedIn, id: string, action: string, details: object) =>
  audit(tx, by, {
    action,
    entityType: 'CUSTOMER',
    entityId: id,
    merchantId: null,
    result: 'SUCCESS',
    details: { ...details },
  });
