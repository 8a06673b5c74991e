import type { AuditAction } from '@paydesk/contract/audited.ts';
import {
  isUnderWay,
  LOAN_FAILURES,
  LOAN_WAITS,
  mayAskReview,
  type LoanFailure,
} from '@paydesk/contract/lending.ts';
import { sql } from 'kysely';
import { audit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';
import { invalid } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import { postOrderCallback } from '../callbacks.ts';
import { NOBODYS } from '../taking.ts';
import { noteAsked } from './answered.ts';
import { SHOPPER, type LoanBy } from './asked.ts';
import { refuseBesideAnother } from './beside-another.ts';
import { failIfBlocked } from './blocked.ts';
import { continueLoan } from './continue.ts';
import { changeLoan, failLoan, hold, move, noteLoan, type Loan } from './loan.ts';
import { mailFailed } from './mails.ts';
import { openCancelOf, openOf, plan } from './operations.ts';
import { deciderOf } from './settle.ts';
import { agreementSigned } from './signed.ts';
import { openTry } from './tries.ts';

/** What people do with a loan that is under way. */

const noteDone = (
  tx: Tx,
  by: LoanBy,
  { id, merchant_id }: Loan,
  action: AuditAction,
  details: Record<string, unknown> = {},
) =>
  audit(tx, by, {
    action,
    entityType: 'CONSUMER_CREDIT',
    entityId: id,
    merchantId: merchant_id,
    result: 'SUCCESS',
    details,
  });

/** The agreement is signed on paper at the merchant's, whose people say so. */
export async function signAtMerchant(
  services: Services,
  loanId: string,
  by: LoanBy,
): Promise<void> {
  await services.database.transaction('all', async (tx) => {
    const { loan, notWanted } = await hold(tx, loanId);
    if (loan.status !== 'SIGNING_DOCUMENTS_PREPARED')
      throw invalid('status', 'There is nothing to sign now');
    if (notWanted) throw invalid('status', notWanted);
    if (await failIfBlocked(tx, services, loan, by)) return;
    const open = await openTry(tx, 'SIGNING', loan);
    const paper = await tx
      .updateTable('signatures')
      .set({
        status: 'SIGNED',
        signed_by: by.userName,
        completed_date: sql`now()`,
        next_attempt_date: null,
      })
      .where(theRow(open?.id ?? loanId, loan.merchant_id))
      .where('signing_service_id', '=', 'merchant')
      .executeTakeFirst();
    if (!paper.numUpdatedRows) throw invalid('status', 'The agreement is signed online');
    await noteDone(tx, by, loan, 'SIGN_AT_MERCHANT');
    await noteLoan(tx, loan, { kind: 'SIGNED', by, detail: 'On paper, at the merchant’s' });
    await agreementSigned(tx, services, loan, by);
  });
  await continueLoan(services, loanId, by);
}

export interface Ending {
  code: LoanFailure;
  detail: string | null;
}

/**
 * Ends what is under way: at once, or, where the institution may have lent already, once it says that nothing comes of
 * it, which stands in the log as asked for. Whether it is over.
 */
export async function endIn(
  tx: Tx,
  services: Services,
  loan: Loan,
  { code, detail }: Ending,
  by: LoanBy,
): Promise<boolean> {
  if (loan.status !== 'WAITING_FOR_CONFIRMATION') {
    await failLoan(tx, services, loan, { code, decidedBy: deciderOf(code), by, detail });
    return true;
  }
  const acceptance = (await openOf(tx, loan, 'ACCEPT'))!;
  if (await openCancelOf(tx, loan, acceptance)) return false;
  const asked = await plan(tx, loan, 'CANCEL', acceptance.gateway, by, {
    application_id: acceptance.application_id,
    failure_code: code,
    failure_detail: detail,
  });
  await noteLoan(tx, loan, { kind: 'CANCEL_ASKED', by, detail });
  await noteAsked(tx, by, asked, detail ? { reason: detail } : {});
  // whoever asked is not answered by the time limit again and again
  await changeLoan(tx, loan, { status_until: null });
  return false;
}

interface Cancelling {
  code: 'WITHDRAWN_BY_SHOPPER' | 'CANCELLED_BY_MERCHANT' | 'CANCELLED_BY_STAFF';
  note?: string | null;
}

/** Ends a loan that is under way; one that the institution has confirmed meanwhile stays. */
export async function cancelLoan(
  services: Services,
  loanId: string,
  { code, note = null }: Cancelling,
  by: LoanBy = SHOPPER,
): Promise<void> {
  await services.database.transaction('all', async (tx) => {
    const { loan } = await hold(tx, loanId);
    if (!isUnderWay(loan.status)) {
      // a second click finds it done
      if (loan.failure_code === code) return;
      throw invalid(
        'status',
        `The loan is not under way any more: ${LOAN_WAITS[loan.status].toLowerCase()}`,
      );
    }
    if (await endIn(tx, services, loan, { code, detail: note }, by))
      await noteDone(tx, by, loan, 'CANCEL_LOAN', note ? { reason: note } : {});
  });
  await continueLoan(services, loanId, by);
}

/** Whoever is asked about the loan is asked at once, however long the pause was to be. */
export async function askAgain(services: Services, loanId: string, by: LoanBy): Promise<void> {
  await services.database.transaction('all', async (tx) => {
    const { loan } = await hold(tx, loanId);
    await tx
      .updateTable('loan_operations')
      .set({ next_attempt_date: sql`now()` })
      .where('consumer_credit_id', '=', loanId)
      .where('merchant_id', '=', loan.merchant_id)
      .where('status', '=', 'PENDING')
      .where('next_attempt_date', '>', sql<string>`now()`)
      .execute();
    await noteDone(tx, by, loan, 'ASK_LOAN_AGAIN');
  });
  await continueLoan(services, loanId, by);
}

/** Asks the institutions anew whose answer is missing or was an error. */
export async function sendAgain(services: Services, loanId: string, by: LoanBy): Promise<void> {
  await services.database.transaction('all', async (tx) => {
    const { loan } = await hold(tx, loanId);
    const open = await tx
      .updateTable('loan_operations')
      .set({ attempts: 0, next_attempt_date: sql`now()` })
      .where('consumer_credit_id', '=', loanId)
      .where('merchant_id', '=', loan.merchant_id)
      .where('status', '=', 'PENDING')
      .executeTakeFirst();
    if (!open.numUpdatedRows) throw invalid('status', 'No institution is waited for');
    await tx
      .updateTable('loan_applications')
      .set({ status: 'SENT', error: null, updated_date: sql`now()` })
      .where('consumer_credit_id', '=', loanId)
      .where('merchant_id', '=', loan.merchant_id)
      .where('status', '=', 'ERROR')
      .execute();
    await noteDone(tx, by, loan, 'SEND_LOAN_AGAIN');
    await noteLoan(tx, loan, { kind: 'SENT_AGAIN', by });
  });
  await continueLoan(services, loanId, by);
}

/** Whoever was refused automatically asks a person to look. */
export async function askReview(
  services: Services,
  loanId: string,
  by: LoanBy = SHOPPER,
): Promise<void> {
  await services.database.transaction('all', async (tx) => {
    const { loan } = await hold(tx, loanId);
    if (loan.review_asked_date) return;
    const code = loan.failure_code as LoanFailure | null;
    if (!mayAskReview(code, false, loan.reviewed_date !== null))
      throw invalid('status', 'Only an automatic refusal is looked at by a person');
    await changeLoan(tx, loan, { review_asked_date: sql`now()` as never });
    await noteDone(tx, by, loan, 'ASK_LOAN_REVIEW');
    await noteLoan(tx, loan, { kind: 'REVIEW_ASKED', by });
  });
}

/** A person looks at what a rule held or refused: lets it go on, or refuses it. */
export async function reviewLoan(
  services: Services,
  loanId: string,
  { approve, note }: { approve: boolean; note: string },
  by: LoanBy,
): Promise<void> {
  await services.database.transaction('all', async (tx) => {
    const { loan, order, notWanted } = await hold(tx, loanId);
    const held = loan.review && isUnderWay(loan.status);
    const refused = loan.status === 'FAILED' && loan.failure_code === 'REFUSED_BY_RULE';
    if ((!held && !refused) || (refused && loan.reviewed_date))
      throw invalid('status', 'There is nothing to look at');
    if (approve && notWanted) throw invalid('status', notWanted);
    if (approve && refused) await refuseBesideAnother(tx, loan);
    // its shopper has chosen another delivery since
    if (approve && order.amount_cents !== loan.amount_cents)
      throw invalid('status', 'Its order comes to another amount by now: the shopper applies anew');
    const looked = await changeLoan(tx, loan, {
      review: false,
      reviewed_date: sql`now()` as never,
      reviewed_by: by.userName,
      review_note: note,
      ...NOBODYS,
      ...(refused && { decided_by: 'PERSON' }),
    });
    await noteDone(tx, by, loan, 'REVIEW_LOAN', { approved: approve, reason: note });
    await noteLoan(tx, loan, {
      kind: approve ? 'REVIEW_PASSED' : 'REVIEW_REFUSED',
      by,
      detail: note,
    });
    // by the name that was proved it was held where it stands, and goes on from there
    if (approve && (refused || loan.status === 'DRAFT'))
      await move(tx, services, looked, 'CUSTOMER_RISK_EVALUATION_SUCCEEDED', {
        by,
        detail: note,
        set: {
          failure_code: null,
          failure_reason: null,
          decided_by: null,
          decided_date: null,
          offer_retrieval_finished: false,
        },
      });
    else if (!approve && held)
      await failLoan(tx, services, looked, {
        code: 'REFUSED_BY_PERSON',
        decidedBy: 'PERSON',
        by,
        detail: note,
      });
    else if (!approve) await refusedAnew(tx, services, looked, note);
  });
  await continueLoan(services, loanId, by);
}

/** It had failed before and moves nowhere: that a person says no too is told as any failure is, to who waits for it. */
async function refusedAnew(tx: Tx, services: Services, loan: Loan, note: string): Promise<void> {
  const code = 'REFUSED_BY_PERSON' satisfies LoanFailure;
  const refused = await changeLoan(tx, loan, {
    failure_code: code,
    failure_reason: `${LOAN_FAILURES[code]}: ${note}`,
  });
  const told = { loanId: loan.id, loanStatus: loan.status, loanFailure: code };
  await postOrderCallback(tx, services, loan.order_id, told);
  await mailFailed(tx, services, refused);
}
