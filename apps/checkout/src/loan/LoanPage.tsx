import { formatAmount, less } from '@paydesk/contract/kernel/money.ts';
import { LOAN_ENDS, INSTALMENT_STATUSES } from '@paydesk/contract/lending.ts';
import type { LoanView } from '@paydesk/contract/loan-view.ts';
import type { LoanPage as Shown } from '@paydesk/contract/resources/checkouts/view.ts';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { paperAddress } from '../address.ts';
import { Head } from '../parts/Head.tsx';
import { Note } from '../parts/Note.tsx';
import { Absent } from '../parts/Result.tsx';
import { money, TITLES } from '../words.ts';
import * as api from '../api.ts';
import { Ending } from './Ending.tsx';
import { chosenOf, dayOf } from './words.ts';

const ASK_MS = 5000;

/** A loan after it is confirmed: what was paid, what is left, its papers, and how it can be ended. */
export function LoanPage({ token }: { token: string }) {
  const [shown, setShown] = useState<Shown | null>(null);
  const [absent, setAbsent] = useState(false);
  const [cut, setCut] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const underRef = useRef(false);

  const take = useCallback((page: Shown) => {
    setShown(page);
    setCut(false);
  }, []);
  const fail = useCallback((why: unknown) => {
    if (why instanceof api.Unreachable) return setCut(true);
    if (!(why instanceof api.Refused)) throw why;
    if (why.status === 404) return setAbsent(true);
    setCut(false);
    setError(why.errors[0]?.message ?? why.message);
  }, []);
  const pending = shown?.loan.closing?.status === 'PENDING';

  useEffect(() => {
    const ask = () => {
      if (!document.hidden && !underRef.current) void api.loanPage(token).then(take, fail);
    };
    ask();
    // what the lender confirms is seen as it comes
    const timer = setInterval(ask, pending || cut ? ASK_MS / 2 : ASK_MS * 6);
    document.addEventListener('visibilitychange', ask);
    addEventListener('online', ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
      removeEventListener('online', ask);
    };
  }, [token, pending, cut, take, fail]);

  const title = absent ? TITLES.nothing : shown ? `Your loan · ${shown.merchant.name}` : null;
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);

  async function end(work: () => Promise<Shown>) {
    if (underRef.current) return;
    underRef.current = true;
    setBusy(true);
    setError(null);
    try {
      take(await work());
    } catch (why) {
      fail(why);
      if (why instanceof api.Refused) await api.loanPage(token).then(take, () => {});
    } finally {
      underRef.current = false;
      setBusy(false);
    }
  }

  if (absent)
    return (
      <main class="alone">
        <Absent kind="nothing" words={null} />
      </main>
    );
  if (!shown)
    return (
      <main class="alone" aria-busy="true">
        <p class="coming">
          {cut ? 'We can’t be reached at the moment. This page tries again.' : 'One moment …'}
        </p>
      </main>
    );
  const { loan, merchant, label } = shown;
  return (
    <>
      {cut && (
        <Note kind="warning" alert>
          We can’t be reached at the moment. This page tries again by itself.
        </Note>
      )}
      <div class="sheet loan">
        <Head merchant={merchant} />
        <main>
          <h1 id="title" tabIndex={-1}>
            Your loan
          </h1>
          <State loan={loan} />
          <Facts loan={loan} label={label} />
          {error && (
            <Note kind="error" alert>
              {error}
            </Note>
          )}
          <Ending loan={loan} token={token} busy={busy} end={end} />
          <Schedule loan={loan} />
          <Papers loan={loan} token={token} />
        </main>
      </div>
    </>
  );
}

function State({ loan }: { loan: LoanView }) {
  const { closing, currency } = loan;
  if (loan.ended)
    return (
      <Note kind="info">
        {loan.ended === 'WITHDRAWN'
          ? 'You have withdrawn from this loan. What you bought stays yours; nothing is owed to the lender any more.'
          : `${LOAN_ENDS[loan.ended]}. Nothing is owed any more.`}
      </Note>
    );
  if (loan.status === 'REFUNDED')
    return <Note kind="info">The shop has given back what this loan paid for.</Note>;
  if (closing?.status === 'PENDING')
    return (
      <Note kind="info">
        {closing.kind === 'WITHDRAW'
          ? `You withdraw from the loan: pay ${money(closing.amount, currency)} to the lender within 30 days. It confirms the withdrawal, and this page shows it.`
          : `You repay the loan: the lender takes ${money(closing.amount, currency)}, and confirms it. This page shows it.`}
        {closing.givenBack > 0 &&
          ` The shop has given ${money(closing.givenBack, currency)} back since, so you owe that much less: if the lender takes the whole, ask it for the difference.`}
      </Note>
    );
  return (
    <>
      {closing?.status === 'DECLINED' && (
        <Note kind="error">
          The lender has not taken{' '}
          {closing.kind === 'WITHDRAW' ? 'the withdrawal' : 'the repayment'}
          {closing.reason && `: ${closing.reason}`}.
        </Note>
      )}
      {loan.arrears > 0 && (
        <Note kind="warning">
          {money(loan.arrears, currency)} is overdue. Please pay it to the lender as soon as you
          can.
        </Note>
      )}
      {loan.givenBack > 0 && (
        <Note kind="info">
          The shop has given {money(loan.givenBack, currency)} back, and from that day on you owe no
          interest on it. The instalments below are still those of your agreement: ask the lender
          for a new schedule. The amount for repaying early takes it into account already.
        </Note>
      )}
    </>
  );
}

function Facts({ loan, label }: { loan: LoanView; label: string | null }) {
  const offer = chosenOf(loan);
  const next = loan.ended
    ? undefined
    : loan.instalments.find(({ status }) => status !== 'PAID' && status !== 'CANCELLED');
  const facts: [string, string | false | null | undefined][] = [
    ['Left to pay', money(loan.left, loan.currency)],
    ['Given back', loan.givenBack > 0 && money(loan.givenBack, loan.currency)],
    // the first that is not paid, whether its day is to come or over
    [
      next?.status === 'OVERDUE' ? 'Overdue' : 'Next instalment',
      next &&
        `${money(less(next.amount, next.paid), loan.currency)} ${next.status === 'OVERDUE' ? 'since' : 'on'} ${dayOf(next.dueDate)}`,
    ],
    ['Borrowed', money(loan.amount, loan.currency)],
    ['Lent by', offer && `${offer.institution}, APR ${formatAmount(offer.apr)} %`],
    ['Loan number', loan.loanNumber],
    ['For', label],
    ['Signed', loan.signedDate && dayOf(loan.signedDate)],
  ];
  return (
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
  );
}

function Schedule({ loan }: { loan: LoanView }) {
  if (!loan.instalments.length) return null;
  return (
    <section aria-labelledby="schedule">
      <h2 id="schedule">Instalments</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section class="table" tabIndex={0} aria-labelledby="schedule">
        <table>
          <thead>
            <tr>
              <th scope="col">Due</th>
              <th scope="col">Interest</th>
              <th scope="col">Instalment</th>
              <th scope="col">Status</th>
            </tr>
          </thead>
          <tbody>
            {loan.instalments.map((one) => (
              <tr key={one.number}>
                <th scope="row">{dayOf(one.dueDate)}</th>
                <td>{formatAmount(one.interest)}</td>
                <td>{money(one.amount, loan.currency)}</td>
                <td>
                  {INSTALMENT_STATUSES[one.status]}
                  {one.status === 'PARTLY' && `: ${money(one.paid, loan.currency)}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

function Papers({ loan, token }: { loan: LoanView; token: string }) {
  // of a loan that was made elsewhere there are none here
  if (!loan.documents.length) return null;
  return (
    <section class="papers" aria-labelledby="papers">
      <h2 id="papers">Documents</h2>
      <ul>
        {loan.documents.toReversed().map(({ id, kind, institution, createdDate }) => (
          <li key={id}>
            <a href={paperAddress(token, id)} target="_blank" rel="noopener">
              {kind === 'AGREEMENT'
                ? 'The signed agreement'
                : `Consumer credit information of ${institution ?? 'the lender'}`}{' '}
              (PDF)
            </a>
            <small>{dayOf(createdDate)}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
