import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { WITHDRAWAL_DAYS } from '@paydesk/contract/lending.ts';
import { instalmentDays, loanOf } from '@paydesk/contract/credit.ts';
import { sql } from 'kysely';
import type { AcceptanceAnswer, InstalmentGiven } from '../../gateways/financing-institution.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';
import { payerPaid } from '../customers/payer.ts';
import { orderPaid } from '../orders/paid.ts';
import { purchasePaid } from '../purchases.ts';
import { stepPurchase } from '../purchases/steps.ts';
import { INSTITUTION } from './asked.ts';
import { move, noteLoan, type HeldLoan, type Loan } from './loan.ts';
import { mailConfirmed } from './mails.ts';
import { close, openOf, type LoanOperation } from './operations.ts';

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
      token: randomUUID(),
      withdraw_until: sql`((${loan.agreement_signing_date}::timestamptz at time zone 'UTC')::date
        + ${WITHDRAWAL_DAYS}::int)` as never,
      decided_date: sql`now()` as never,
    },
    // with the order, which is paid in the same moment
    tell: null,
  });
  // somebody gave it up meanwhile, and was too late
  const cancel = await openOf(tx, lent, 'CANCEL');
  if (cancel?.failure_code) await close(tx, cancel, { approved: false, reason: 'It is confirmed' });
  await keepSchedule(tx, lent, answer.instalments);
  await orderPaid(tx, services, BY, order, {
    method: 'CONSUMER_CREDIT',
    happened: { loanId: loan.id, loanStatus: 'CONFIRMED', loanNumber: answer.loanNumber },
  });
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
  today: string;
}

/** As the institution says it; where it says none, by the terms of the offer, a month after each other. */
async function keepSchedule(
  tx: Tx,
  { id, merchant_id, amount_cents: amountCents }: Loan,
  given: readonly InstalmentGiven[],
): Promise<void> {
  const { rows } = await sql<Chosen>`
    select interest_rate_bp as rate, term_months as months,
      to_char(now() at time zone 'UTC', 'YYYY-MM-DD') as today
    from offers where consumer_credit_id = ${id} and merchant_id = ${merchant_id}
      and status = 'CHOSEN'`.execute(tx);
  const { rate, months, today } = rows[0]!;
  const own = () => {
    const { schedule } = loanOf({ amountCents, rate: BigInt(rate), months });
    const days = instalmentDays(today, schedule.length);
    return schedule.map(({ month, cents, interestCents }, index) => ({
      number: month,
      dueDate: days[index]!,
      amountCents: cents,
      interestCents,
    }));
  };
  const principal = given.reduce((sum, one) => sum + one.amountCents - one.interestCents, 0n);
  const instalments = given.length && principal === amountCents ? given : own();
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
