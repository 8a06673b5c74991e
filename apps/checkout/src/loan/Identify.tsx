import type { IdentificationMethod, LoanView } from '@paydesk/contract/loan-view.ts';
import { AUTHENTICATION_METHODS } from '@paydesk/contract/resources/authentications.ts';
import { useState } from 'preact/hooks';
import { Button } from '../parts/Button.tsx';
import { Note } from '../parts/Note.tsx';
import { Methods, UnderWay } from './Identifying.tsx';
import { Problem } from './Problem.tsx';
import { Quit } from './Quit.tsx';
import { Steps } from './Steps.tsx';
import type { Borrowing } from './use-loan.ts';
import { chosenOf, LOAN_TITLES, triesWords } from './words.ts';

/** The lender must know that it is the person who applied. */
export function Identify({ borrowing, loan }: { borrowing: Borrowing; loan: LoanView }) {
  const { authentication: open, triesLeft } = loan;
  const [method, setMethod] = useState<IdentificationMethod>(open?.method ?? 'SMART_ID');
  const [other, setOther] = useState<string | null>(null);
  const underWay = open?.status === 'STARTED' && other !== open.id;
  const failed = open?.status === 'FAILED' || open?.status === 'EXPIRED';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!borrowing.busy) void borrowing.identify(method).then(() => setOther(null));
      }}
    >
      <Steps at="identify" />
      <h1 id="title" tabIndex={-1}>
        {LOAN_TITLES.identify}
      </h1>
      {underWay ? (
        <>
          <UnderWay page={open} onReturned={() => void borrowing.goOn()} />
          <Problem borrowing={borrowing} />
          <Button plain onClick={() => setOther(open.id)}>
            Another way
          </Button>
        </>
      ) : (
        <>
          {failed && (
            <Note kind="error" alert>
              {open.error ?? 'That did not work'}. {triesWords(triesLeft)}
            </Note>
          )}
          <p>
            {chosenOf(loan)?.institution ?? 'The lender'} must be sure that it is you who borrows.
          </p>
          <Methods
            legend="How?"
            methods={borrowing.data!.methods}
            chosen={method}
            choose={setMethod}
          />
          <Problem borrowing={borrowing} />
          <Button busy={borrowing.busy === 'identifying'}>
            Continue with {AUTHENTICATION_METHODS[method]}
          </Button>
        </>
      )}
      <Quit borrowing={borrowing} />
    </form>
  );
}
