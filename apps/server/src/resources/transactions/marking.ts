import { chargeMarked } from '../../domain/recurring/marked.ts';
import type { Requirements } from '@paydesk/contract/policy.ts';
import { type TransactionDetail } from '@paydesk/contract/resources/transactions/record.ts';
import { markSuccessful } from '@paydesk/contract/resources/transactions/actions.ts';
import { whyUnread } from '@paydesk/contract/resources/transactions/also-paid.ts';
import { sql } from 'kysely';
import type { PaymentAnswer, PaymentQuestion } from '../../gateways/acquirer.ts';
import { refuseWhileLinkPays } from '../../domain/checkouts/link-paid.ts';
import { orderPaid } from '../../domain/orders/paid.ts';
import { alsoPaidOf } from '../../domain/payments/also-paid.ts';
import { postMoneyCallback, purchasePaid } from '../../domain/purchases.ts';
import { audit, changes } from '../../platform/audit.ts';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';
import { invalid, refuseUnless } from '../../platform/errors.ts';
import type { Context } from '../../platform/http/handlers.ts';
import { claimKey } from '../../platform/idempotency.ts';
import { insist, refuseFields } from '../../platform/insist.ts';
import { changeAs } from '../../platform/own-merchant.ts';
import type { Services } from '../../platform/services.ts';
import { acquirerOf, isMarkedByHand, loadDetail, stateOf, type TransactionRow } from './detail.ts';
import { log } from '../../domain/transactions/log.ts';
import { find, lock } from './reserve.ts';
import { countMarkedRefund } from './marked-refund.ts';

async function question(db: Db, services: Services, row: TransactionRow): Promise<PaymentQuestion> {
  const gateway = await acquirerOf(db, services, row.merchant_id);
  return {
    transactionId: row.id,
    amountCents: row.amount_cents,
    currency: row.currency,
    route: { gateway, of: row.merchant_id },
  };
}

/** Its rule looks at nothing else. */
const markedState = (row: TransactionRow) => ({ ...stateOf(row, null, null), alsoPaidBy: null });

/**
 * The status alone changes, and no money moves (SB-18). The acquirer is asked first, without a lock:
 * where it has the payment's money, all is as with any payment; where it has not, or does not say, the
 * payment moves no money through it (AM-113). A refund so marked must fit what is left of its original.
 */
export function markSuccessfulHandler(services: Services) {
  const { database, acquirer } = services;
  return async ({
    actor,
    params,
    body,
    idempotencyKey,
  }: Context<'PUT /api/transactions/{id}/actions/successful'>): Promise<TransactionDetail> => {
    const id = params.id.toLowerCase();
    const seen = await database.transaction(actor.sight, (tx) => find(tx, actor, id));
    const possible = !markSuccessful.whyNot(markedState(seen), services.now(), actor);
    const answer: PaymentAnswer | null =
      possible && !seen.refunded_transaction_id
        ? await acquirer.inquirePayment(await question(database.kysely, services, seen))
        : null;
    await changeAs(database, actor, async (tx) => {
      const request = { kind: markSuccessful.audited, transactionId: id };
      if (await claimKey(tx, actor, { key: idempotencyKey, request })) return;
      const order = await orderOf(tx, seen);
      const { row, original } = await lock(tx, actor, id);
      insist(markSuccessful, markedState(row), actor, {}, services.now());
      const other = { currency: row.currency, alsoPaidBy: await alsoPaidOf(tx, row) };
      refuseFields(whyUnread(other, body?.seenPaymentId), markSuccessful.fields);
      if (original) await countMarkedRefund(tx, actor, original, row);
      const taken = answer?.outcome === 'taken' ? answer : null;
      const marked = {
        status: 'SUCCESS',
        moves_money: taken !== null,
        ...(taken && { external_payment_id: taken.reference }),
      };
      await tx
        .updateTable('transactions')
        .set({
          ...marked,
          counted_beside: !original,
          updated_date: sql`now()`,
          updated_by: actor.userName,
        })
        .where(theRow(id, row.merchant_id))
        .execute();
      await log(tx, actor, row, 'MARKED_SUCCESSFUL', row.status, 'SUCCESS', wordsOf(answer));
      await audit(tx, actor, {
        action: markSuccessful.audited,
        entityType: 'TRANSACTION',
        entityId: id,
        merchantId: row.merchant_id,
        result: 'SUCCESS',
        details: {
          changes: changes(row, marked),
          ...(answer && { acquirer: answer.outcome }),
        },
      });
      if (original)
        await postMoneyCallback(tx, services, {
          event: 'REFUNDED_MANUALLY',
          transactionId: id,
          merchantId: row.merchant_id,
          cents: row.amount_cents,
        });
      else {
        await chargeMarked(tx, services, row);
        if (order) await orderPaid(tx, services, actor, order);
        await purchasePaid(tx, services, row.purchase_id, row.merchant_id);
      }
    });
    return loadDetail(services, actor, id);
  };
}

/**
 * What a payment pays, so that nobody pays it a second time; held before the payment, as whoever settles one does, and
 * with the orders of its link, where that is for one payment. An id that is no order of this merchant's is none.
 */
async function orderOf(
  tx: Tx,
  { order_id: id, merchant_id, refunded_transaction_id: refunded }: TransactionRow,
) {
  if (id === null || refunded !== null) return undefined;
  await refuseWhileLinkPays(tx, { id, merchantId: merchant_id });
  return tx
    .selectFrom('orders')
    .select(['id', 'merchant_id', 'status'])
    .where(theRow(id, merchant_id))
    .forNoKeyUpdate()
    .executeTakeFirst();
}

const wordsOf = (answer: PaymentAnswer | null): string | null => {
  if (!answer) return null;
  return answer.outcome === 'taken'
    ? `The acquirer has the money, reference ${answer.reference}`
    : answer.reason;
};

/** Undoes what was begun: about a payment marked by hand the acquirer is asked first, while no lock is held. */
class NotAsked extends Error {
  readonly question: PaymentQuestion;
  constructor(payment: PaymentQuestion) {
    super('The acquirer was not asked about a payment marked by hand');
    this.question = payment;
  }
}

/** Begins; where the payment turns out to be marked by hand, asks the acquirer and begins again (AM-113). */
export async function askedFirst<T>(
  { acquirer }: Services,
  begin: (answer: PaymentAnswer | null) => Promise<T>,
): Promise<T> {
  try {
    return await begin(null);
  } catch (error) {
    if (!(error instanceof NotAsked)) throw error;
    return begin(await acquirer.inquirePayment(error.question));
  }
}

/** The locked row with what the acquirer said: it has the money after all, or nobody knows (AM-113). */
export async function confirmed(
  tx: Tx,
  services: Services,
  actor: SignedIn,
  asks: Requirements,
  row: TransactionRow,
  answer: PaymentAnswer | null,
): Promise<TransactionRow> {
  if (!isMarkedByHand(row)) return row;
  refuseUnless(actor, asks);
  if (!answer) throw new NotAsked(await question(tx, services, row));
  if (answer.outcome === 'notTaken') return row;
  if (answer.outcome === 'unknown')
    throw invalid(
      'status',
      'Marked by hand, and the acquirer does not answer whether it has the money of this payment: try again later',
    );
  const after = { moves_money: true, external_payment_id: answer.reference };
  await tx
    .updateTable('transactions')
    .set({ ...after, counted_beside: true })
    .where(theRow(row.id, row.merchant_id))
    .execute();
  await log(tx, actor, row, 'PAYMENT_CONFIRMED', row.status, row.status, wordsOf(answer));
  await audit(tx, actor, {
    action: 'CONFIRM_PAYMENT',
    entityType: 'TRANSACTION',
    entityId: row.id,
    merchantId: row.merchant_id,
    result: 'SUCCESS',
    details: { changes: changes(row, after) },
  });
  return { ...row, ...after };
}
