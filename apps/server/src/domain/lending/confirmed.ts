import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { WITHDRAWAL_DAYS } from '@paydesk/contract/lending.ts';
import { instalmentDays, loanOf } from '@paydesk/contract/credit.ts';
import { sql } from 'kysely';
import type { AcceptanceAnswer, InstalmentGiven } from '../../gateways/financing-institution.ts';
import { today } from '../../platform/business-day.ts';
import type { Tx } from '../../platform/db/database.ts';
import { businessZone } from '../../platform/installation.ts';
import type { Services } from '../../platform/services.ts';
import { postOrderCallback } from '../callbacks.ts';
import { payerPaid } from '../customers/payer.ts';
import { orderPaid } from '../orders/paid.ts';
import { purchasePaid } from '../purchases.ts';
import { stepPurchase } from '../purchases/steps.ts';
import { countBeside } from '../transactions/payments.ts';
import { noteAnswer } from './answered.ts';
import { INSTITUTION } from './asked.ts';
import { move, noteLoan, type HeldLoan, type Loan } from './loan.ts';
import { mailConfirmed } from './mails.ts';
import { close, openCancelOf, type LoanOperation } from './operations.ts';

const BY = { userId: null, userName: 'Institution', address: null } as const;

/** The institution lends: the order is paid, its merchant and its shopper are told, the schedule is kept. */
export async function confirmed(
  tx: Tx,
  services: Services,
  { loan, order }: HeldLoan,
  operation: LoanOperation,
  answer: Extract<AcceptanceAnswer, { outcome: 'confirmed' }>,
): Promise<void> {
  await close(tx, operation, { approved: true, reference: answer.loanNumber });
  if (loan.status !== 'WAITING_FOR_CONFIRMATION') {
    services.log.error(
      { loanId: loan.id, status: loan.status },
      'a loan is confirmed that was given up',
    );
    await noteLoan(tx, loan, { kind: 'CONTRADICTED', by: INSTITUTION, detail: answer.loanNumber });
    return;
  }
  const lent = await move(tx, services, loan, 'CONFIRMED', {
    by: INSTITUTION,
    detail: `Loan number ${answer.loanNumber}`,
    set: {
      loan_number: answer.loanNumber,
      external_id: operation.application_id,
      // of one that was begun before each had a token of its own from its beginning
      token: loan.token ?? randomUUID(),
      withdraw_until:
        sql`((${loan.agreement_signing_date}::timestamptz at time zone ${businessZone(services)})::date
        + ${WITHDRAWAL_DAYS}::int)` as never,
      decided_date: sql`now()` as never,
    },
    // with the order, which is paid in the same moment
    tell: null,
  });
  // somebody gave it up meanwhile, and was too late
  const cancel = await openCancelOf(tx, lent, operation);
  if (cancel?.failure_code) {
    const reason = 'It is confirmed';
    await close(tx, cancel, { approved: false, reason });
    await noteAnswer(tx, cancel, reason);
  }
  await keepSchedule(tx, services, lent, answer.instalments);
  const happened = { loanId: loan.id, loanStatus: 'CONFIRMED', loanNumber: answer.loanNumber };
  if (order.status === 'PAID') {
    services.log.error(
      { loanId: loan.id },
      'a loan is confirmed for an order that was paid otherwise',
    );
    await countBeside(tx, order);
    await postOrderCallback(tx, services, order.id, happened);
  } else await orderPaid(tx, services, BY, order, { method: 'CONSUMER_CREDIT', happened });
  if (order.purchase_id) {
    const { purchase_id: purchaseId, merchant_id: merchantId } = order;
    await stepPurchase(tx, services, purchaseId, merchantId, BY, {
      to: 'SIGNED',
      customerId: loan.customer_id,
    });
    await purchasePaid(tx, services, purchaseId, merchantId);
  }
  await payerPaid(tx, loan.customer_id, null);
  await mailConfirmed(tx, services, lent);
}

interface Chosen {
  rate: number;
  months: number;
  total: bigint | null;
  signed: string;
}

const sumOf = (given: readonly InstalmentGiven[], of: (one: InstalmentGiven) => bigint) =>
  given.reduce((sum, one) => sum + of(one), 0n);

/**
 * What is lent is paid back, at no more than was agreed but for the cent of rounding of each month: each number once,
 * each on a day after the one before.
 */
function fits(
  given: readonly InstalmentGiven[],
  amountCents: bigint,
  { months, total, signed }: Chosen,
): boolean {
  const most = total === null ? null : total + BigInt(months);
  return (
    given.length > 0 &&
    given.length <= months &&
    given.every(
      (one, index) =>
        one.number === index + 1 &&
        one.amountCents > 0n &&
        one.interestCents <= one.amountCents &&
        one.dueDate > (given[index - 1]?.dueDate ?? signed),
    ) &&
    sumOf(given, (one) => one.amountCents - one.interestCents) === amountCents &&
    (most === null || sumOf(given, (one) => one.amountCents) <= most)
  );
}

/**
 * As the institution says it; where it says none, or one that is not of the offer, by the terms of that, a month after
 * each other.
 */
async function keepSchedule(
  tx: Tx,
  services: Services,
  { id, merchant_id, amount_cents: amountCents, agreement_signing_date }: Loan,
  said: readonly InstalmentGiven[],
): Promise<void> {
  const { rows } = await sql<Chosen>`
    select interest_rate_bp as rate, term_months as months, total_cents as total,
      to_char(${agreement_signing_date}::timestamptz at time zone ${businessZone(services)}, 'YYYY-MM-DD') as signed
    from offers where consumer_credit_id = ${id} and merchant_id = ${merchant_id}
      and status = 'CHOSEN'`.execute(tx);
  const chosen = rows[0]!;
  const { rate, months } = chosen;
  const given = said.toSorted((one, other) => one.number - other.number);
  const fitting = fits(given, amountCents, chosen);
  if (said.length && !fitting)
    services.log.error({ loanId: id }, 'the schedule of the institution is not that of its offer');
  const own = () => {
    const { schedule } = loanOf({ amountCents, rate: BigInt(rate), months });
    const days = instalmentDays(today(services), schedule.length);
    return schedule.map(({ month, cents, interestCents }, index) => ({
      number: month,
      dueDate: days[index]!,
      amountCents: cents,
      interestCents,
    }));
  };
  const instalments = fitting ? given : own();
  await tx
    .insertInto('loan_instalments')
    .values(
      instalments.map((one) => ({
        id: randomUUIDv7(),
        consumer_credit_id: id,
        merchant_id,
        number: one.number,
        due_date: one.dueDate,
        amount_cents: one.amountCents,
        interest_cents: one.interestCents,
        principal_cents: one.amountCents - one.interestCents,
        status: 'DUE' as const,
      })),
    )
    .execute();
}
