import { formatDateTime } from '@paydesk/contract/kernel/instants.ts';
import { APPLICATION_STATUSES, isToBeLetGo } from '@paydesk/contract/lending.ts';
import type { LoanView } from '@paydesk/contract/loan-view.ts';
import type { CheckoutView } from '@paydesk/contract/resources/checkouts.ts';
import type { ComponentChildren } from 'preact';
import { Failed } from './Failed.tsx';
import { Confirmed } from './Confirmed.tsx';
import { Identify } from './Identify.tsx';
import { Offers } from './Offers.tsx';
import { Problem } from './Problem.tsx';
import { Quit } from './Quit.tsx';
import { Sign } from './Sign.tsx';
import type { Borrowing } from './use-loan.ts';
import { chosenOf, LOAN_TITLES, screenOf, THEIR_MAIL } from './words.ts';

interface Props {
  view: CheckoutView;
  borrowing: Borrowing;
  loan: LoanView;
}

/** The page that a loan is at. */
export function LoanSteps({ view, borrowing, loan }: Props) {
  const screen = screenOf(loan);
  const lender = chosenOf(loan)?.institution ?? 'The lender';
  switch (screen) {
    case 'offers':
      return <Offers borrowing={borrowing} loan={loan} />;
    case 'identify':
      return <Identify borrowing={borrowing} loan={loan} />;
    case 'sign':
      return <Sign view={view} borrowing={borrowing} loan={loan} />;
    case 'done':
    case 'refunded':
      return <Confirmed view={view} loan={loan} />;
    case 'failed':
      return <Failed view={view} borrowing={borrowing} loan={loan} />;
    case 'waiting':
      return (
        <Waits screen={screen} borrowing={borrowing}>
          <p>
            {loan.applications.length
              ? 'We have asked those who lend this amount. Some answer at once, others within days.'
              : 'This takes some seconds.'}
          </p>
          <Asked loan={loan} />
          <p>
            You may close this page: as soon as there is an offer we write to {THEIR_MAIL}, with a
            link back to here.
          </p>
          <Problem borrowing={borrowing} />
        </Waits>
      );
    case 'review':
      return (
        <Waits screen={screen} borrowing={borrowing}>
          <p>
            Nothing is wrong: a person looks at applications like this one before they go on. We
            write to {THEIR_MAIL} when it is decided. You may close this page.
          </p>
          <Problem borrowing={borrowing} />
        </Waits>
      );
    default:
      return (
        <Waits screen="confirming" borrowing={borrowing}>
          {isToBeLetGo(loan.status, loan.until) ? (
            <p>
              {lender} has been asked to let the loan go, and says whether it does: if it has not
              lent yet you owe nothing, and can pay in another way. Else the loan pays your order,
              and we write to {THEIR_MAIL}.
            </p>
          ) : (
            <p>
              {lender} confirms the loan now; then your order is paid. You may close this page: we
              write to {THEIR_MAIL}.
            </p>
          )}
          {loan.until && (
            <p class="quiet">It is decided by {formatDateTime(loan.until)} at the latest.</p>
          )}
          <Problem borrowing={borrowing} />
        </Waits>
      );
  }
}

function Waits({
  screen,
  borrowing,
  children,
}: {
  screen: keyof typeof LOAN_TITLES;
  borrowing: Borrowing;
  children: ComponentChildren;
}) {
  return (
    <section class="result">
      <span class="sign info" aria-hidden="true">
        <span class="turning" />
      </span>
      <h1 id="title" tabIndex={-1}>
        {LOAN_TITLES[screen]}
      </h1>
      {children}
      <Quit borrowing={borrowing} />
    </section>
  );
}

const Asked = ({ loan: { applications } }: { loan: LoanView }) =>
  applications.length > 0 && (
    <ul class="asked" aria-label="Who was asked">
      {applications.map(({ institution, status }) => (
        <li key={institution}>
          <span>{institution}</span>
          <span class="sum">{status === 'SENT' ? 'Asked' : APPLICATION_STATUSES[status]}</span>
        </li>
      ))}
    </ul>
  );
