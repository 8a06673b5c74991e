import { formatDateTime } from '@paydesk/contract/kernel/instants.ts';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import { WITHDRAWAL_DAYS } from '@paydesk/contract/lending.ts';
import type { IdentificationMethod, LoanView } from '@paydesk/contract/loan-view.ts';
import { AUTHENTICATION_METHODS } from '@paydesk/contract/resources/authentications.ts';
import type { CheckoutView } from '@paydesk/contract/resources/checkouts.ts';
import { useEffect, useRef, useState } from 'preact/hooks';
import { paperAddress } from '../address.ts';
import { Button } from '../parts/Button.tsx';
import { Note } from '../parts/Note.tsx';
import { money } from '../words.ts';
import { Methods, UnderWay } from './Identifying.tsx';
import { Problem } from './Problem.tsx';
import { Quit } from './Quit.tsx';
import { Steps } from './Steps.tsx';
import type { Borrowing } from './use-loan.ts';
import { chosenOf, LOAN_TITLES, THEIR_MAIL, triesWords } from './words.ts';

/** The agreement is read, and signed online or at the shop. */
export function Sign({
  view,
  borrowing,
  loan,
}: {
  view: CheckoutView;
  borrowing: Borrowing;
  loan: LoanView;
}) {
  const { signing, authentication } = loan;
  const agreement = loan.documents.find(({ kind }) => kind === 'AGREEMENT');
  const offer = chosenOf(loan);
  return (
    <section>
      <Steps at="sign" />
      <h1 id="title" tabIndex={-1}>
        {LOAN_TITLES.sign}
      </h1>
      {offer && (
        <p>
          You borrow {money(loan.amount, loan.currency)} from {offer.institution}, and repay{' '}
          {money(offer.total, loan.currency)}: {money(offer.monthly, loan.currency)} a month,{' '}
          {offer.months} {offer.months === 1 ? 'time' : 'times'}, APR {formatAmount(offer.apr)} %.
        </p>
      )}
      {agreement && loan.token && (
        <p class="paper">
          <a href={paperAddress(loan.token, agreement.id)} target="_blank" rel="noopener">
            Read the agreement (PDF)
          </a>
          <small>SHA-256 {agreement.sha256}</small>
        </p>
      )}
      {signing?.where === 'MERCHANT' ? (
        <AtTheShop view={view} loan={loan} />
      ) : (
        agreement && (
          <Online
            borrowing={borrowing}
            loan={loan}
            sha256={agreement.sha256}
            before={signing?.method ?? authentication?.method ?? 'SMART_ID'}
          />
        )
      )}
      <Quit borrowing={borrowing} />
    </section>
  );
}

function AtTheShop({ view, loan }: { view: CheckoutView; loan: LoanView }) {
  return (
    <Note kind="info">
      <strong>You sign at {view.merchant.name}.</strong> Go there with your passport or ID card
      {loan.until && ` before ${formatDateTime(loan.until)}`}, and say that it is about a loan. This
      page goes on by itself, and we write to {THEIR_MAIL}.
    </Note>
  );
}

interface OnlineProps {
  borrowing: Borrowing;
  loan: LoanView;
  sha256: string;
  before: IdentificationMethod;
}

function Online({ borrowing, loan: { signing, triesLeft }, sha256, before }: OnlineProps) {
  const [method, setMethod] = useState(before);
  const [agreed, setAgreed] = useState(false);
  const [missing, setMissing] = useState(false);
  const [other, setOther] = useState<string | null>(null);
  const boxRef = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (missing) boxRef.current?.focus();
  }, [missing]);
  const page = signing?.status === 'PENDING' && (signing.url || signing.code) ? signing : null;
  const key = page && `${page.url} ${page.code}`;
  if (page && other !== key)
    return (
      <>
        <UnderWay page={page} onReturned={() => void borrowing.goOn()} />
        <Problem borrowing={borrowing} />
        <Button plain onClick={() => setOther(key)}>
          Another way
        </Button>
      </>
    );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!agreed) return setMissing(true);
        if (!borrowing.busy) void borrowing.sign(method, sha256).then(() => setOther(null));
      }}
    >
      {(signing?.status === 'FAILED' || signing?.status === 'EXPIRED') && (
        <Note kind="error" alert>
          {signing.error ?? 'It was not signed'}. {triesWords(triesLeft)}
        </Note>
      )}
      <Methods
        legend="How do you want to sign?"
        methods={borrowing.data!.methods}
        chosen={method}
        choose={setMethod}
      />
      <label class="agree">
        <input
          ref={boxRef}
          type="checkbox"
          name="agreement"
          checked={agreed}
          aria-invalid={missing ? true : undefined}
          aria-describedby={missing ? 'agreement-error' : undefined}
          onChange={({ currentTarget }) => {
            setAgreed(currentTarget.checked);
            setMissing(false);
          }}
        />
        <span>I have read the agreement and want to borrow on its terms.</span>
      </label>
      {missing && (
        <p class="error" id="agreement-error">
          Please read the agreement, and say so
        </p>
      )}
      <Problem borrowing={borrowing} />
      <Button busy={borrowing.busy === 'signing'}>
        Sign with {AUTHENTICATION_METHODS[method]}
      </Button>
      <p class="quiet">
        After signing you have {WITHDRAWAL_DAYS} days to withdraw from the loan, without a reason.
      </p>
    </form>
  );
}
