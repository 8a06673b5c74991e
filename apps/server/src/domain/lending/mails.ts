import { randomUUID } from 'node:crypto';
import { isLent, LOAN_FAILURE_WORDS, type LoanFailure } from '@paydesk/contract/lending.ts';
import { formatAmount, fromCents } from '@paydesk/contract/kernel/money.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';
import { mailLetter } from '../../platform/mail-layout.ts';
import type { Services } from '../../platform/services.ts';
import { payBase, paymentUrl } from '../checkouts.ts';
import type { Loan } from './loan.ts';

/** What a borrower is told by mail, in the transaction in which it happens. */

const DAYS_TO_TRY = 7;

interface To {
  email: string | null;
  shop: string;
  first_name: string;
}

async function toOf(tx: Tx, { id, merchant_id }: Loan): Promise<To | undefined> {
  const { rows } = await sql<To>`
    select p.email, p.first_name, m.name as shop from consumer_credit_persons p
    join merchants m on m.id = p.merchant_id
    where p.consumer_credit_id = ${id} and p.merchant_id = ${merchant_id}`.execute(tx);
  return rows[0];
}

/** The loan's own page, once it is confirmed; whoever has the address sees it. */
export const loanUrl = (services: Pick<Services, 'config' | 'publicUrl'>, token: string) =>
  `${payBase(services)}/loan/${token}`;

/**
 * Where its borrower goes on from a mail: the way to the checkout has the key behind its `#`, which browsers send to
 * no server (ADR 215).
 */
async function linkTo(tx: Tx, services: Services, loan: Loan): Promise<string> {
  const token = loan.token ?? randomUUID();
  // begun before each had one from its beginning
  if (loan.token === null)
    await tx
      .updateTable('consumer_credits')
      .set({ token })
      .where(theRow(loan.id, loan.merchant_id))
      .execute();
  return isLent(loan.status)
    ? loanUrl(services, token)
    : `${paymentUrl(services, loan.checkout_id!)}#loan=${token}`;
}

interface Letter {
  subject: (shop: string, money: string) => string;
  heading: string;
  before: (shop: string, money: string) => string[];
  label: string;
  after?: string[];
}

async function mail(tx: Tx, services: Services, loan: Loan, letter: Letter): Promise<void> {
  const to = await toOf(tx, loan);
  if (!to?.email) return;
  const money = `${formatAmount(fromCents(loan.amount_cents))} ${loan.currency}`;
  const { email } = to;
  const link = await linkTo(tx, services, loan);
  await mailLetter(
    tx,
    services,
    () => ({
      to: email,
      subject: letter.subject(to.shop, money),
      heading: letter.heading,
      before: letter.before(to.shop, money),
      action: { label: letter.label, link },
      after: letter.after ?? [],
    }),
    { minutes: DAYS_TO_TRY * 24 * 60, merchantId: loan.merchant_id },
  );
}

/** The checkout's address alone does not lead back to it from another browser. */
export const mailBegun = (tx: Tx, services: Services, loan: Loan): Promise<void> =>
  mail(tx, services, loan, {
    subject: (shop) => `Your application at ${shop}: how to come back to it`,
    heading: 'You have applied for a loan',
    before: (shop, money) => [
      `You asked to pay ${money} at ${shop} by instalments.`,
      'In the browser in which you applied, the page goes on by itself. In any other one you go on from here. Keep this mail: whoever has the link sees the application.',
    ],
    label: 'Go on',
    after: [
      'You owe nothing before you have signed. If it was not you who applied, write to the shop.',
    ],
  });

/** Who had to wait for an offer has gone by then. */
const WAITED_SECONDS = 60;

export async function mailOffers(tx: Tx, services: Services, loan: Loan): Promise<void> {
  const { rows } = await sql<{ waited: boolean }>`
    select ${loan.created_date}::timestamptz <= now() - make_interval(secs => ${WAITED_SECONDS}) as waited`.execute(
    tx,
  );
  if (!rows[0]!.waited) return;
  await mail(tx, services, loan, {
    subject: (shop) => `There is an offer for your purchase at ${shop}`,
    heading: 'You have an offer',
    before: (shop, money) => [`You asked to pay ${money} at ${shop} by instalments.`],
    label: 'See the offers',
  });
}

export const mailReminder = (tx: Tx, services: Services, loan: Loan): Promise<void> =>
  mail(tx, services, loan, {
    subject: (shop) => `Your purchase at ${shop} waits for you`,
    heading: 'You can go on where you stopped',
    before: (shop, money) => [
      `You began to pay ${money} at ${shop} by instalments, and have not finished.`,
    ],
    label: 'Go on',
    after: ['If you do nothing the application ends by itself, and you owe nothing.'],
  });

export const mailConfirmed = (tx: Tx, services: Services, loan: Loan): Promise<void> =>
  mail(tx, services, loan, {
    subject: (shop, money) => `Your loan of ${money} for ${shop}`,
    heading: 'Your loan is confirmed',
    before: (shop, money) => [
      `Your purchase of ${money} at ${shop} is paid by a loan. Its number is ${loan.loan_number}.`,
      'On its page are the schedule, your documents, and how to withdraw within 14 days or to repay early. Keep this mail: whoever has the link sees the loan.',
    ],
    label: 'See the loan',
  });

/** Told where it was not the shopper's own doing. */
export async function mailFailed(tx: Tx, services: Services, loan: Loan): Promise<void> {
  const { reason, nextStep } = LOAN_FAILURE_WORDS[loan.failure_code as LoanFailure];
  // whom staff have blocked, and what nobody lends for, no rule has decided about
  const byRule = loan.failure_code === 'REFUSED_BY_RULE';
  await mail(tx, services, loan, {
    subject: (shop) => `Your application at ${shop}`,
    heading: reason,
    before: (shop, money) => [`You asked to pay ${money} at ${shop} by instalments.`, nextStep],
    label: 'Open the checkout',
    after: byRule ? ['No person took part in this decision.'] : [],
  });
}

export const mailEnded = (tx: Tx, services: Services, loan: Loan): Promise<void> =>
  mail(tx, services, loan, {
    subject: (shop) => `Your loan for ${shop} has ended`,
    heading: loan.ended === 'WITHDRAWN' ? 'You have withdrawn from the loan' : 'The loan is repaid',
    before: (shop, money) => [
      `The institution has confirmed it: of the loan of ${money} for ${shop} nothing is owed any more.`,
    ],
    label: 'See the loan',
  });

export async function mailRefunded(
  tx: Tx,
  services: Services,
  loan: Loan,
  cents: bigint,
): Promise<void> {
  const given = `${formatAmount(fromCents(cents))} ${loan.currency}`;
  const ending = await tx
    .selectFrom('loan_operations')
    .select('amount_cents')
    .where('consumer_credit_id', '=', loan.id)
    .where('merchant_id', '=', loan.merchant_id)
    .where('kind', 'in', ['WITHDRAW', 'REPAY'])
    .where('status', '=', 'PENDING')
    .executeTakeFirst();
  const asked = ending && `${formatAmount(fromCents(ending.amount_cents!))} ${loan.currency}`;
  await mail(tx, services, loan, {
    subject: (shop) => `${shop} has given ${given} back`,
    // of one that has ended nothing was owed any more
    heading: loan.ended ? `${given} was given back` : `${given} less is owed`,
    before: (shop, money) => [
      loan.ended
        ? `${shop} has given ${given} of your purchase back to the institution. Your loan of ${money} for it has ended: please ask the institution how you get the money.`
        : `The institution has taken ${given} off your loan of ${money} for your purchase at ${shop}.`,
      ...(asked
        ? [
            `You had asked to end the loan before, and the institution was told ${asked}, which is without this. If it takes that amount, ask it to give you ${given} back.`,
          ]
        : []),
    ],
    label: 'See the loan',
  });
}
