import { formatAmount, fromCents } from '@paydesk/contract/kernel/money.ts';
import { maskCardNumbers } from '@paydesk/contract/kernel/card-numbers.ts';
import { sql } from 'kysely';
import type { InstitutionNotice } from '../../gateways/financing-institution.ts';
import { isTheirs, mayReport, type SaidAt } from '../../gateways/said-at.ts';
import { today } from '../../platform/business-day.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';
import { INSTITUTION } from './asked.ts';
import { auditLoan } from './audited.ts';
import { endLoan } from './closed.ts';
import { continueLoan } from './continue.ts';
import { columnDay } from './days.ts';
import { changeLoan, hold, noteLoan, type Loan } from './loan.ts';
import { settleOperation } from './settle.ts';

type Reported = Extract<InstitutionNotice, { loanNumber: string; consumerCreditId: string }>;
type Answer = Parameters<typeof settleOperation>[2];

/**
 * Writes down what an institution tells unasked: false where it was known already; null for what is not its. An
 * answer that comes late settles what was asked; what is reported of a loan changes its schedule, or ends it.
 */
export async function institutionNoticed(
  services: Services,
  notice: InstitutionNotice,
  at: SaidAt,
): Promise<boolean | null> {
  switch (notice.kind) {
    case 'OFFER': {
      const { externalId, offers } = notice;
      return answered(services, at, 'APPLY', notice.applicationId, {
        outcome: 'offered',
        externalId,
        offers,
      });
    }
    case 'DECLINED':
      return answered(services, at, 'APPLY', notice.applicationId, {
        outcome: 'declined',
        reason: notice.reason,
      });
    case 'CONFIRMED': {
      const { loanNumber, instalments } = notice;
      return answered(services, at, 'ACCEPT', notice.acceptanceId, {
        outcome: 'confirmed',
        loanNumber,
        instalments,
      });
    }
    case 'REFUSED':
      return answered(services, at, 'ACCEPT', notice.acceptanceId, {
        outcome: 'rejected',
        reason: notice.reason,
      });
    case 'CLOSED':
      return answered(services, at, 'CLOSING', notice.closingId, {
        outcome: 'confirmed',
        reference: notice.reference,
      });
    case 'NOT_CLOSED':
      return answered(services, at, 'CLOSING', notice.closingId, {
        outcome: 'rejected',
        reason: notice.reason,
      });
    default:
      return reported(services, notice, at);
  }
}

const KINDS = {
  APPLY: ['APPLY'],
  ACCEPT: ['ACCEPT'],
  CLOSING: ['WITHDRAW', 'REPAY', 'CANCEL'],
} as const;

/** Which institution was asked: an application's own, and the loan's of what has none. */
const ASKED = sql<string | null>`coalesce(
  (select a.financing_institution_id from loan_applications a
    where a.id = loan_operations.application_id and a.merchant_id = loan_operations.merchant_id),
  (select c.financing_institution_id from consumer_credits c
    where c.id = loan_operations.consumer_credit_id and c.merchant_id = loan_operations.merchant_id))`;

/** Where the lender is asked by now. */
const OWN = sql<string | null>`(select i.gateway_url from financing_institutions i
  where i.id = consumer_credits.financing_institution_id)`;

/** An application's id is its own; what else was asked bears that of its asking. */
async function answered(
  services: Services,
  at: SaidAt,
  kind: keyof typeof KINDS,
  id: string,
  answer: Answer,
): Promise<boolean | null> {
  const operation = await services.database.kysely
    .selectFrom('loan_operations')
    .select(['id', 'merchant_id', 'consumer_credit_id', 'status', 'gateway', ASKED.as('of')])
    .where(kind === 'APPLY' ? 'application_id' : 'id', '=', id)
    .where('kind', 'in', KINDS[kind])
    .executeTakeFirst();
  // it is answered by whom it was sent to, and by nobody else
  if (!operation || !isTheirs(services, 'FINANCING_INSTITUTION', at, operation)) return null;
  const settled = await settleOperation(services, operation.id, answer, (tx) =>
    auditLoan(
      tx,
      { ...INSTITUTION, address: at.from },
      {
        action: 'LATE_ANSWER',
        entityType: 'CONSUMER_CREDIT',
        entityId: operation.consumer_credit_id,
        merchantId: operation.merchant_id,
        result: 'SUCCESS',
        details: { gateway: 'institution', operationId: operation.id, outcome: answer.outcome },
      },
    ),
  );
  if (settled) await continueLoan(services, operation.consumer_credit_id);
  return settled;
}

async function reported(services: Services, notice: Reported, at: SaidAt): Promise<boolean | null> {
  return services.database.transaction('all', async (tx) => {
    const found = await tx
      .selectFrom('loan_operations')
      .innerJoin('consumer_credits', (join) =>
        join
          .onRef('consumer_credits.id', '=', 'loan_operations.consumer_credit_id')
          .onRef('consumer_credits.merchant_id', '=', 'loan_operations.merchant_id'),
      )
      .select(['consumer_credits.id', 'loan_operations.gateway', ASKED.as('of')])
      .select(OWN.as('own'))
      .where('consumer_credits.id', '=', notice.consumerCreditId)
      .where('consumer_credits.loan_number', '=', notice.loanNumber)
      .where('loan_operations.kind', '=', 'ACCEPT')
      .where('loan_operations.status', '=', 'APPROVED')
      .executeTakeFirst();
    if (!found || !mayReport(services, 'FINANCING_INSTITUTION', at, found, found.own)) return null;
    const { loan } = await hold(tx, found.id);
    // sent until it is taken: what came after it stays
    if (await wasNoted(tx, loan, notice)) return false;
    const new_ = await note(tx, services, loan, notice);
    if (new_)
      await auditLoan(
        tx,
        { ...INSTITUTION, address: at.from },
        {
          action: 'LOAN_REPORTED',
          entityType: 'CONSUMER_CREDIT',
          entityId: loan.id,
          merchantId: loan.merchant_id,
          result: 'SUCCESS',
          details: { kind: notice.kind, noticeId: notice.noticeId },
        },
      );
    return new_;
  });
}

/** Whether it was written down before; whoever asks holds the loan. */
async function wasNoted(
  tx: Tx,
  { id, merchant_id: merchantId }: Loan,
  { noticeId }: Reported,
): Promise<boolean> {
  const { rows } = await sql<{ noted: boolean }>`
    select exists (select from audit_logs where entity_id = ${id} and merchant_id = ${merchantId}
      and action = 'LOAN_REPORTED' and details ->> 'noticeId' = ${noticeId}) as noted`.execute(tx);
  return rows[0]!.noted;
}

async function note(tx: Tx, services: Services, loan: Loan, notice: Reported): Promise<boolean> {
  switch (notice.kind) {
    case 'INSTALMENT_PAID':
      return instalmentPaid(tx, services, loan, notice);
    case 'ARREARS':
      return arrears(tx, services, loan, notice);
    case 'WITHDRAWN':
    case 'REPAID':
      return endLoan(
        tx,
        services,
        loan,
        notice.kind,
        INSTITUTION,
        `The institution’s reference: ${maskCardNumbers(notice.reference)}`,
      );
  }
}

const ALL_PAID = 'Each instalment is paid';

/** What was paid of an instalment so far: never less than was reported before. */
async function instalmentPaid(
  tx: Tx,
  services: Services,
  loan: Loan,
  { number, paidCents, paidDate }: Extract<Reported, { kind: 'INSTALMENT_PAID' }>,
): Promise<boolean> {
  const { rows } = await sql<{ status: string }>`
    update loan_instalments set paid_cents = ${paidCents}, paid_date = ${paidDate}::date,
      status = case when ${paidCents} >= amount_cents then 'PAID' else 'PARTLY' end
    where consumer_credit_id = ${loan.id} and merchant_id = ${loan.merchant_id}
      and number = ${number} and paid_cents < ${paidCents}
      and ${paidCents} <= amount_cents and status <> 'CANCELLED'
    returning status`.execute(tx);
  if (!rows[0]) return false;
  const money = `${formatAmount(fromCents(paidCents))} ${loan.currency}`;
  await noteLoan(tx, loan, {
    kind: 'INSTALMENT_PAID',
    by: INSTITUTION,
    detail: `Instalment ${number}: ${money}${rows[0].status === 'PARTLY' ? ', in part' : ''}`,
  });
  const { rows: left } = await sql<{ none: boolean }>`
    select not exists (select from loan_instalments where consumer_credit_id = ${loan.id}
      and merchant_id = ${loan.merchant_id} and status in ('DUE','PARTLY','OVERDUE')) as none`.execute(
    tx,
  );
  if (left[0]!.none) await endLoan(tx, services, loan, 'REPAID', INSTITUTION, ALL_PAID);
  return true;
}

/** What is overdue as the institution says it; nothing: it is paid. */
async function arrears(
  tx: Tx,
  services: Services,
  loan: Loan,
  { arrearsCents, since }: Extract<Reported, { kind: 'ARREARS' }>,
): Promise<boolean> {
  const cents = arrearsCents > 0n ? arrearsCents : null;
  const from = cents === null ? null : since;
  // the next month may be as much
  const isKnown =
    loan.arrears_cents === cents && (loan.arrears_since && columnDay(loan.arrears_since)) === from;
  if (loan.ended || loan.status !== 'CONFIRMED' || isKnown) return false;
  await changeLoan(tx, loan, { arrears_cents: cents, arrears_since: from });
  await sql`
    update loan_instalments set status = case
        when ${cents}::bigint is not null and due_date < ${today(services)}::date then 'OVERDUE'
        when paid_cents > 0 then 'PARTLY' else 'DUE' end
    where consumer_credit_id = ${loan.id} and merchant_id = ${loan.merchant_id}
      and status in ('DUE','PARTLY','OVERDUE')`.execute(tx);
  await noteLoan(tx, loan, {
    kind: cents === null ? 'ARREARS_PAID' : 'ARREARS',
    by: INSTITUTION,
    detail: cents === null ? null : `${formatAmount(fromCents(cents))} ${loan.currency}`,
  });
  return true;
}
