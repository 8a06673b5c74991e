import type { Offered } from './resources/checkouts/offered.ts';

/**
 * What a shopper would be asked to pay, by what is typed or kept: the checkout draws its page out of it
 * inside the console, and begins nothing (ADR 134).
 */
export interface ShopperFacts {
  merchant: { name: string; termsUrl: string | null; logoUrl: string | null };
  label: string;
  items: { label: string; amount: number; taxRate: number; count: number }[];
  amount: number;
  tax: number;
  currency: 'EUR';
  /** What is agreed to where it is taken again, word for word. */
  recurring: string | null;
  /** What there is to choose from, as the server says it. */
  offered: Offered;
  /** It is a payment link that is looked at: nothing is begun that could be given up. */
  ofLink: boolean;
  /** Where it is delivered: the page after the address, with the deliveries. */
  addressed: boolean;
}

/** Who has said nothing of themselves yet. */
export const NOBODY = {
  email: null,
  firstName: null,
  lastName: null,
  phone: null,
  addressLine: null,
  postalCode: null,
  city: null,
  country: null,
  shippingMethodId: null,
} as const;

/** Where the page is served, and by what name a message to it carries the facts. */
export const PREVIEW_PATH = '/pay/preview';
export const PREVIEW_MESSAGE = 'paydesk-preview';
/** What the page says back: how high it is, so that the phone that it stands in cuts nothing. */
export const PREVIEW_HEIGHT = 'paydesk-preview-height';
