import type { TransactionState } from '@paydesk/contract/resources/transactions/rules.ts';
import {
  assignTransaction,
  giveBackTransaction,
  paymentInHand,
  takeTransaction,
} from '@paydesk/contract/resources/transactions/taking.ts';
import type { Taken } from '@paydesk/contract/taking.ts';
import type { RecordAction } from '@paydesk/contract/kernel/record.ts';
import {
  colleagues,
  giveTo,
  handed,
  handOf,
  NOBODYS,
  takenBy,
  type Hand,
} from '../../domain/taking.ts';
import { audit } from '../../platform/audit.ts';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import type { Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { insist, refuseFields } from '../../platform/insist.ts';
import { changeAs } from '../../platform/own-merchant.ts';
import type { Services } from '../../platform/services.ts';
import { loadDetail, stateOf } from './detail.ts';
import { lock } from './reserve.ts';

type Key =
  | `POST /api/transactions/{id}/actions/${'take' | 'give-back' | 'assign'}`
  | 'GET /api/transactions/{id}/colleagues';
type State = TransactionState & Taken & { id: string; merchantId: string };

interface Asked {
  actor: SignedIn;
  params: { id: string };
  body?: object;
}

/** A payment in review in somebody's hand: nothing of it moves, and its merchant is told nothing (ADR 197). */
export function takingHandlers(services: Services): Handlers<Key> {
  const change =
    (
      action: RecordAction<TransactionState>,
      to: (tx: Tx, actor: SignedIn, state: State, body: object) => Hand | Promise<Hand>,
    ) =>
    async ({ actor, params, body = {} }: Asked) => {
      const id = params.id.toLowerCase();
      await changeAs(services.database, actor, async (tx) => {
        const { row } = await lock(tx, actor, id);
        const state = { ...stateOf(row, null, null), ...handOf(row) };
        insist(action, state, actor, body as Record<string, unknown>, services.now());
        refuseFields(action.check?.(body as Record<string, unknown>, state) ?? {}, action.fields);
        const hand = await to(tx, actor, { ...state, id, merchantId: row.merchant_id }, body);
        await tx.updateTable('transactions').set(hand).where(theRow(id, row.merchant_id)).execute();
        await audit(tx, actor, {
          action: action.audited,
          entityType: 'TRANSACTION',
          entityId: id,
          merchantId: row.merchant_id,
          result: 'SUCCESS',
          details: handed(row, hand),
        });
      });
      return loadDetail(services, actor, id);
    };
  return {
    'POST /api/transactions/{id}/actions/take': change(takeTransaction as never, (_tx, actor) =>
      takenBy(actor),
    ),
    'POST /api/transactions/{id}/actions/give-back': change(
      giveBackTransaction as never,
      () => NOBODYS,
    ),
    'POST /api/transactions/{id}/actions/assign': change(
      assignTransaction as never,
      (tx, actor, { id, merchantId, ...one }, body) =>
        giveTo(tx, services, { whose: paymentInHand, slug: 'payment' }, actor, {
          id,
          to: (body as { to: string }).to,
          one,
          merchantId,
        }),
    ),
    'GET /api/transactions/{id}/colleagues': colleagues(services, paymentInHand, (actor, id) =>
      loadDetail(services, actor, id),
    ),
  };
}
