import { isUnderWay } from '@paydesk/contract/lending.ts';
import type { IdentificationMethod } from '@paydesk/contract/loan-view.ts';
import type { ConsumerCreditStatus } from '@paydesk/contract/kernel/loan-statuses.ts';
import type { CheckoutLoan, LoanBody } from '@paydesk/contract/resources/checkouts/view.ts';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { keep, kept } from '../kept.ts';
import type { Checkout } from '../use-checkout.ts';
import * as api from '../api.ts';

/** How soon the page asks again while the loan waits for somebody outside. */
const PAUSES: Partial<Record<ConsumerCreditStatus, number>> = {
  DRAFT: 1500,
  CUSTOMER_RISK_EVALUATION_SUCCEEDED: 1500,
  APPLICATION_CREATED: 2000,
  OFFER_SELECTION: 5000,
  OFFER_CHOSEN: 3000,
  SIGNING_DOCUMENTS_PREPARED: 3000,
  AGREEMENT_DOCUMENT_SIGNED: 2000,
  WAITING_FOR_CONFIRMATION: 2500,
};
const LONGEST_MS = 20_000;

export type Busy =
  | 'applying'
  | 'choosing'
  | 'identifying'
  | 'signing'
  | 'going on'
  | 'cancelling'
  | 'asking';

interface Shown {
  data: CheckoutLoan | null;
  /** What the checkout said of loan and amount as that was answered. */
  of: string | null;
  errors: Record<string, string>;
  busy: Busy | null;
  cut: boolean;
}

/** What stays of the choice over a reload. */
interface Chosen {
  months: number | null;
  /** By instalments, not by card. */
  borrows: boolean;
  applying: boolean;
  /** The failed loan that the shopper has read about. */
  left: string | null;
}

const NOTHING: Chosen = { months: null, borrows: false, applying: false, left: null };

/** The loan's part of a checkout: what it would cost, and the one that was applied for. */
export function useLoan({ view, refresh, unbegun }: Checkout) {
  const id = view?.id ?? null;
  const wanted = view !== null && (view.means.includes('CONSUMER_CREDIT') || view.loan !== null);
  const [shown, setShown] = useState<Shown>({
    data: null,
    of: null,
    errors: {},
    busy: null,
    cut: false,
  });
  const [chosen, setChosen] = useState<Chosen>(NOTHING);
  const underRef = useRef(false);
  const keptAsRef = useRef('');

  useEffect(() => {
    keptAsRef.current = `loan ${id}`;
    if (id) setChosen({ ...NOTHING, ...kept<Chosen>(`loan ${id}`) });
  }, [id]);

  const choice = useCallback(
    (next: Partial<Chosen>) =>
      setChosen((now) => {
        const then = { ...now, ...next };
        keep(keptAsRef.current, then);
        return then;
      }),
    [],
  );

  // another tab has applied, or the amount is another one now
  const changed = `${view?.loan?.id} ${view?.loan?.status} ${view?.amount}`;
  const changedRef = useRef(changed);
  useEffect(() => {
    changedRef.current = changed;
  });

  const take = useCallback((data: CheckoutLoan) => {
    setShown((now) => ({ ...now, data, of: changedRef.current, cut: false }));
    return data;
  }, []);

  const fail = useCallback((error: unknown) => {
    if (error instanceof api.Unreachable) return setShown((now) => ({ ...now, cut: true }));
    if (!(error instanceof api.Refused)) throw error;
    const { status, errors, message } = error;
    const byField = Object.fromEntries(errors.map(({ field, message: words }) => [field, words]));
    const whole = status === 429 ? 'Please wait a minute, and try again.' : message;
    setShown((now) => ({ ...now, cut: false, errors: errors.length ? byField : { '': whole } }));
  }, []);

  const act = useCallback(
    async (busy: Busy, work: (checkout: string) => Promise<CheckoutLoan>) => {
      // a second click finds the first under way
      if (underRef.current || !id) return null;
      underRef.current = true;
      setShown((now) => ({ ...now, busy, errors: {} }));
      try {
        return take(await work(id));
      } catch (error) {
        fail(error);
        // what stands now, where another tab was faster
        if (error instanceof api.Refused) await api.readLoan(id).then(take, () => {});
        return null;
      } finally {
        underRef.current = false;
        setShown((now) => ({ ...now, busy: null }));
      }
    },
    [id, take, fail],
  );

  const loan = shown.data?.loan ?? null;
  const status = loan?.status ?? null;
  const waiting = status !== null && isUnderWay(status);

  useEffect(() => {
    if (!id || !wanted) return;
    const goesOn = view?.loan && isUnderWay(view.loan.status);
    const asked = unbegun ? api.lookAtLoan : goesOn ? api.goOnWithLoan : api.readLoan;
    void asked(id).then(take, fail);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [id, wanted, changed, take, fail]);

  // the checkout says whether it is paid
  const before = useRef(status);
  useEffect(() => {
    if (before.current && before.current !== status && !waiting) void refresh();
    before.current = status;
  }, [status, waiting, refresh]);

  const asks =
    status === 'OFFER_CHOSEN' || status === 'SIGNING_DOCUMENTS_PREPARED'
      ? api.goOnWithLoan
      : api.readLoan;
  const open = shown.data?.loan?.authentication?.status ?? shown.data?.loan?.signing?.status ?? '';
  useEffect(() => {
    const first = shown.cut ? 2000 : status && PAUSES[status];
    if (!id || !first) return undefined;
    let pause = first;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      clearTimeout(timer);
      if (!document.hidden && !underRef.current) await asks(id).then(take, fail);
      pause = Math.min(pause * 1.2, LONGEST_MS);
      timer = setTimeout(() => void ask(), pause);
    };
    timer = setTimeout(() => void ask(), pause);
    const now = () => void ask();
    addEventListener('online', now);
    document.addEventListener('visibilitychange', now);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', now);
      document.removeEventListener('visibilitychange', now);
    };
  }, [id, status, open, shown.cut, asks, take, fail]);

  return {
    ...shown,
    ...chosen,
    loan,
    // whether what was answered is of the loan that the checkout has now
    answered: shown.of === changed,
    choice,
    refuse: (errors: Record<string, string>) => setShown((now) => ({ ...now, errors })),
    apply: (body: LoanBody) => act('applying', (one) => api.applyForLoan(one, body)),
    choose: (offer: string) => act('choosing', (one) => api.chooseOffer(one, offer)),
    identify: (method: IdentificationMethod) =>
      act('identifying', (one) => api.identify(one, method)),
    sign: (method: IdentificationMethod, sha256: string) =>
      act('signing', (one) => api.signLoan(one, method, sha256)),
    goOn: () => act('going on', api.goOnWithLoan),
    cancel: () => act('cancelling', api.cancelLoan),
    review: () => act('asking', api.askReview),
  };
}

export type Borrowing = ReturnType<typeof useLoan>;
