import type { ReactNode } from 'react';
import type { CallbackDelivery } from '@paydesk/contract/merchant-record.ts';
import { DateTime } from '../ui/values.tsx';
import { Note } from './DetailScreen/blocks.tsx';
import { formatCount } from './format.ts';

const messages = (count: number) => `${formatCount(count)} ${count === 1 ? 'message' : 'messages'}`;

/**
 * What a merchant's purchase notification address does not take: since when, what waits for it or was
 * given up, and what to do (AM-48). Nothing where all is well.
 */
export function CallbackNotice({
  delivery,
  wayOut,
  ofGivenUp,
}: {
  delivery: CallbackDelivery | undefined;
  /** What the reader can do about the address. */
  wayOut: ReactNode;
  /** What the reader can do about what was given up. */
  ofGivenUp: ReactNode;
}): ReactNode {
  if (!delivery) return null;
  const { failingSince, error, nextAttempt, waiting, givenUp } = delivery;
  if (!failingSince && !givenUp) return null;
  const given = givenUp
    ? `${messages(givenUp)} ${givenUp === 1 ? 'was' : 'were'} given up in the last 30 days.`
    : null;
  return (
    <Note tone="warning">
      {failingSince ? (
        <>
          <strong>The purchase notification address has failed</strong> since{' '}
          <DateTime value={failingSince} />
          {error ? `: ${error}.` : '.'}{' '}
          {waiting ? (
            <>
              {messages(waiting)} {waiting === 1 ? 'waits' : 'wait'} for it; the next try is at{' '}
              <DateTime value={nextAttempt} />.{' '}
            </>
          ) : null}
          {wayOut}{' '}
        </>
      ) : null}
      {given ? (
        <>
          {given} {ofGivenUp}
        </>
      ) : null}
    </Note>
  );
}
