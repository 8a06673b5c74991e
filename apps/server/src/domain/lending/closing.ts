import { settlementOn, type GivenBack, type Settlement } from '@paydesk/contract/credit.ts';
import type { LoanClosing } from '@paydesk/contract/loan-view.ts';
import { fromCents } from '@paydesk/contract/kernel/money.ts';
import { sql } from 'kysely';
import { dayOf, today } from '../../platform/business-day.ts';
import type { Db } from '../../platform/db/database.ts';
import { invalid } from '../../platform/errors.ts';
import { businessZone } from '../../platform/installation.ts';
import type { Services } from '../../platform/services.ts';
import { askOf } from './ask.ts';
import { noteAsked } from './answered.ts';
import { SHOPPER, type LoanBy } from './asked.ts';
import { columnDay, isWithdrawable } from './days.ts';
import { hold, noteLoan, type Loan } from './loan.ts';
import { openOf, plan } from './operations.ts';

type Kind = LoanClosing['kind'];

/**
 * Asks the institution to end the loan by withdrawal, within its days; it confirms. Whoever has read what it comes to
 * says so, and is refused where it comes to something else by now.
 */
export const withdrawLoan = (
  services: Services,
  loanId: string,
  by: LoanBy = SHOPPER,
  seenCents?: bigint | null,
): Promise<void> => askToEnd(services, loanId, 'WITHDRAW', by, seenCents);

/** The same by early repayment, on any day. */
export const repayEarly = (
  services: Services,
  loanId: string,
  by: LoanBy = SHOPPER,
  seenCents?: bigint | null,
): Promise<void> => askToEnd(services, loanId, 'REPAY', by, seenCents);

async function askToEnd(
  services: Services,
  loanId: string,
  kind: Kind,
  by: LoanBy,
  seenCents?: bigint | null,
): Promise<void> {
  await services.database.transaction('all', async (tx) => {
    const { loan } = await hold(tx, loanId);
    // a second click finds it asked
    if (await openOf(tx, loan, kind)) return;
    const standing = await standingOf(services, tx, loan);
    const why = whyNotEnded(loan, kind, standing);
    if (why) throw invalid('status', why);
    if (await openOf(tx, loan, kind === 'WITHDRAW' ? 'REPAY' : 'WITHDRAW'))
      throw invalid('status', 'The institution is being asked to end the loan already');
    const { amountCents, interestCents } = standing.settlement;
    if (seenCents !== undefined && seenCents !== amountCents)
      throw invalid('amount', 'The amount has changed meanwhile: please look at it again');
    const accepted = await tx
      .selectFrom('loan_operations')
      .select('gateway')
      .where('consumer_credit_id', '=', loanId)
      .where('merchant_id', '=', loan.merchant_id)
      .where('kind', '=', 'ACCEPT')
      .where('status', '=', 'APPROVED')
      .executeTakeFirstOrThrow();
    const asked = await plan(tx, loan, kind, accepted.gateway, by, {
      amount_cents: amountCents,
      interest_cents: interestCents,
      as_of: standing.today,
    });
    const money = `${fromCents(amountCents).toFixed(2)} ${loan.currency}`;
    await noteLoan(tx, loan, { kind: `${kind}_ASKED`, by, detail: money });
    await noteAsked(tx, by, asked, {
      amount: fromCents(amountCents),
      interest: fromCents(interestCents),
      currency: loan.currency,
      asOf: standing.today,
    });
  });
  await askOf(services, loanId);
}

/** What a loan comes to today. */
export interface Standing {
  today: string;
  withdrawable: boolean;
  withdrawUntil: string | null;
  settlement: Settlement;
  /** What the shop has given back of it by now: so much less is owed. */
  refundedCents: bigint;
}

interface Row {
  due: string;
  principal: bigint;
  interest: bigint;
  paid: bigint;
}

/** By its schedule and what the institution has reported of it; the days are those of business. */
export async function standingOf(services: Services, db: Db, loan: Loan): Promise<Standing> {
  const { rows } = await sql<Row>`
    select to_char(due_date, 'YYYY-MM-DD') as due, principal_cents as principal,
      interest_cents as interest, paid_cents as paid
    from loan_instalments
    where consumer_credit_id = ${loan.id} and merchant_id = ${loan.merchant_id}
    order by number`.execute(db);
  const { rows: refunds } = await sql<GivenBack>`
    select to_char(coalesce(settled_date, created_date) at time zone ${businessZone(services)}, 'YYYY-MM-DD') as day,
      amount_cents as cents
    from consumer_credits_refunds
    where consumer_credit_id = ${loan.id} and merchant_id = ${loan.merchant_id}
      and status = 'CONFIRMED'`.execute(db);
  const instalments = rows.map((one) => ({
    dueDate: one.due,
    principalCents: one.principal,
    interestCents: one.interest,
    paidCents: one.paid,
  }));
  const { withdraw_until, decided_date: decided } = loan;
  const until = withdraw_until && columnDay(withdraw_until);
  const now = today(services);
  const start = decided === null ? now : dayOf(services, decided);
  return {
    today: now,
    withdrawable: isWithdrawable(services, until),
    withdrawUntil: until,
    settlement: settlementOn({ start, instalments, refunds }, now),
    refundedCents: refunds.reduce((sum, { cents }) => sum + cents, 0n),
  };
}

/** Null, or why it is not ended so. */
export function whyNotEnded(
  { status, ended }: Loan,
  kind: Kind,
  { withdrawable, settlement }: Standing,
): string | null {
  if (ended) return 'The loan is over already';
  if (status !== 'CONFIRMED') return 'Only a confirmed loan can be ended';
  if (kind === 'WITHDRAW' && !withdrawable) return 'The 14 days to withdraw are over';
  return settlement.amountCents > 0n ? null : 'Nothing is owed any more';
}
