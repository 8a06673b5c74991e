import { useEffect, useRef, type ReactNode } from 'react';
import {
  PREVIEW_MESSAGE,
  PREVIEW_PATH,
  type ShopperFacts,
} from '@paydesk/contract/shopper-facts.ts';
import { useCall } from './query.ts';
import { useActor } from './session.ts';

/** What is shown, without whose shop it is. */
export type Asked = Omit<ShopperFacts, 'merchant'>;

/** The shop of whoever is signed in, or the one that is named where staff look. */
export function useShop(name?: string | null): ShopperFacts['merchant'] | null {
  const own = useCall(
    'GET /api/user-merchant',
    {},
    { enabled: useActor().merchantId !== null },
  ).data;
  if (own) return { name: own.name, termsUrl: own.termsUrl, logoUrl: own.logoUrl };
  return name ? { name, termsUrl: null, logoUrl: null } : null;
}

/** The checkout itself, in a frame of no origin, told what to show as it changes (ADR 134). */
export function ShoppersPage({ asked, shop }: { asked: Asked; shop: ShopperFacts['merchant'] }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const facts = JSON.stringify({ ...asked, merchant: shop } satisfies ShopperFacts);
  const tell = () =>
    // a page of no origin can't be named; nothing in it is a secret
    frame.current?.contentWindow?.postMessage({ [PREVIEW_MESSAGE]: JSON.parse(facts) }, '*');
  useEffect(() => void tell());
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
