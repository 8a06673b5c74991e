import type { Action } from '@paydesk/contract/kernel/action.ts';
import {
  cancelTransaction,
  captureTransaction,
  passTransaction,
  refuseTransaction,
  type TransactionDetail,
  type TransactionState,
} from '@paydesk/contract/resources/transactions.ts';
import { hold, type Held } from '../../domain/payments/attempts.ts';
import {
  approveReview,
  cancelByHand,
  captureByHand,
  declineReview,
} from '../../domain/payments/by-hand.ts';
import { carryOut } from '../../domain/payments/carry-out.ts';
import type { Operation } from '../../domain/payments/operations.ts';
import { audit, changes } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Answer, type Context, type Handlers } from '../../platform/http/handlers.ts';
import { claimKey } from '../../platform/idempotency.ts';
import { insist } from '../../platform/insist.ts';
import { changeAs } from '../../platform/own-merchant.ts';
import type { Services } from '../../platform/services.ts';
import { acquirerOf, loadDetail, stateOf } from './detail.ts';
import { find, lock } from './reserve.ts';

type Key = `POST /api/transactions/{id}/actions/${'capture' | 'cancel' | 'pass' | 'refuse'}`;

type Asked = Pick<Context<Key>, 'actor' | 'params' | 'idempotencyKey'>;

interface Work {
  action: Action<TransactionState>;
  audited: string;
  /** What is then to be asked of the acquirer; null: nothing. */
  work: (tx: Tx, held: Held) => Promise<Operation | null>;
}

/** What people do with a payment that is not decided: reserve, call without a lock, settle (AM-102). */
export function paymentHandlers(services: Services): Handlers<Key> {
  const { database } = services;

  async function decide(
    { actor, params, idempotencyKey }: Asked,
    body: Readonly<Record<string, unknown>>,
    { action, audited, work }: Work,
  ): Promise<Answer<TransactionDetail>> {
    const id = params.id.toLowerCase();
    const next = await changeAs(database, actor, async (tx) => {
      const request = { kind: audited, transactionId: id, ...body };
      if (await claimKey(tx, actor, { key: idempotencyKey, request })) return null;
      await find(tx, actor, id);
      // the order and the try first, as whoever settles does
      const held = await hold(tx, id);
      const { row } = await lock(tx, actor, id);
      const acquirerAt = await acquirerOf(tx, services, row.merchant_id);
      insist(action, stateOf(row, null, acquirerAt), actor, body, services.now());
      if (!held) throw new Error('A payment that is held has no try');
      const operation = await work(tx, held);
      await audit(tx, actor, {
        action: audited,
        entityType: 'TRANSACTION',
        entityId: id,
        merchantId: row.merchant_id,
        result: operation ? 'PENDING' : 'SUCCESS',
        details: {
          ...body,
          ...(operation && { operationId: operation.id }),
          changes: changes({ hold: row.hold }, { hold: null }),
        },
      });
      return operation;
    });
    await carryOut(services, next);
    const detail = await loadDetail(services, actor, id);
    return new Answer(detail.awaitingAcquirer ? 202 : 200, detail);
  }

  /** What asks the acquirer for something, by a button alone. */
  const asking =
    (action: object, audited: string, ask: typeof captureByHand) =>
    (context: Context<'POST /api/transactions/{id}/actions/capture'>) =>
      decide(
        context,
        {},
        {
          action: action as Action<TransactionState>,
          audited,
          work: (tx, held) => ask(tx, services, held, context.actor),
        },
      );

  return {
    'POST /api/transactions/{id}/actions/capture': asking(
      captureTransaction,
      'CAPTURE',
      captureByHand,
    ),
    'POST /api/transactions/{id}/actions/cancel': asking(cancelTransaction, 'CANCEL', cancelByHand),
    'POST /api/transactions/{id}/actions/pass': asking(
      passTransaction,
      'PASS_REVIEW',
      approveReview,
    ),
    'POST /api/transactions/{id}/actions/refuse': (context) => {
      const { reasonNote } = context.body;
      return decide(
        context,
        { reasonNote },
        {
          action: refuseTransaction as Action<TransactionState>,
          audited: 'REFUSE_REVIEW',
          async work(tx, held) {
            await declineReview(tx, held, context.actor, reasonNote);
            return null;
          },
        },
      );
    },
  };
}
