import type { CheckoutView } from '@paydesk/contract/resources/checkouts.ts';
import {
  NOBODY,
  PREVIEW_HEIGHT,
  PREVIEW_MESSAGE,
  type ShopperFacts,
} from '@paydesk/contract/shopper-facts.ts';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Page } from './App.tsx';
import { useLoan } from './loan/use-loan.ts';
import { NOTHING, type Checkout } from './use-checkout.ts';

/**
 * This page as the shopper of a widget or a link would find it, out of what the console tells it: nothing
 * is asked of the server, and nothing in it can be pressed. Opened by itself it shows nothing (ADR 134).
 */
export function Preview() {
  const [facts, setFacts] = useState<ShopperFacts | null>(null);
  // before the frame says that it is there: it is told then
  useLayoutEffect(() => {
    const take = ({ source, origin, data }: MessageEvent) => {
      if (source === parent && origin === location.origin && data?.[PREVIEW_MESSAGE])
        setFacts(data[PREVIEW_MESSAGE] as ShopperFacts);
    };
    addEventListener('message', take);
    return () => removeEventListener('message', take);
  }, []);
  const framed = parent !== window;
  const page = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // to whoever holds this frame: the policy lets nobody but the console
    const tell = () =>
      parent.postMessage({ [PREVIEW_HEIGHT]: page.current!.scrollHeight }, location.origin);
    const watch = new ResizeObserver(tell);
    watch.observe(page.current!);
    return () => watch.disconnect();
  }, []);
  const checkout = {
    ...INERT,
    view: facts && viewOf(facts),
    unbegun: facts?.ofLink ?? false,
    absent: framed ? null : 'nothing',
  } as Checkout;
  // without an id it asks nobody
  const borrowing = { ...useLoan(checkout), data: facts?.offered.loan ?? null };
  return (
    <div ref={page} inert={framed}>
      {/* the form of a page begins with what is known: another page is another form */}
      <Page key={facts?.addressed} checkout={checkout} borrowing={borrowing} />
    </div>
  );
}

const nothing = async () => null;
const INERT = {
  ...NOTHING,
  refresh: async () => undefined,
  refuse: () => undefined,
  say: nothing,
  pay: nothing,
  goOn: nothing,
  cancel: nothing,
};

/** Nobody has ordered yet: who stands on the page after the address. */
const EXAMPLE = {
  ...NOBODY,
  email: 'anna@example.com',
  firstName: 'Anna',
  lastName: 'Example',
  phone: '+371 20000000',
  addressLine: '1 Example Street',
  postalCode: 'LV-1010',
  city: 'Riga',
  country: 'LV',
};

const viewOf = ({
  merchant,
  recurring,
  items,
  amount,
  offered: { means, shippingMethods },
  addressed,
  ...facts
}: ShopperFacts): CheckoutView => ({
  ...facts,
  merchant: { ...merchant, email: null },
  id: '',
  items: items.map((item) => ({ ...item, unit: null })),
  amount,
  itemsAmount: amount,
  shipping: null,
  ships: shippingMethods.length > 0,
  shippingMethods,
  shippingProblem: null,
  customer: addressed ? EXAMPLE : NOBODY,
  emailFixed: false,
  means,
  loan: null,
  state: 'open',
  elsewhere: false,
  page: null,
  failure: null,
  mayRetry: false,
  receipt: null,
  returnUrl: null,
  cancelReturns: false,
  recurring: recurring === null ? null : { sentence: recurring, pageUrl: null },
  expiresDate: '',
  linkOver: null,
  testCards: null,
});
