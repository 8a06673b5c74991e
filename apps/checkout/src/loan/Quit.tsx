import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../parts/Button.tsx';
import type { Borrowing } from './use-loan.ts';

/** The way out of an application, asked about first. */
export function Quit({ borrowing }: { borrowing: Borrowing }) {
  const [asked, setAsked] = useState(false);
  const questionRef = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (asked) questionRef.current?.focus();
  }, [asked]);
  if (!borrowing.loan?.mayCancel) return null;
  if (!asked)
    return (
      <Button plain onClick={() => setAsked(true)}>
        Give up this application
      </Button>
    );
  return (
    <div class="question">
      <p ref={questionRef} tabIndex={-1}>
        {borrowing.loan.status === 'WAITING_FOR_CONFIRMATION'
          ? 'Give the application up? You have signed, so the lender is asked: if it has not lent yet you owe nothing, and can pay in another way.'
          : 'Give the application up? You owe nothing, and can pay in another way.'}
      </p>
      <Button plain busy={borrowing.busy === 'cancelling'} onClick={() => void borrowing.cancel()}>
        Yes, give it up
      </Button>
      <Button plain onClick={() => setAsked(false)}>
        No, go on
      </Button>
    </div>
  );
}
