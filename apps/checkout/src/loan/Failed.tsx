import type { LoanView } from '@paydesk/contract/loan-view.ts';
import type { CheckoutView } from '@paydesk/contract/resources/checkouts.ts';
import { Button } from '../parts/Button.tsx';
import { Note } from '../parts/Note.tsx';
import { Problem } from './Problem.tsx';
import type { Borrowing } from './use-loan.ts';
import { LOAN_TITLES, THEIR_MAIL } from './words.ts';

interface Props {
  view: CheckoutView;
  borrowing: Borrowing;
  loan: LoanView;
}

/** Why nothing came of it, who decided that, and what can be done. */
export function Failed({ view, borrowing, loan }: Props) {
  const { failure } = loan;
  const again = view.state === 'open' || view.mayRetry;
  return (
    <section class="result">
      <span class="sign ended" aria-hidden="true">
        –
      </span>
      <h1 id="title" tabIndex={-1}>
        {LOAN_TITLES.failed}
      </h1>
      {failure && (
        <p>
          <strong>{failure.reason}.</strong> {failure.nextStep} You owe nothing.
        </p>
      )}
      {/* of no other decision a person is asked for a look */}
      {failure && (failure.mayAskReview || failure.reviewAsked) && !failure.reviewed && (
        <Note kind="info">
          {failure.reviewAsked
            ? `A person looks at your application now, and we write to ${THEIR_MAIL}. You need not wait here.`
            : 'No person has looked at this: a computer decided by fixed rules. You have the right to say what you think of it, and to have a person look.'}
        </Note>
      )}
      <Problem borrowing={borrowing} />
      {failure?.mayAskReview && (
        <Button plain busy={borrowing.busy === 'asking'} onClick={() => void borrowing.review()}>
          Ask a person to look at it
        </Button>
      )}
      {again ? (
        <Button
          onClick={() => borrowing.choice({ left: loan.id, borrows: false, applying: false })}
        >
          Pay in another way
        </Button>
      ) : (
        view.returnUrl && (
          <a class="plain" href={view.returnUrl}>
            Back to {view.merchant.name}
          </a>
        )
      )}
    </section>
  );
}
