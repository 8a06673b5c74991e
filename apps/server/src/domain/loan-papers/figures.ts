import { loanOf, representativeExample, type Loan } from '@paydesk/contract/credit.ts';
import { formatAmount, fromCents } from '@paydesk/contract/kernel/money.ts';
import type { TermsFacts } from '../lending/facts.ts';

/** The figures of a loan as its papers write them. */

export const money = (cents: bigint, currency: string) =>
  `${formatAmount(fromCents(cents))} ${currency}`;

/** Hundredths of a percent: '12.90 %'. */
export const percent = (hundredths: bigint | number) =>
  `${formatAmount(fromCents(BigInt(hundredths)))} %`;

export const monthsText = (months: number) => (months === 1 ? '1 month' : `${months} months`);

export const loanIn = ({ amountCents, rate, months }: TermsFacts): Loan =>
  loanOf({ amountCents, rate, months });

/**
 * The last instalment of an offer: of the plan, or, where an institution lends by terms of its own and its figures
 * stand alone, what the others leave of the total.
 */
export function lastOf(
  facts: Pick<TermsFacts, 'amountCents' | 'rate' | 'months'>,
  { monthlyCents, totalCents }: { monthlyCents: bigint; totalCents: bigint },
): { cents: bigint; asComputed: boolean } {
  const loan = loanOf(facts);
  const asComputed = loan.totalCents === totalCents && loan.monthlyCents === monthlyCents;
  const cents = asComputed
    ? loan.schedule.at(-1)!.cents
    : totalCents - monthlyCents * BigInt(facts.months - 1);
  return { cents, asComputed };
}

/** What is paid and how often, in one sentence. */
export function instalmentsText(
  months: number,
  { monthlyCents, lastCents }: { monthlyCents: bigint; lastCents: bigint },
  currency: string,
): string {
  if (months === 1) return `One instalment of ${money(lastCents, currency)}, after one month.`;
  const each = money(monthlyCents, currency);
  return lastCents === monthlyCents
    ? `${months} instalments of ${each}, one each month.`
    : `${months} instalments, one each month: ${months - 1} of ${each}, and the last of ${money(lastCents, currency)}.`;
}

/** The example for exactly what is asked for. */
export function exampleText(facts: TermsFacts): string {
  const amount = fromCents(facts.amountCents);
  return representativeExample(
    {
      minAmount: amount,
      maxAmount: amount,
      minTermMonths: facts.months,
      maxTermMonths: facts.months,
      interestRate: fromCents(facts.rate),
    },
    facts.currency,
  );
}

/** Each instalment: how many months after the payout, and what of it is what. */
export const scheduleRows = ({ schedule }: Loan): string[][] =>
  schedule.map(({ month, cents, interestCents, leftCents }) => [
    String(month),
    formatAmount(fromCents(cents)),
    formatAmount(fromCents(interestCents)),
    formatAmount(fromCents(cents - interestCents)),
    formatAmount(fromCents(leftCents)),
  ]);

export const SCHEDULE_HEAD = ['Month', 'Instalment', 'Interest', 'Repaid', 'Left'];
