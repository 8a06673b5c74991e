import type { CheckoutDetails, CheckoutView } from '@paydesk/contract/resources/checkouts.ts';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { addressOf, mayFrame, type Place as Anywhere } from './address.ts';
import * as api from './api.ts';
import { keep, kept } from './kept.ts';

/** How often a page asks by itself, and how the pauses grow while nothing changes. */
const PAUSES: Partial<Record<CheckoutView['state'], number>> = {
  open: 30_000,
  card: 4000,
  challenge: 4000,
  working: 1500,
  review: 15_000,
  declined: 30_000,
};
const LONGEST_MS = 30_000;

type Place = Exclude<Anywhere, { loan: string }>;

export interface Shown {
  view: CheckoutView | null;
  /** There is none, or none can begin: what was said. */
  absent: 'nothing' | 'closed' | null;
  words: string | null;
  /** Nobody answers: the page tries again by itself. */
  cut: boolean;
  /** What was refused of what was sent last, by field; '' is the whole. */
  errors: Record<string, string>;
  /** Why the last delivery that was chosen has no price. */
  problem: string | null;
  /** What is under way. */
  busy: 'saying' | 'paying' | 'going on' | 'cancelling' | null;
  /** It is a link that is looked at: an order comes into being when its shopper does something. */
  unbegun: boolean;
  /** The page for the card was left without a word from here: it was begun again elsewhere, or nobody came. */
  left: boolean;
  /** When the state that is shown began here. */
  since: number;
}

export const NOTHING: Shown = {
  view: null,
  absent: null,
  words: null,
  cut: false,
  errors: {},
  problem: null,
  busy: null,
  unbegun: false,
  left: false,
  since: 0,
};

export function useCheckout(place: Place) {
  const [shown, setShown] = useState<Shown>(NOTHING);
  const idRef = useRef(place && 'checkout' in place ? place.checkout : null);
  const underRef = useRef(false);
  const link = (place && 'way' in place && place.way.link) || null;

  const take = useCallback((view: CheckoutView, unbegun = false) => {
    setShown((now) => ({
      ...now,
      view,
      unbegun,
      cut: false,
      left:
        view.state === 'open' && (now.left || (now.view?.state === 'card' && !underRef.current)),
      since: now.view?.state === view.state ? now.since : Date.now(),
    }));
  }, []);

  const fail = useCallback((error: unknown) => {
    if (error instanceof api.Unreachable) return setShown((now) => ({ ...now, cut: true }));
    if (!(error instanceof api.Refused)) throw error;
    const { status, errors, message } = error;
    if (status === 404) return setShown((now) => ({ ...now, absent: 'nothing', cut: false }));
    const byField = Object.fromEntries(errors.map(({ field, message: words }) => [field, words]));
    setShown((now) => ({
      ...now,
      cut: false,
      errors: errors.length ? byField : { '': status === 429 ? TOO_MANY : message },
      // a way in that is closed says so in its own words
      ...(!now.view && { absent: 'closed', words: errors[0]?.message ?? message }),
    }));
  }, []);

  /** From then on the address is the checkout's own. */
  const opened = useCallback(
    (id: string) => {
      idRef.current = id;
      if (place && 'way' in place) keep(place.key, id);
      history.replaceState(null, '', addressOf(id) + location.search);
    },
    [place],
  );

  /** Opens what the address names, once a tab; a link is only looked at. */
  const begin = useCallback(async () => {
    if (!place) return setShown((now) => ({ ...now, absent: 'nothing' }));
    try {
      if (!idRef.current && 'way' in place) {
        const before = kept<string>(place.key);
        const known = before && (await usable(before)) ? before : null;
        if (!known && link) {
          const seen = await api.look(link);
          // the shopper may have begun meanwhile
          if (!idRef.current) take(seen, true);
          return;
        }
        opened(known ?? (await api.open(place.way)).id);
      }
      const returned = 'checkout' in place && place.returned;
      const view = await (returned ? goneOn : api.read)(idRef.current!);
      take(view);
      // the page for the card may stand elsewhere by now: whoever opens it again asks for it
      if (view.state === 'card' && view.page) take(await api.pay(view.id, view.page.framed));
      if (returned) history.replaceState(null, '', addressOf(idRef.current!) + location.search);
    } catch (error) {
      fail(error);
    }
  }, [place, link, opened, take, fail]);

  useEffect(() => void begin(), [begin]);

  /** The order of a link, made by the first thing that is done; what was chosen and typed before goes with it. */
  const start = useCallback(async () => {
    const { id } = await api.open({ link: link! });
    for (const what of ['loan', 'checkout']) keep(`${what} ${id}`, kept(`${what} ${link}`));
    opened(id);
    setShown((now) => ({ ...now, unbegun: false, view: now.view && { ...now.view, id } }));
    return id;
  }, [link, opened]);

  /** One thing at a time: a second click finds the first under way. */
  const act = useCallback(
    async (busy: Shown['busy'], work: (id: string) => Promise<CheckoutView>) => {
      if (underRef.current || !(idRef.current || link)) return null;
      underRef.current = true;
      setShown((now) => ({ ...now, busy, errors: {}, left: false }));
      try {
        const view = await work(idRef.current ?? (await start()));
        take(view);
        setShown((now) => ({ ...now, problem: view.shippingProblem }));
        return view;
      } catch (error) {
        fail(error);
        // what stands now, where another tab or the shop was faster
        if (error instanceof api.Refused && idRef.current)
          await api.read(idRef.current).then(
            (view) => take(view),
            () => {},
          );
        return null;
      } finally {
        underRef.current = false;
        setShown((now) => ({ ...now, busy: null }));
      }
    },
    [link, start, take, fail],
  );

  const state = shown.view?.state;
  const { cut } = shown;
  useEffect(() => {
    const first = cut ? 2000 : state && PAUSES[state];
    if (!first) return undefined;
    let pause = first;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      clearTimeout(timer);
      if (!document.hidden && !underRef.current) {
        if (idRef.current)
          await api.read(idRef.current).then(
            async (view) => {
              // the bank's answer came late: no matter when, another card is asked for
              if (state === 'working' && asksAgain(view)) await act('going on', () => again(view));
              else take(view);
            },
            cut ? () => {} : fail,
          );
        else await begin();
      }
      pause = Math.min(pause * 1.3, LONGEST_MS);
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
  }, [state, cut, take, fail, begin, act]);

  const refresh = useCallback(
    () =>
      idRef.current ? api.read(idRef.current).then((view) => take(view), fail) : Promise.resolve(),
    [take, fail],
  );

  return {
    ...shown,
    refresh,
    refuse: (errors: Record<string, string>) => setShown((now) => ({ ...now, errors })),
    say: (details: CheckoutDetails) => act('saying', (one) => api.say(one, details)),
    pay: (details: CheckoutDetails | null, frame: boolean, here: boolean) =>
      act('paying', async (one) => {
        const said = details && (await api.say(one, details));
        if (said && said.state !== 'open' && said.state !== 'declined') return said;
        return api.pay(one, frame, here);
      }),
    goOn: () => act('going on', goneOn),
    cancel: () => act('cancelling', api.cancel),
  };
}

const TOO_MANY = 'This was tried very often. Please wait a minute, and try again.';

const asksAgain = (view: CheckoutView) =>
  view.state === 'declined' && !view.elsewhere && view.mayRetry && view.means.includes('CARD');

/**
 * The page for another card, where one was not taken: a new try of the same order, of which the server opens one
 * however often it is asked. Where none can begin, the form says what stands.
 */
const again = (view: CheckoutView) => api.pay(view.id, mayFrame()).catch(() => view);

/** What came of the acquirer's page, or of the bank's. */
const goneOn = async (id: string) => {
  const view = await api.goOn(id);
  return asksAgain(view) ? again(view) : view;
};

/** Whether what this tab began before can go on. */
async function usable(id: string): Promise<boolean> {
  try {
    return !['cancelled', 'expired', 'rejected', 'paid', 'authorised'].includes(
      (await api.read(id)).state,
    );
  } catch (error) {
    if (error instanceof api.Unreachable) throw error;
    return false;
  }
}

export type Checkout = ReturnType<typeof useCheckout>;
