import * as z from 'zod';
import type { Enumeration } from './kernel/enumeration.ts';
import { instant, named, uuid } from './kernel/endpoint.ts';
import { MERCHANT_STATUSES, type MerchantStatus } from './permissions.ts';

/** What can be open to a merchant or closed; open until somebody closes it (AM-14, AM-61). */
export const MERCHANT_FEATURES = {
  CONSUMER_CREDIT: 'Consumer credit',
  RECURRING: 'Recurring payments',
  WIDGETS: 'Widgets',
  API_ORDERS: 'Orders by API',
} as const satisfies Enumeration;
export type MerchantFeatureName = keyof typeof MERCHANT_FEATURES;

/** A merchant with all that it says of itself: to its own people, and to staff (MM-02, MM-03). */
export interface MerchantRecord {
  id: string;
  /** The short number that people name it by. */
  merchantId: string;
  name: string;
  legalId: string | null;
  status: { name: MerchantStatus; description: string };
  iban: string | null;
  responsiblePerson: string | null;
  phone: string | null;
  email: string | null;
  country: { code: string; name: string } | null;
  mccCode: string | null;
  addressLine: string | null;
  zipCode: string | null;
  termsUrl: string | null;
  cardAcceptanceLocation: string | null;
  orderVerificationUrl: string | null;
  purchaseNotificationUrl: string | null;
  deliveryCostCalculationUrl: string | null;
  createdDate: string;
}

/** How the messages to a merchant's purchase notification address fare (AM-48). */
export interface CallbackDelivery {
  /** Since when the address fails, at the latest try; null while it does not. */
  failingSince: string | null;
  error: string | null;
  /** When the next one is tried; null where nobody waits for it. */
  nextAttempt: string | null;
  /** On their way, or behind an address that fails. */
  waiting: number;
  /** Of the last thirty days; staff can send them again. */
  givenUp: number;
}

export const callbackDeliveryShape = () => ({
  failingSince: instant().nullable(),
  error: z.string().nullable(),
  nextAttempt: instant().nullable(),
  waiting: z.int().min(0),
  givenUp: z.int().min(0),
});

const text = () => z.string().nullable();

/** The record as a schema's shape; a function, so that a browser bundle drops it. */
export const merchantShape = () => ({
  id: uuid(),
  merchantId: z.string(),
  name: z.string(),
  legalId: text(),
  status: named(Object.keys(MERCHANT_STATUSES) as MerchantStatus[]),
  iban: text(),
  responsiblePerson: text(),
  phone: text(),
  email: text(),
  country: z.strictObject({ code: z.string(), name: z.string() }).nullable(),
  mccCode: text(),
  addressLine: text(),
  zipCode: text(),
  termsUrl: text(),
  cardAcceptanceLocation: text(),
  orderVerificationUrl: text(),
  purchaseNotificationUrl: text(),
  deliveryCostCalculationUrl: text(),
  createdDate: instant(),
});
