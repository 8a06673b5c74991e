import type { Action } from '@paydesk/contract/kernel/action.ts';
import { type TransactionDetail } from '@paydesk/contract/resources/transactions/record.ts';
import { type TransactionState } from '@paydesk/contract/resources/transactions/rules.ts';
import {
  markRefunded,
  refundTransaction,
  reverseTransaction,
} from '@paydesk/contract/resources/transactions/actions.ts';
import type { PaymentAnswer } from '../../gateways/acquirer.ts';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { Answer, type Context, type Handlers } from '../../platform/http/handlers.ts';
import { bindKey, claimKey } from '../../platform/idempotency.ts';
import { insist } from '../../platform/insist.ts';
import { firstId } from '../../platform/list/engine.ts';
import { changeAs } from '../../platform/own-merchant.ts';
import { rowTurns } from '../../platform/row-turns.ts';
import type { Services } from '../../platform/services.ts';
import { acquirerOf, loadDetail, stateOf } from './detail.ts';
import { transactionsList } from './lists.ts';
import { log } from '../../domain/transactions/log.ts';
import { askedFirst, confirmed, markSuccessfulHandler } from './marking.ts';
import { payerRefusal } from '../../domain/transactions/payer.ts';
import {
  claimedCents,
  isManual,
  lock,
  reserve,
  type MoneyOrder,
  type Operation,
} from './reserve.ts';
import { settleIn } from './settle.ts';

type Key =
  | 'GET /api/transactions/{id}'
  | 'GET /api/transaction'
  | `${'PUT' | 'POST'} /api/transactions/{id}/actions/${'reverse' | 'refund' | 'successful'}`;

type MoneyContext = Pick<Context<Key>, 'actor' | 'idempotencyKey'> & {
  body: { transactionId?: string | null; amount: number; currency: string };
};

/** Reading one transaction and the actions on it (API-32, 33, 35..38). */
export function transactionHandlers(services: Services): Handlers<Key> {
  const { database, acquirer, config } = services;
  // long enough that the first attempt has its answer or has given up
  const retryAfterSeconds = (config.ACQUIRER_TIMEOUT_MS * 2) / 1000 + 5;
  const inTurn = rowTurns();

  /** Reserve, commit, call without a lock, settle (AM-102). */
  async function moveMoney(
    action: Action<TransactionState>,
    { actor, body, idempotencyKey }: MoneyContext,
    order: MoneyOrder,
  ) {
    if (body.transactionId && body.transactionId.toLowerCase() !== order.transactionId)
      throw invalid('transactionId', 'The body names another transaction than the path');
    const begin = (known: PaymentAnswer | null) =>
      changeAs(database, actor, async (tx) => {
        const attempt = { key: idempotencyKey, request: { ...order, currency: body.currency } };
        const earlier = await claimKey(tx, actor, attempt);
        if (earlier) return { operationId: earlier.operationId!, toCall: null };
        const { row: held } = await lock(tx, actor, order.transactionId);
        const row = isManual(order.kind)
          ? held
          : await confirmed(tx, services, actor, action.asks, held, known);
        const takesBack =
          order.kind === 'REVERSAL' && row.refunded_transaction_id !== null && row.moves_money;
        const refusal = takesBack ? await payerRefusal(tx, row) : null;
        const acquirerAt = await acquirerOf(tx, services, row.merchant_id);
        const state = stateOf(row, refusal, acquirerAt, await claimedCents(tx, row));
        insist(action, state, actor, body, services.now());
        // the acquirer can't reverse a refund that it never made
        const kind =
          order.kind === 'REVERSAL' && !row.moves_money ? ('MANUAL_REVERSAL' as const) : order.kind;
        const placed = { ...order, kind };
        const operation = await reserve(tx, actor, row, placed, {
          retryAfterSeconds,
          gateway: isManual(kind) ? null : acquirerAt,
        });
        const operationId = operation.id;
        await bindKey(tx, actor, idempotencyKey, operationId);
        // no gateway call: what is written is all that happens, so it is settled at once (SB-17)
        if (isManual(kind))
          await settleIn(
            tx,
            services,
            operationId,
            { outcome: 'approved', reference: '' },
            { actor },
          );
        return { operationId, toCall: isManual(kind) ? null : operation };
      });
    const begun = await askedFirst(services, (known) =>
      inTurn(order.transactionId, () => begin(known), 'begins'),
    );
    const operation = begun.toCall
      ? await callAndSettle(begun.toCall, actor)
      : await untilSettled(begun.operationId);
    return outcome(actor, operation);
  }

  async function callAndSettle(reserved: Operation, actor: SignedIn): Promise<Operation> {
    const operationId = reserved.id;
    const answer = await acquirer.move({
      operationId,
      kind: reserved.kind as 'REFUND' | 'REVERSAL',
      transactionId: reserved.transaction_id,
      amountCents: reserved.amount_cents,
      currency: reserved.currency,
      route: { gateway: reserved.gateway, of: reserved.merchant_id },
    });
    if (answer.outcome !== 'unknown')
      return inTurn(
        reserved.transaction_id,
        () =>
          database.transaction('all', (tx) =>
            settleIn(tx, services, operationId, answer, { actor }),
          ),
        'ends',
      );
    await database.transaction('all', (tx) =>
      log(
        tx,
        { userName: reserved.user_name },
        { id: reserved.transaction_id, merchant_id: reserved.merchant_id },
        'ANSWER_UNKNOWN',
        'SUCCESS',
        'SUCCESS',
        answer.reason,
      ),
    );
    return readOperation(operationId);
  }

  const readOperation = (id: string) =>
    database.kysely
      .selectFrom('money_operations')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();

  /** A repeat of a key waits as long as the first attempt may take, and answers the same. */
  async function untilSettled(operationId: string): Promise<Operation> {
    const end = performance.now() + config.ACQUIRER_TIMEOUT_MS + 1000;
    for (;;) {
      const operation = await readOperation(operationId);
      if (operation.status !== 'PENDING' || performance.now() > end) return operation;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Approved 200, declined 400 on the amount, unknown 202; the body is the original as it is now. */
  async function outcome(actor: SignedIn, operation: Operation) {
    if (operation.status === 'DECLINED') {
      const declined = invalid('amount', operation.decline_reason ?? 'The acquirer declined');
      // settled as FAILED, with a row that says so
      declined.audited = true;
      throw declined;
    }
    const detail = await loadDetail(services, actor, operation.transaction_id);
    return new Answer<TransactionDetail>(operation.status === 'PENDING' ? 202 : 200, detail);
  }

  const reverse = async (context: Context<'PUT /api/transactions/{id}/actions/reverse'>) =>
    moveMoney(reverseTransaction, context, {
      kind: 'REVERSAL',
      transactionId: context.params.id.toLowerCase(),
      amount: context.body.amount,
      reasonCode: context.body.reasonCode,
      reasonNote: context.body.reasonNote ?? null,
    });

  const refund = async (context: Context<'PUT /api/transactions/{id}/actions/refund'>) => {
    const manual = context.body.refundReason === 'REFUNDED_MANUALLY';
    return moveMoney(manual ? markRefunded : refundTransaction, context, {
      kind: manual ? 'MANUAL_REFUND' : 'REFUND',
      transactionId: context.params.id.toLowerCase(),
      amount: context.body.amount,
      reasonCode: context.body.refundReason,
      reasonNote: context.body.refundNote ?? null,
    });
  };

  const successful = markSuccessfulHandler(services);

  const one = async ({ actor, params }: Context<'GET /api/transactions/{id}'>) =>
    loadDetail(services, actor, params.id);

  return {
    'GET /api/transactions/{id}': one,
    'GET /api/transaction': async ({ actor, query }) => {
      const id = await firstId(database, transactionsList, actor, query as Record<string, unknown>);
      if (!id) throw notFound();
      return loadDetail(services, actor, id);
    },
    'PUT /api/transactions/{id}/actions/reverse': reverse,
    'POST /api/transactions/{id}/actions/reverse': reverse,
    'PUT /api/transactions/{id}/actions/refund': refund,
    'POST /api/transactions/{id}/actions/refund': refund,
    'PUT /api/transactions/{id}/actions/successful': successful,
    'POST /api/transactions/{id}/actions/successful': successful,
  };
}
