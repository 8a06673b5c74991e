import { randomUUIDv7 } from 'node:crypto';
import { fromCents } from '@paydesk/contract/kernel/money.ts';
import type { DisputeStatus } from '@paydesk/contract/payments.ts';
import { disputeReason } from '@paydesk/contract/resources/disputes.ts';
import { sql } from 'kysely';
import type { DisputeNotice } from '../../gateways/acquirer.ts';
import { mayReport, type SaidAt } from '../../gateways/said-at.ts';
import { maskCardNumbers } from '@paydesk/contract/kernel/card-numbers.ts';
import { audit, changes } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';
import { invalid } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import { postOrderCallback, postPurchaseCallback } from '../callbacks.ts';
import { log } from '../transactions/log.ts';
import { markDispute } from '../transactions/payments.ts';

/** What a payer's bank claims back: a row of the payment's, which the list of disputes and the payment itself tell. */

const EVENTS = {
  OPEN: 'DISPUTED',
  WON: 'DISPUTE_WON',
  LOST: 'DISPUTE_LOST',
} as const satisfies Record<DisputeStatus, string>;

const ACQUIRER = { userName: 'Acquirer' };

interface Payment {
  id: string;
  merchant_id: string;
  status: string;
  purchase_id: string | null;
  order_id: string | null;
  gateway: string | null;
  /** The acquirer that its merchant has of its own by now. */
  own: string | null;
  amount_cents: bigint;
  currency: string;
}

interface Said {
  status: DisputeStatus;
  amount_cents: bigint;
  reason: string;
  respond_by: string | null;
}

/** What the audit log tells of it. */
const told = ({ status, amount_cents: cents, respond_by: respondBy }: Said) => ({
  dispute: status,
  amount: fromCents(cents),
  respondBy,
});

/**
 * Once it is decided it is not open again; until then the bank may claim another sum, or for another reason, and
 * another day to answer may be set.
 */
const isKnown = (known: Said, said: Said): boolean =>
  known.status === said.status
    ? said.status !== 'OPEN' ||
      (known.amount_cents === said.amount_cents &&
        known.reason === said.reason &&
        known.respond_by === said.respond_by)
    : said.status === 'OPEN';

/**
 * Writes down what the acquirer says of a dispute, and tells the merchant: false where it was known, or is older
 * than what is known; null for a payment that is not its. Throws a refusal of what can't be claimed of the payment.
 */
export const disputeNoticed = (
  services: Services,
  notice: DisputeNotice,
  at: SaidAt,
): Promise<boolean | null> =>
  services.database.transaction('all', async (tx) => {
    const payment = await paymentOf(tx, notice.paymentId);
    if (!payment) return null;
    const { id, merchant_id, gateway } = payment;
    const sent = { gateway, of: merchant_id };
    if (!mayReport(services, 'ACQUIRER', at, sent, payment.own)) return null;
    const known = await tx
      .selectFrom('disputes')
      .select(['id', 'status', 'amount_cents', 'reason', 'respond_by'])
      .where('transaction_id', '=', id)
      .where('merchant_id', '=', merchant_id)
      .where('external_id', '=', notice.disputeId)
      .executeTakeFirst();
    // sent until it is taken: what came after it stays
    if (known && (await wasNoted(tx, payment, notice))) return false;
    const reason = reasonOf(notice);
    const said: Said = {
      amount_cents: notice.amountCents,
      reason,
      respond_by: notice.respondBy && new Date(notice.respondBy).toISOString(),
      status: notice.status,
    };
    if (known && isKnown(known, said)) return false;
    insistOnPayment(payment, notice);
    if (known)
      await tx
        .updateTable('disputes')
        .set({ ...said, updated_date: sql`now()` })
        .where(theRow(known.id, merchant_id))
        .execute();
    else
      await tx
        .insertInto('disputes')
        .values({
          id: randomUUIDv7(),
          merchant_id,
          transaction_id: id,
          external_id: notice.disputeId,
          currency: notice.currency,
          ...said,
          created_date: sql<string>`now()`,
        })
        .execute();
    await markDispute(tx, payment);
    const event = EVENTS[notice.status];
    await log(tx, ACQUIRER, payment, event, payment.status, payment.status, reason);
    await audit(
      tx,
      { userId: null, ...ACQUIRER, address: at.from },
      {
        action: 'DISPUTE_NOTICE',
        entityType: 'TRANSACTION',
        entityId: id,
        merchantId: merchant_id,
        result: 'SUCCESS',
        details: {
          disputeId: notice.disputeId,
          ...(notice.noticeId && { noticeId: notice.noticeId }),
          reason,
          amount: fromCents(notice.amountCents),
          changes: known
            ? changes(told(known), told(said))
            : { dispute: { before: null, after: said.status } },
        },
      },
    );
    await tell(tx, services, payment, notice, event);
    return true;
  });

/** Why, as people read it, wherever it is told; an acquirer may say it by a code. */
const reasonOf = ({ reason }: DisputeNotice): string => disputeReason(maskCardNumbers(reason));

/** Whether it was written down before, of a gateway that names what it sends; whoever asks holds the payment. */
async function wasNoted(
  tx: Tx,
  { id, merchant_id: merchantId }: Payment,
  { noticeId }: DisputeNotice,
): Promise<boolean> {
  if (!noticeId) return false;
  const { rows } = await sql<{ noted: boolean }>`
    select exists (select from audit_logs where entity_id = ${id} and merchant_id = ${merchantId}
      and action = 'DISPUTE_NOTICE' and details ->> 'noticeId' = ${noticeId}) as noted`.execute(tx);
  return rows[0]!.noted;
}

/** Of these the money was taken, and can be claimed back. */
const TAKEN: readonly string[] = ['SUCCESS', 'REVERSED'];

function insistOnPayment(
  { status, currency, amount_cents }: Payment,
  { amountCents, ...notice }: DisputeNotice,
): void {
  if (!TAKEN.includes(status)) throw invalid('paymentId', 'The payment was not taken');
  if (notice.currency !== currency) throw invalid('currency', `The payment is of ${currency}`);
  if (amountCents <= 0n || amountCents > amount_cents)
    throw invalid(
      'amountCents',
      `What is claimed is more than nothing, and at most the ${amount_cents} that were paid`,
    );
}

/** The payment, held as it is; an answer that settles it takes the same row. */
async function paymentOf(tx: Tx, paymentId: string): Promise<Payment | undefined> {
  const found = await tx
    .selectFrom('transactions')
    .select(['id', 'merchant_id'])
    .where('id', '=', paymentId)
    .where('refunded_transaction_id', 'is', null)
    .executeTakeFirst();
  if (!found) return undefined;
  const { rows } = await sql<Payment>`
    select t.id, t.merchant_id, t.status, t.purchase_id, t.order_id, t.amount_cents, t.currency,
      coalesce((select gateway from payment_attempts where ${theRow(found.id, found.merchant_id)}),
        (select gateway from recurring_charges where ${theRow(found.id, found.merchant_id)})) as gateway,
      (select acquirer_url from merchants where id = ${found.merchant_id}) as own
    from transactions t where t.id = ${found.id} and t.merchant_id = ${found.merchant_id}
    for no key update of t`.execute(tx);
  return rows[0];
}

async function tell(
  tx: Tx,
  services: Services,
  { id, purchase_id, order_id }: Payment,
  notice: DisputeNotice,
  event: string,
): Promise<void> {
  const happened = {
    event,
    transactionId: id,
    disputeId: notice.disputeId,
    disputeAmount: fromCents(notice.amountCents).toFixed(2),
    disputeReason: reasonOf(notice),
    respondBy: notice.respondBy,
  };
  if (purchase_id) await postPurchaseCallback(tx, services, purchase_id, happened);
  else if (order_id) await postOrderCallback(tx, services, order_id, happened);
}
