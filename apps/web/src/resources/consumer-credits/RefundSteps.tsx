import type { ReactNode } from 'react';
import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import type { creditRefundRequests } from '@paydesk/contract/resources/consumer-credits/lists.ts';
import { formatDate } from '../../platform/format.ts';
import { Since } from '../../ui/Since.tsx';
import { DateTime } from '../../ui/values.tsx';
import styles from './consumer-credits.module.css';

type Request = RowOf<typeof creditRefundRequests.columns>;

interface Step {
  title: string;
  words: ReactNode;
  state: 'done' | 'now' | 'failed' | 'ended' | 'open';
}

/** How far a request has come: asked for, answered by the institution, taken off the loan. */
function stepsOf(request: Request): Step[] {
  const { status, createdDate, requestedBy, settledDate, institutionReference } = request;
  const asked: Step = {
    title: 'Requested',
    words: `${formatDate(createdDate)}, ${requestedBy}`,
    state: 'done',
  };
  const answered = settledDate && formatDate(settledDate);
  switch (status.name) {
    case 'REQUESTED':
      return [asked, waiting(request), { title: 'Booked', words: null, state: 'open' }];
    case 'CONFIRMED':
      return [
        asked,
        { title: 'The institution confirmed', words: answered, state: 'done' },
        {
          title: 'Booked',
          words: institutionReference && `Reference ${institutionReference}`,
          state: 'done',
        },
      ];
    case 'REJECTED':
      return [
        asked,
        {
          title: 'The institution declined',
          words: request.rejectReason ?? answered,
          state: 'failed',
        },
        NOT_BOOKED,
      ];
    case 'CANCELLED':
      return [
        asked,
        {
          title: 'Cancelled',
          words: settledDate && (
            <>
              <DateTime value={settledDate} />
              {request.cancelledBy ? `, ${request.cancelledBy}` : null}
            </>
          ),
          state: 'ended',
        },
        NOT_BOOKED,
      ];
  }
}

/** Over, as the line of it is: nothing of it is to come. */
const NOT_BOOKED: Step = {
  title: 'Not booked',
  words: 'This request is over; another can be made',
  state: 'ended',
};

function waiting({
  cancelAskedDate,
  sentDate,
  createdDate,
  unreachable,
  inquiredDate,
}: Request): Step {
  const title = cancelAskedDate
    ? 'Cancellation requested'
    : sentDate
      ? 'Waiting for the institution’s answer'
      : 'On its way to the institution';
  return {
    title,
    words: (
      <>
        <Since from={cancelAskedDate ?? sentDate ?? createdDate} />
        {unreachable ? (
          '; it could not be reached, and is retried automatically'
        ) : inquiredDate ? (
          <>
            ; asked <DateTime value={inquiredDate} />, and not decided then
          </>
        ) : null}
      </>
    ),
    state: 'now',
  };
}

/** One line from the request to the money, read in its order by whoever does not see it. */
export const RefundSteps = ({ request }: { request: Request }) => (
  <ol className={styles.steps}>
    {stepsOf(request).map(({ title, words, state }) => (
      <li
        key={title}
        data-state={state}
        {...(state === 'now' && { 'aria-current': 'step' as const })}
      >
        {title}
        {words ? <small>{words}</small> : null}
      </li>
    ))}
  </ol>
);
