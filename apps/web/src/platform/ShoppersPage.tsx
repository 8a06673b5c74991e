import { useEffect, useRef, type ReactNode } from 'react';
import {
  PREVIEW_HEIGHT,
  PREVIEW_MESSAGE,
  PREVIEW_PATH,
  type ShopperFacts,
} from '@paydesk/contract/shopper-facts.ts';
import { useCall } from './query.ts';
import { fitPhone } from '../ui/Phone.tsx';
import { useActor } from './session.ts';

/** What is asked for, without whose shop it is and what is offered there. */
export type Asked = Pick<
  ShopperFacts,
  'label' | 'items' | 'amount' | 'tax' | 'currency' | 'recurring'
>;

type Offered = ShopperFacts['offered'];
type Shop = ShopperFacts['merchant'];

const shopOf = ({ name, termsUrl, logoUrl }: Shop): Shop => ({ name, termsUrl, logoUrl });

/** What is shown until the server has said what there is, and where it does not. */
const UNKNOWN: Offered = { means: ['CARD'], shippingMethods: [], loan: null };

interface Said {
  offered: Offered | null;
  failed: boolean;
}

const said = ({ data, isError }: { data: Offered | undefined; isError: boolean }): Said => ({
  offered: data ?? (isError ? UNKNOWN : null),
  failed: isError,
});

/** What the own shop's checkout would offer for this. */
const queryFor = (asked: Asked | null) => ({
  amount: (asked?.amount ?? 0).toFixed(2),
  repeats: asked?.recurring ? ('true' as const) : ('false' as const),
});

/** The last that was said stays while it is asked for. */
const optionsFor = (asked: Asked | null) => ({
  enabled: asked !== null,
  placeholderData: (before: Offered | undefined) => before,
});

/** By a widget; a basket is delivered. */
export const useOffered = (asked: Asked | null, ships: boolean): Said =>
  said(
    useCall(
      'GET /api/widgets/preview',
      { query: { ...queryFor(asked), ships: ships ? 'true' : 'false' } },
      optionsFor(asked),
    ),
  );

/** By a payment link that is not there yet. */
export const useOfferedByNewLink = (asked: Asked | null): Said =>
  said(useCall('GET /api/payment-links/preview', { query: queryFor(asked) }, optionsFor(asked)));

/** The same of a payment link that is there, and whose it is, as its page says it to whoever opens it. */
export function useOfferedByLink(id: string): Said & { merchant: Shop | null } {
  const given = { params: { id } };
  const page = useCall('GET /api/link-pages/{id}', given);
  const loan = useCall('GET /api/link-pages/{id}/loan', given);
  const failed = page.isError || loan.isError;
  const merchant = page.data ? shopOf(page.data.merchant) : null;
  if (failed) return { offered: UNKNOWN, failed, merchant };
  if (!page.data || !loan.data) return { offered: null, failed, merchant };
  const { means, shippingMethods } = page.data;
  return { offered: { means, shippingMethods, loan: loan.data }, failed, merchant };
}

/** What stands below the phone where it could not be asked what there is. */
export const NOT_OFFERED = 'What else is offered could not be loaded.';

/** The shop of whoever is signed in, or by its name alone where staff look. */
export function useShop(name?: string | null): Shop | null {
  const own = useCall(
    'GET /api/user-merchant',
    {},
    { enabled: useActor().merchantId !== null },
  ).data;
  if (own) return shopOf(own);
  return name ? { name, termsUrl: null, logoUrl: null } : null;
}

/** The checkout itself, in a frame of no origin, told what to show as it changes (ADR 134). */
export function ShoppersPage({
  asked,
  ...shown
}: { asked: Asked } & Omit<ShopperFacts, keyof Asked>) {
  const frame = useRef<HTMLIFrameElement>(null);
  const facts = JSON.stringify({ ...asked, ...shown } satisfies ShopperFacts);
  const tell = () =>
    // a page of no origin can't be named; nothing in it is a secret
    frame.current?.contentWindow?.postMessage({ [PREVIEW_MESSAGE]: JSON.parse(facts) }, '*');
  useEffect(() => void tell());
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent<Record<string, unknown> | null>) => {
      const height = data?.[PREVIEW_HEIGHT];
      if (source === frame.current?.contentWindow && typeof height === 'number')
        fitPhone(frame.current!, height);
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, []);
  return (
    <iframe
      ref={frame}
      title="What the shopper sees"
      sandbox="allow-scripts"
      src={PREVIEW_PATH}
      tabIndex={-1}
      onLoad={tell}
    />
  ) as ReactNode;
}
