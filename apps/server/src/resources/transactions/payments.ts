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
import { invalid } from '../../platform/errors.ts';
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
  /** What the acquirer is asked; null: what a person said is over by itself, and its answer is the payment’s own story. */
  kind: keyof typeof NOT_DONE | null;
}

/** What the acquirer said no to is no success: to whoever asked for it, in our words (SB-04). */
const NOT_DONE = {
  CAPTURE:
    'The acquirer declined the capture: nothing was taken, and the bank is told to let go of the money',
  CANCEL:
    'The acquirer did not let go of the money: compare with the acquirer before the customer pays again',
} as const;

/** What people do with a payment that is not decided: reserve, call without a lock, settle (AM-102). */
export function paymentHandlers(services: Services): Handlers<Key> {
  const { database } = services;

  const decide =
    (action: Decided, work: Work, { kind }: Deciding) =>
    async (asked: Asked): Promise<Answer<TransactionDetail>> => {
      const { actor, params, idempotencyKey, body = {} } = asked;
      const { audited } = action;
      const id = params.id.toLowerCase();
      const { next, merchantId } = await changeAs(database, actor, async (tx) => {
        const seen = await find(tx, actor, id);
        const { merchant_id } = seen;
        const request = { kind: audited, transactionId: id, ...body };
        if (await claimKey(tx, actor, { key: idempotencyKey, request }))
          return { next: null, merchantId: merchant_id };
        const acquirerAt = await acquirerOf(tx, services, merchant_id);
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
          result: operation && kind ? 'PENDING' : 'SUCCESS',
          details: {
            ...body,
            ...(operation && kind && { operationId: operation.id }),
            changes: changes({ hold: row.hold }, { hold: null }),
          },
        });
        return { next: operation, merchantId: merchant_id };
      });
      await carryOut(services, next, actor);
      if (kind) await refuseDeclined(actor.userId, { id, merchantId, kind });
      const detail = await loadDetail(services, actor, id);
      return new Answer(detail.awaitingAcquirer ? 202 : 200, detail);
    };

  /** What they asked for, whenever it was answered: who repeats a key hears the same. */
  async function refuseDeclined(
    userId: string,
    { id, merchantId, kind }: { id: string; merchantId: string; kind: keyof typeof NOT_DONE },
  ): Promise<void> {
    const asked = await database.kysely
      .selectFrom('payment_operations')
      .select('status')
      .where('attempt_id', '=', id)
      .where('merchant_id', '=', merchantId)
      .where('kind', '=', kind)
      .where('user_id', '=', userId)
      .orderBy('created_date', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (asked?.status !== 'DECLINED') return;
    const declined = invalid('status', NOT_DONE[kind]);
    // settled as FAILED, with a row that says so
    declined.audited = true;
    throw declined;
  }

  const asking =
    (ask: typeof captureByHand): Work =>
    (tx, held, { actor }) =>
      ask(tx, services, held, actor);

  return {
    'POST /api/transactions/{id}/actions/capture': decide(
      captureTransaction,
      asking(captureByHand),
      { kind: 'CAPTURE' },
    ),
    'POST /api/transactions/{id}/actions/cancel': decide(cancelTransaction, asking(cancelByHand), {
      kind: 'CANCEL',
    }),
    'POST /api/transactions/{id}/actions/pass': decide(
      passTransaction,
      (tx, held, { actor, body }) =>
        approveReview(tx, services, held, actor, body?.reasonNote ?? null),
      { kind: null },
    ),
    'POST /api/transactions/{id}/actions/refuse': decide(
      refuseTransaction,
      async (tx, held, { actor, body }) => {
        await declineReview(tx, services, held, actor, body!.reasonNote!);
        return null;
      },
      { kind: null },
    ),
  };
}
