import type {
  AcceptanceAnswer,
  ApplicationAnswer,
  InstitutionAnswer,
} from '../../gateways/financing-institution.ts';
import type { LoanFailure } from '@paydesk/contract/lending.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';
import type { Services } from '../../platform/services.ts';
import { noteAnswer } from './answered.ts';
import { INSTITUTION } from './asked.ts';
import { closed } from './closed.ts';
import { confirmed } from './confirmed.ts';
import { offered, declined } from './offered.ts';
import { failLoan, hold, noteLoan, type HeldLoan } from './loan.ts';
import { close, openCancelOf, openOf, type LoanOperation } from './operations.ts';

type Answered<T extends { outcome: string }> = Exclude<T, { outcome: 'open' }>;
type Known = Answered<ApplicationAnswer> | Answered<AcceptanceAnswer> | Answered<InstitutionAnswer>;

/** Writes an institution's answer down, once: whoever comes second finds it settled and changes nothing. */
export const settleOperation = (
  services: Services,
  id: string,
  answer: Known,
  also: (tx: Tx) => Promise<void> = async () => {},
): Promise<boolean> =>
  services.database.transaction('all', async (tx) => {
    const found = await tx
      .selectFrom('loan_operations')
      .select(['merchant_id', 'consumer_credit_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const held = await hold(tx, found.consumer_credit_id);
    const operation = await tx
      .selectFrom('loan_operations')
      .selectAll()
      .where(theRow(id, found.merchant_id))
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    if (operation.status !== 'PENDING') {
      await noteContradiction(tx, services, held, operation, answer);
      return false;
    }
    await settle(tx, services, held, operation, answer);
    await also(tx);
    return true;
  });

/**
 * Whether it lends was known before, and now it says the other: it may lend what nobody waits for, or take back what is
 * paid. Nothing follows by itself; staff are to see it.
 */
async function noteContradiction(
  tx: Tx,
  { log }: Services,
  { loan }: HeldLoan,
  { id: operationId, kind, status }: LoanOperation,
  answer: Known,
): Promise<void> {
  const { outcome } = answer;
  if (kind !== 'ACCEPT' || (status === 'APPROVED') === (outcome === 'confirmed')) return;
  const said = { loanId: loan.id, operationId, status, outcome };
  log.error(said, 'the institution contradicts what it said of a loan');
  const detail =
    'loanNumber' in answer ? answer.loanNumber : 'reason' in answer ? answer.reason : '';
  const { rows } = await sql`select from loan_events where consumer_credit_id = ${loan.id}
    and merchant_id = ${loan.merchant_id} and kind = 'CONTRADICTED' and detail = ${detail}`.execute(
    tx,
  );
  if (!rows.length) await noteLoan(tx, loan, { kind: 'CONTRADICTED', by: INSTITUTION, detail });
}

async function settle(
  tx: Tx,
  services: Services,
  held: HeldLoan,
  operation: LoanOperation,
  answer: Known,
): Promise<void> {
  const { kind } = operation;
  if (kind === 'APPLY') {
    if (answer.outcome === 'offered') return offered(tx, services, held, operation, answer);
    if (answer.outcome === 'declined')
      return declined(tx, services, held, operation, answer.reason);
  } else if (kind === 'ACCEPT') {
    if (answer.outcome === 'confirmed' && 'loanNumber' in answer)
      return confirmed(tx, services, held, operation, answer);
    if (answer.outcome === 'rejected') return refused(tx, services, held, operation, answer.reason);
  } else if (
    answer.outcome === 'rejected' ||
    (answer.outcome === 'confirmed' && 'reference' in answer)
  ) {
    return kind === 'CANCEL'
      ? cancelled(tx, services, held, operation, answer)
      : closed(tx, services, held, operation, answer);
  }
  throw new Error(`The institution answers ${answer.outcome} to ${kind}`);
}

/** What was signed is not lent. */
async function refused(
  tx: Tx,
  services: Services,
  { loan }: HeldLoan,
  operation: LoanOperation,
  reason: string,
): Promise<void> {
  await close(tx, operation, { approved: false, reason });
  if (loan.status !== 'WAITING_FOR_CONFIRMATION') return;
  await endApplication(tx, operation, 'DECLINED', reason);
  const cancel = await openCancelOf(tx, loan, operation);
  if (cancel) await close(tx, cancel, { approved: true, reference: null });
  if (cancel?.failure_code) await noteAnswer(tx, cancel, null);
  await failLoan(tx, services, loan, {
    code: 'REFUSED_BY_INSTITUTION',
    decidedBy: 'INSTITUTION',
    by: INSTITUTION,
    detail: reason,
  });
}

const endApplication = (
  tx: Tx,
  { application_id, merchant_id }: LoanOperation,
  status: 'DECLINED' | 'WITHDRAWN',
  reason: string | null = null,
) =>
  tx
    .updateTable('loan_applications')
    .set({ status, reject_reason: reason, updated_date: sql`now()` })
    .where(theRow(application_id!, merchant_id))
    .execute();

/** Nothing will come of an application any more; or a loan has, and it is too late. */
async function cancelled(
  tx: Tx,
  services: Services,
  { loan }: HeldLoan,
  operation: LoanOperation,
  answer: Answered<InstitutionAnswer>,
): Promise<void> {
  if (answer.outcome === 'rejected') {
    await close(tx, operation, { approved: false, reason: answer.reason });
    await noteLoan(tx, loan, { kind: 'CANCEL_REFUSED', by: INSTITUTION, detail: answer.reason });
    // of an application that another was taken for nobody has asked
    if (operation.failure_code) await noteAnswer(tx, operation, answer.reason);
    if (loan.status === 'FAILED')
      services.log.error(
        { loanId: loan.id, applicationId: operation.application_id },
        'the institution keeps an application that nobody wants any more',
      );
    return;
  }
  await close(tx, operation, { approved: true, reference: answer.reference });
  await endApplication(tx, operation, 'WITHDRAWN');
  if (loan.status !== 'WAITING_FOR_CONFIRMATION' || !operation.failure_code) return;
  const acceptance = await openOf(tx, loan, 'ACCEPT');
  if (acceptance) await close(tx, acceptance, { approved: false, reason: 'Cancelled' });
  await noteAnswer(tx, operation, null);
  const code = operation.failure_code as LoanFailure;
  await failLoan(tx, services, loan, {
    code,
    decidedBy: deciderOf(code),
    by: INSTITUTION,
    detail: operation.failure_detail,
    operationId: operation.id,
  });
}

/** Whose decision a failure of these is. */
export const deciderOf = (code: LoanFailure) =>
  code === 'WITHDRAWN_BY_SHOPPER'
    ? 'SHOPPER'
    : code === 'CANCELLED_BY_MERCHANT'
      ? 'MERCHANT'
      : code === 'CANCELLED_BY_STAFF'
        ? 'PERSON'
        : code === 'EXPIRED'
          ? 'TIME'
          : 'AUTOMATIC';
