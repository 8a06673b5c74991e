import { fromCents } from '@paydesk/contract/kernel/money.ts';
import type { CreditRefundStatus } from '@paydesk/contract/resources/consumer-credits/refund-words.ts';
import { sql } from 'kysely';
import type { InstitutionAnswer } from '../../gateways/financing-institution.ts';
import { changes } from '../../platform/audit.ts';
import { INSTITUTION } from '../../domain/lending/asked.ts';
import { auditLoan } from '../../domain/lending/audited.ts';
import { nothingDue } from '../../domain/lending/closed.ts';
import { mailRefunded } from '../../domain/lending/mails.ts';
import { readLoan } from '../../domain/lending/loan.ts';
import { postOrderCallback } from '../../domain/callbacks.ts';
import { loanGivenBack } from '../../domain/purchases.ts';
import type { Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';
import type { Services } from '../../platform/services.ts';

export type Decided = Exclude<InstitutionAnswer, { outcome: 'open' }> | { outcome: 'cancelled' };

const STATUS_OF: Record<Decided['outcome'], CreditRefundStatus> = {
  confirmed: 'CONFIRMED',
  rejected: 'REJECTED',
  cancelled: 'CANCELLED',
};

/**
 * Writes the institution's answer down, once: whoever comes second finds the request answered. What
 * is rejected or taken back can be asked for again; a loan whose whole amount is confirmed is REFUNDED (AM-80). Its
 * merchant is told in any case, whoever borrowed of what is given back.
 */
export async function settle(
  services: Services,
  requestId: string,
  answer: Decided,
  also: (tx: Tx) => Promise<void> = async () => {},
): Promise<void> {
  await services.database.transaction('all', async (tx) => {
    const read = tx.selectFrom('consumer_credits_refunds').selectAll().where('id', '=', requestId);
    const { consumer_credit_id: loanId, merchant_id: merchantId } =
      await read.executeTakeFirstOrThrow();
    // the loan first: whoever asks for another refund locks in this order too
    const before = await lockFigures(tx, loanId, merchantId);
    const request = await read
      .where('merchant_id', '=', merchantId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (request.status !== 'REQUESTED') return;
    const { outcome } = answer;
    const confirmed = outcome === 'confirmed';
    await tx
      .updateTable('consumer_credits_refunds')
      .set({
        status: STATUS_OF[outcome],
        settled_date: sql`now()`,
        next_inquiry_date: null,
        delivery_error: null,
        institution_reference: confirmed ? answer.reference : null,
        reject_reason: outcome === 'rejected' ? answer.reason : null,
      })
      .where(theRow(requestId, merchantId))
      .execute();
    if (confirmed) {
      const {
        rows: [whole],
      } = await sql<{ order_id: string }>`
        update consumer_credits set status = 'REFUNDED', updated_date = now(), updated_by = null,
          arrears_cents = null, arrears_since = null
        where ${theRow(loanId, merchantId)} and amount_cents = (
          select sum(amount_cents) from consumer_credits_refunds
          where consumer_credit_id = ${loanId} and merchant_id = ${merchantId}
            and status = 'CONFIRMED'
        ) returning order_id`.execute(tx);
      if (whole) {
        await nothingDue(tx, { id: loanId, merchant_id: merchantId });
        await loanGivenBack(tx, services, whole.order_id, merchantId);
      }
    } else
      await sql`update consumer_credits set updated_date = now(), updated_by = null,
        total_requested_refunds_cents = total_requested_refunds_cents - ${request.amount_cents}
        where ${theRow(loanId, merchantId)}`.execute(tx);
    const cancelled = outcome === 'cancelled';
    // whoever asked, weeks ago it may be, is not there when the institution answers
    await auditLoan(tx, INSTITUTION, {
      action: cancelled ? 'CANCEL_CREDIT_REFUND' : 'CREDIT_REFUND',
      entityType: 'CONSUMER_CREDIT',
      entityId: loanId,
      merchantId: request.merchant_id,
      result: outcome === 'rejected' ? 'FAILED' : 'SUCCESS',
      details: {
        requestId,
        amount: fromCents(request.amount_cents),
        changes: changes(before, await lockFigures(tx, loanId, merchantId)),
        ...(outcome === 'rejected' && { reason: answer.reason }),
      },
    });
    await tellRefund(tx, services, { ...request, status: STATUS_OF[outcome] });
    const loan = confirmed && (await readLoan(tx, loanId));
    if (loan) await mailRefunded(tx, services, loan, request.amount_cents);
    await also(tx);
  });
}

interface Told {
  id: string;
  consumer_credit_id: string;
  merchant_id: string;
  amount_cents: bigint;
  status: CreditRefundStatus;
}

/** The merchant's system hears what became of a request (AM-48); the institution's words stay in the console. */
export async function tellRefund(tx: Tx, services: Services, request: Told): Promise<void> {
  const { order_id: orderId, status } = await tx
    .selectFrom('consumer_credits')
    .select(['order_id', 'status'])
    .where(theRow(request.consumer_credit_id, request.merchant_id))
    .executeTakeFirstOrThrow();
  await postOrderCallback(tx, services, orderId, {
    loanId: request.consumer_credit_id,
    loanStatus: status,
    refundRequestId: request.id,
    refundStatus: request.status,
    refundAmount: fromCents(request.amount_cents).toFixed(2),
  });
}

/** Locks the loan; gives what an answer changes on it, as the audit log shows it. */
async function lockFigures(tx: Tx, id: string, merchantId: string) {
  const row = await tx
    .selectFrom('consumer_credits')
    .select(['status', 'total_requested_refunds_cents'])
    .where(theRow(id, merchantId))
    .forUpdate()
    .executeTakeFirstOrThrow();
  return {
    status: row.status,
    total_requested_refunds_amount: fromCents(row.total_requested_refunds_cents),
  };
}
