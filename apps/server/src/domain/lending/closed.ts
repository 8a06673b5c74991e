import type { LoanEnd } from '@paydesk/contract/lending.ts';
import { sql } from 'kysely';
import type { InstitutionAnswer } from '../../gateways/financing-institution.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';
import { postOrderCallback } from '../callbacks.ts';
import { noteAnswer } from './answered.ts';
import { INSTITUTION, type LoanBy } from './asked.ts';
import { auditLoan } from './audited.ts';
import { changeLoan, noteLoan, type HeldLoan, type Loan } from './loan.ts';
import { mailEnded } from './mails.ts';
import { close, type LoanOperation } from './operations.ts';

const ENDS: Record<'WITHDRAW' | 'REPAY', LoanEnd> = { WITHDRAW: 'WITHDRAWN', REPAY: 'REPAID' };

/** What the institution says of a withdrawal or of an early repayment. */
export async function closed(
  tx: Tx,
  services: Services,
  { loan }: HeldLoan,
  operation: LoanOperation,
  answer: Exclude<InstitutionAnswer, { outcome: 'open' }>,
): Promise<void> {
  if (answer.outcome === 'rejected') {
    await close(tx, operation, { approved: false, reason: answer.reason });
    await noteLoan(tx, loan, {
      kind: `${operation.kind}_REFUSED`,
      by: INSTITUTION,
      detail: answer.reason,
    });
    await noteAnswer(tx, operation, answer.reason);
    return;
  }
  await close(tx, operation, { approved: true, reference: answer.reference });
  await endLoan(
    tx,
    services,
    loan,
    ENDS[operation.kind as keyof typeof ENDS],
    INSTITUTION,
    `The institution’s reference: ${answer.reference}`,
    operation.id,
  );
}

/** Of a loan that is over, or was given back whole: what was to be paid is not due any more. */
export const nothingDue = (tx: Tx, { id, merchant_id }: Pick<Loan, 'id' | 'merchant_id'>) =>
  tx
    .updateTable('loan_instalments')
    .set({ status: 'CANCELLED' })
    .where('consumer_credit_id', '=', id)
    .where('merchant_id', '=', merchant_id)
    .where('status', 'in', ['DUE', 'PARTLY', 'OVERDUE'])
    .execute();

/**
 * It is over, and owed to nobody; its order stays paid: what the shop has been paid is between it and the
 * institution. False where it was over before.
 */
export async function endLoan(
  tx: Tx,
  services: Services,
  loan: Loan,
  ended: LoanEnd,
  by: LoanBy,
  detail: string,
  /** What was asked for, where somebody did. */
  operationId?: string,
): Promise<boolean> {
  if (loan.ended || loan.status !== 'CONFIRMED') return false;
  const over = await changeLoan(tx, loan, {
    ended,
    ended_date: sql`now()` as never,
    arrears_cents: null,
    arrears_since: null,
  });
  await nothingDue(tx, loan);
  // whatever else was asked of it is over with it: this is the answer
  const others = await tx
    .updateTable('loan_operations')
    .set({
      status: 'DECLINED',
      settled_date: sql`now()`,
      next_attempt_date: null,
      decline_reason: 'The loan is over',
    })
    .where('consumer_credit_id', '=', loan.id)
    .where('merchant_id', '=', loan.merchant_id)
    .where('kind', 'in', ['WITHDRAW', 'REPAY'])
    .where('status', '=', 'PENDING')
    .returning('id')
    .execute();
  const answers = operationId ?? others[0]?.id;
  await noteLoan(tx, loan, {
    kind: ended,
    by,
    detail,
  });
  await auditLoan(tx, by, {
    action: 'END_LOAN',
    entityType: 'CONSUMER_CREDIT',
    entityId: loan.id,
    merchantId: loan.merchant_id,
    result: 'SUCCESS',
    details: {
      ...(answers && { operationId: answers }),
      reason: detail,
      changes: { ended: { before: null, after: ended } },
    },
  });
  await postOrderCallback(tx, services, loan.order_id, {
    loanId: loan.id,
    loanStatus: loan.status,
    loanEnded: ended,
  });
  await mailEnded(tx, services, over);
  return true;
}
