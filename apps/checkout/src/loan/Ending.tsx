import type { LoanView } from '@paydesk/contract/loan-view.ts';
import type { LoanPage } from '@paydesk/contract/resources/checkouts/view.ts';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../parts/Button.tsx';
import { money } from '../words.ts';
import * as api from '../api.ts';
import { dayOf } from './words.ts';

interface Props {
  loan: LoanView;
  token: string;
  busy: boolean;
  end: (work: () => Promise<LoanPage>) => Promise<void>;
}

/** To withdraw within its days, or to repay at once: each with what it comes to today, and asked about first. */
export function Ending({ loan, token, busy, end }: Props) {
  const { withdrawing, repaying, withdrawUntil, currency } = loan;
  return (
    <>
      {withdrawing && (
        <One
          title="Withdraw from the loan"
          words={`Until ${withdrawUntil ? dayOf(withdrawUntil) : 'its last day'} you may withdraw without a reason. You pay back ${money(withdrawing.amount, currency)}: what you borrowed, and ${money(withdrawing.interest, currency)} of interest up to today.`}
          button="Withdraw"
          question={`Withdraw from this loan, and pay ${money(withdrawing.amount, currency)} back to the lender within 30 days? This can’t be undone.`}
          yes="Yes, withdraw"
          busy={busy}
          act={() => end(() => api.withdrawLoan(token, withdrawing.amount))}
        />
      )}
      {repaying && (
        <One
          title="Repay early"
          words={`To repay all of it today you pay ${money(repaying.amount, currency)}: the rest of the loan, and ${money(repaying.interest, currency)} of interest up to today. Nothing is due after that.`}
          button={`Repay ${money(repaying.amount, currency)}`}
          question={`Repay ${money(repaying.amount, currency)} now? This can’t be undone.`}
          yes="Yes, repay it"
          busy={busy}
          act={() => end(() => api.repayLoan(token, repaying.amount))}
        />
      )}
    </>
  );
}

interface OneProps {
  title: string;
  words: string;
  button: string;
  question: string;
  yes: string;
  busy: boolean;
  act: () => Promise<void>;
}

function One({ title, words, button, question, yes, busy, act }: OneProps) {
  const [asked, setAsked] = useState(false);
  const questionRef = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (asked) questionRef.current?.focus();
  }, [asked]);
  return (
    <section class="ending">
      <h2>{title}</h2>
      <p>{words}</p>
      {asked ? (
        <div class="question">
          <p ref={questionRef} tabIndex={-1}>
            {question}
          </p>
          <Button busy={busy} onClick={() => void act().then(() => setAsked(false))}>
            {yes}
          </Button>
          <Button plain onClick={() => setAsked(false)}>
            No
          </Button>
        </div>
      ) : (
        <Button plain onClick={() => setAsked(true)}>
          {button}
        </Button>
      )}
    </section>
  );
}
