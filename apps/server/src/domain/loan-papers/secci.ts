import type { SecciFacts } from '../lending/facts.ts';
import {
  exampleText,
  instalmentsText,
  loanIn,
  money,
  monthsText,
  percent,
  scheduleRows,
  SCHEDULE_HEAD,
} from './figures.ts';
import type { Paper } from '../../platform/pdf.ts';

/** Standard European Consumer Credit Information: the form of Directive 2008/48/EC, annex II, point by point. */
export function secci(facts: SecciFacts): Paper {
  const { institution, merchant, label, product, currency, months, date } = facts;
  const loan = loanIn(facts);
  const amount = money(facts.amountCents, currency);
  const total = money(loan.totalCents, currency);
  const interest = money(loan.totalCents - facts.amountCents, currency);
  const lastCents = loan.schedule.at(-1)!.cents;
  // a loan of few cents may be repaid before its months are over
  const count = loan.schedule.length;
  return {
    title: 'Standard European Consumer Credit Information',
    author: institution.name,
    date,
    sections: [
      {
        heading: '1. Identity and contact details of the creditor and the credit intermediary',
        blocks: [
          {
            kind: 'facts',
            rows: [
              ['Creditor', institution.name],
              ['Address', institution.address],
              ['Creditor’s code', institution.code],
              ['Credit intermediary', `${merchant.name}, where you buy`],
            ],
          },
        ],
      },
      {
        heading: '2. Description of the main features of the credit product',
        blocks: [
          {
            kind: 'facts',
            rows: [
              ['The type of credit', `Linked loan for a purchase: ${product.name}`],
              ['The total amount of credit', amount],
              [
                'The conditions governing the drawdown',
                `The creditor pays ${merchant.name} for your purchase once you have signed and the creditor has confirmed the agreement. Nothing is paid to you.`,
              ],
              ['The duration of the credit agreement', monthsText(months)],
              [
                'Instalments',
                `${instalmentsText(count, { monthlyCents: loan.monthlyCents, lastCents }, currency)} Each is allocated to interest first, then to what is owed.`,
              ],
              [
                'The total amount you will have to pay',
                `${total}: the ${amount} that is lent, and ${interest} of interest.`,
              ],
              [
                'Linked credit: goods or services and their cash price',
                `${label ?? 'Your purchase'} from ${merchant.name}, ${amount}`,
              ],
              ['Sureties required', 'None.'],
            ],
          },
        ],
      },
      {
        heading: '3. Costs of the credit',
        blocks: [
          {
            kind: 'facts',
            rows: [
              ['The borrowing rate', `${percent(facts.rate)} a year, fixed for all of the term.`],
              [
                'Annual Percentage Rate of Charge (APR)',
                `${percent(Math.round(loan.apr * 100))}. This is the total cost expressed as an annual percentage of the total amount of credit; it helps you to compare offers. ${exampleText(facts)}`,
              ],
              [
                'Is it compulsory to take out insurance, or another service?',
                'No insurance, and no other service.',
              ],
              [
                'Related costs',
                'None: no account is kept, no means of payment is needed, and no notary is paid.',
              ],
              [
                'Costs in the case of late payments',
                'Missing payments could have severe consequences for you and make obtaining credit more difficult. For what is late you owe the interest that the law sets, and no other charge.',
              ],
            ],
          },
        ],
      },
      {
        heading: '4. Other important legal aspects',
        blocks: [
          {
            kind: 'facts',
            rows: [
              [
                'Right of withdrawal',
                'Yes. You may withdraw from the agreement within 14 calendar days of signing it, without a reason. You then repay what was lent, with interest at the borrowing rate for the days in between.',
              ],
              [
                'Early repayment',
                'Yes. You may repay the credit early at any time, in full or in part. You then owe what is left of it with interest to that day; the creditor asks for no compensation.',
              ],
              [
                'Consultation of a database',
                'If the creditor refuses because of a database, it must tell you at once and free of charge what it found, unless the law or public security forbids it.',
              ],
              [
                'Right to a draft credit agreement',
                'Yes. You may have a copy of the draft agreement, free of charge, unless the creditor is unwilling to lend to you.',
              ],
              [
                'The period of time for which the creditor is bound by this information',
                `What is said here holds on ${date}. An offer says until when it can be taken.`,
              ],
            ],
          },
        ],
      },
      {
        heading: '5. Additional information in the case of distance marketing',
        blocks: [
          {
            kind: 'facts',
            rows: [
              ['The supervisory authority', institution.supervisor],
              [
                'Exercise of the right of withdrawal',
                'By the link that you are sent with the signed agreement, or by writing to the creditor at its address within the 14 days. If you do not, the agreement goes on as signed.',
              ],
              [
                'The law that the creditor goes by',
                'That of the country in which you live, before you sign and after.',
              ],
              ['Language', 'This information and the agreement are in English.'],
              [
                'Complaint and redress',
                `You may complain to the creditor, to ${institution.supervisor}, which supervises it, and to the authority for consumers of your country, which decides out of court and free of charge.`,
              ],
            ],
          },
        ],
      },
      {
        heading: 'Repayment plan',
        blocks: [
          {
            kind: 'text',
            text: `In ${currency}. Each instalment is due so many months after the day on which the creditor pays.`,
          },
          { kind: 'table', head: SCHEDULE_HEAD, rows: scheduleRows(loan) },
        ],
      },
    ],
  };
}
