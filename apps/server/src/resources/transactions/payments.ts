import type { AuditAction } from '@paydesk/contract/audited.ts';
import type { Action } from '@paydesk/contract/kernel/action.ts';
import { type TransactionDetail } from '@paydesk/contract/resources/transactions/record.ts';
import { type TransactionState } from '@paydesk/contract/resources/transactions/rules.ts';
import {
  cancelTransaction,
  captureTransaction,
  passTransaction,
  refuseTransaction,
} from '@paydesk/contract/resources/transactions/held-actions.ts';
import { hold, type Held } from '../../domain/payments/attempts.ts';
import {
  approveReview,
  cancelByHand,
  captureByHand,
  declineReview,
} from '../../domain/payments/by-hand.ts';
import { carryOut } from '../../domain/payments/carry-out.ts';
import type { Operation } from '../../domain/payments/operations.ts';
import { payerRefusal } from '../../domain/transactions/payer.ts';
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

type Asked = Pick<Context<Key>, 'actor' | 'params' | 'idempotencyKey'> & {
  body?: { reasonNote?: string | null };
};

/** What is then to be asked of the acquirer; null: nothing. */
type Work = (tx: Tx, held: Held, asked: Asked) => Promise<Operation | null>;
type Decided = Action<TransactionState> & { audited: AuditAction };
interface Deciding {
  /** What a person said is over by itself: what the acquirer answers then is the payment’s own story. */
  over?: boolean;
}

/** What people do with a payment that is not decided: reserve, call without a lock, settle (AM-102). */
export function paymentHandlers(services: Services): Handlers<Key> {
  const { database } = services;

  const decide =
    (action: Decided, work: Work, { over = false }: Deciding = {}) =>
    async (asked: Asked): Promise<Answer<TransactionDetail>> => {
      const { actor, params, idempotencyKey, body = {} } = asked;
      const { audited } = action;
      const id = params.id.toLowerCase();
      const next = await changeAs(database, actor, async (tx) => {
        const request = { kind: audited, transactionId: id, ...body };
        if (await claimKey(tx, actor, { key: idempotencyKey, request })) return null;
        const seen = await find(tx, actor, id);
        const acquirerAt = await acquirerOf(tx, services, seen.merchant_id);
        // once it is decided, others hold its rows in another order: they would wait for each other in a circle
        insist(action, stateOf(seen, null, acquirerAt), actor, body, services.now());
        // the order and the try first, as whoever settles does
        const held = await hold(tx, id);
        const { row } = await lock(tx, actor, id);
        // until this is written nobody blocks who pays
        const refusal = row.hold ? await payerRefusal(tx, row) : null;
        insist(action, stateOf(row, refusal, acquirerAt), actor, body, services.now());
        if (!held) throw new Error('A payment that is held has no try');
        const operation = await work(tx, held, asked);
        await audit(tx, actor, {
          action: audited,
          entityType: 'TRANSACTION',
          entityId: id,
          merchantId: row.merchant_id,
          result: operation && !over ? 'PENDING' : 'SUCCESS',
          details: {
            ...body,
            ...(operation && !over && { operationId: operation.id }),
            changes: changes({ hold: row.hold }, { hold: null }),
          },
        });
        return operation;
      });
      await carryOut(services, next, actor);
      const detail = await loadDetail(services, actor, id);
      return new Answer(detail.awaitingAcquirer ? 202 : 200, detail);
    };

  const asking =
    (ask: typeof captureByHand): Work =>
    (tx, held, { actor }) =>
      ask(tx, services, held, actor);

  return {
    'POST /api/transactions/{id}/actions/capture': decide(
      captureTransaction,
      asking(captureByHand),
    ),
    'POST /api/transactions/{id}/actions/cancel': decide(cancelTransaction, asking(cancelByHand)),
    'POST /api/transactions/{id}/actions/pass': decide(
      passTransaction,
      (tx, held, { actor, body }) =>
        approveReview(tx, services, held, actor, body?.reasonNote ?? null),
      { over: true },
    ),
    'POST /api/transactions/{id}/actions/refuse': decide(
      refuseTransaction,
      async (tx, held, { actor, body }) => {
        await declineReview(tx, services, held, actor, body!.reasonNote!);
        return null;
      },
    ),
  };
}
