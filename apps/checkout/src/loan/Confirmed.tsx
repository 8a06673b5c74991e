import type { LoanView } from '@paydesk/contract/loan-view.ts';
import type { CheckoutView } from '@paydesk/contract/resources/checkouts.ts';
import { loanAddress } from '../address.ts';
import { money } from '../words.ts';
import { chosenOf, dayOf, LOAN_TITLES, screenOf, THEIR_MAIL } from './words.ts';

/** The order is paid, and the loan runs. */
export function Confirmed({ view, loan }: { view: CheckoutView; loan: LoanView }) {
  const refunded = screenOf(loan) === 'refunded';
  const offer = chosenOf(loan);
  const next = loan.instalments.find(({ status }) => status !== 'PAID' && status !== 'CANCELLED');
  const facts: [string, string | null | undefined][] = [
    ['Paid', money(loan.amount, loan.currency)],
    ['Lent by', offer?.institution],
    ['Loan', loan.loanNumber],
    ['First instalment', next && `${money(next.amount, loan.currency)} on ${dayOf(next.dueDate)}`],
  ];
  return (
    <section class="result">
      <span class={`sign ${refunded ? 'ended' : 'success'}`} aria-hidden="true">
        {refunded ? '–' : '✓'}
      </span>
      <h1 id="title" tabIndex={-1}>
        {refunded ? LOAN_TITLES.refunded : LOAN_TITLES.done}
      </h1>
      <p>
        {refunded
          ? `${view.merchant.name} has given back what your loan paid for. Nothing is owed of that any more.`
          : `${view.merchant.name} has your payment: a loan paid it. The papers go to ${THEIR_MAIL}.`}
      </p>
      <dl class="receipt">
        {facts.map(
          ([term, words]) =>
            words && (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{words}</dd>
              </div>
            ),
        )}
      </dl>
      {loan.token && (
        <p>
          <a href={loanAddress(loan.token)}>Your loan: schedule, documents, withdrawal</a>
        </p>
      )}
      {view.returnUrl && (
        <a class="main" href={view.returnUrl}>
          Back to {view.merchant.name}
        </a>
      )}
    </section>
  );
}
