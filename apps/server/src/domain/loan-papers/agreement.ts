import type { AgreementFacts } from '../lending/facts.ts';
import {
  instalmentsText,
  lastOf,
  loanIn,
  money,
  monthsText,
  percent,
  scheduleRows,
  SCHEDULE_HEAD,
} from './figures.ts';
import type { Block, Paper } from '../../platform/pdf.ts';

/** The loan agreement, with what article 10 of Directive 2008/48/EC wants to stand in it. */
export function agreement(facts: AgreementFacts): Paper {
  const { institution, merchant, label, product, currency, months, date, person, offer } = facts;
  const name = `${person.firstName} ${person.lastName}`;
  const loan = loanIn(facts);
  const amount = money(facts.amountCents, currency);
  const total = money(offer.totalCents, currency);
  const { cents: lastCents, asComputed } = lastOf(facts, offer);
  const plan: Block[] = asComputed
    ? [{ kind: 'table', head: SCHEDULE_HEAD, rows: scheduleRows(loan) }]
    : [];
  const contact = [person.email, person.phone].filter((one) => one !== null).join(', ');
  return {
    title: 'Consumer credit agreement',
    author: institution.name,
    date,
    sections: [
      {
        heading: '1. Who agrees',
        blocks: [
          {
            kind: 'facts',
            rows: [
              ['Agreement', facts.loanId],
              ['Offer', offer.externalId ?? 'The creditor’s offer'],
              ['Date', date],
              ['Creditor', `${institution.name} (${institution.code})`],
              ['Creditor’s address', institution.address],
              ['Supervised by', institution.supervisor],
              ['Borrower', name],
              ['Personal ID', person.personalId],
              ['Date of birth', person.dateOfBirth],
              ...(contact ? ([['Reached at', contact]] as const) : []),
              ['Credit intermediary', merchant.name],
            ],
          },
        ],
      },
      {
        heading: '2. What is lent',
        blocks: [
          {
            kind: 'facts',
            rows: [
              ['Type of credit', `Linked loan for a purchase: ${product.name}`],
              ['Total amount of credit', amount],
              [
                'What it is for',
                `${label ?? 'A purchase'} from ${merchant.name}; its cash price is ${amount}`,
              ],
              [
                'Drawdown',
                `The creditor pays ${merchant.name} once it has confirmed this agreement.`,
              ],
              ['Duration', `${monthsText(months)}, from that day on`],
            ],
          },
        ],
      },
      {
        heading: '3. What it costs',
        blocks: [
          {
            kind: 'facts',
            rows: [
              ['Borrowing rate', `${percent(facts.rate)} a year, fixed`],
              ['Annual percentage rate of charge (APR)', percent(offer.aprBp)],
              ['Total amount to be paid', total],
              [
                'Instalments',
                instalmentsText(
                  asComputed ? loan.schedule.length : months,
                  { monthlyCents: offer.monthlyCents, lastCents },
                  currency,
                ),
              ],
              ['Other charges', 'None'],
              [
                'Late payment',
                'For what is late the borrower owes the interest that the law sets. Missing payments may have severe consequences and make obtaining credit more difficult.',
              ],
            ],
          },
          ...plan,
        ],
      },
      {
        heading: '4. Rights of the borrower',
        blocks: [
          {
            kind: 'text',
            text: 'The borrower may withdraw from this agreement within 14 calendar days of signing it, without a reason, and then repays what was lent within 30 days, with interest at the borrowing rate for each day since it was paid out.',
          },
          {
            kind: 'text',
            text: 'The borrower may repay early at any time, in full or in part, and then owes what is left of the credit with interest to that day. The creditor asks for no compensation.',
          },
          {
            kind: 'text',
            text: 'As long as the agreement lasts the borrower may have a statement of the account as a repayment plan, free of charge, at any time.',
          },
          {
            kind: 'text',
            text: `Where ${merchant.name} does not deliver, or not as agreed, the borrower may turn to the creditor after the merchant, as the law on linked credit says.`,
          },
          {
            kind: 'text',
            text: `The borrower may complain to the creditor, to ${institution.supervisor}, and to the authority for consumers of the country in which they live.`,
          },
        ],
      },
      {
        heading: '5. Signatures',
        blocks: [
          {
            kind: 'text',
            text: 'Signed online, the signing service keeps the signature with the SHA-256 of this document. On paper it is signed here.',
          },
          { kind: 'signatures', of: [name, institution.name] },
        ],
      },
    ],
  };
}
