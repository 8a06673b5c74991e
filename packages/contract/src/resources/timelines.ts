import * as z from 'zod';
import { amount, currency, endpoints, instant, uuid } from '../kernel/endpoint.ts';
import { ROUTE_SETS, type Permission } from '../permissions.ts';

/** The records that have a timeline, and who reads each kind, here and as events on the others. */
export const TIMELINES = {
  transaction: ROUTE_SETS.TRANSACTION_DASHBOARD,
  purchase: ROUTE_SETS.ADMIN_LEVEL,
  order: ['READ_ANY_USER', 'READ_MERCHANT_ORDER'],
  loan: ['READ_ANY_USER', 'READ_MERCHANT_ORDER'],
} as const satisfies Record<string, readonly Permission[]>;

export type TimelineOf = keyof typeof TIMELINES;

export const EVENT_KINDS = [
  'ORDER',
  'LOAN',
  'PURCHASE',
  'RECURRING',
  'PAYMENT',
  'REFUND',
  'REVERSAL',
  'MARK',
  'DISPUTE',
  'CALLBACK',
  'MESSAGE',
  'CHANGE',
] as const;

/** Where an event leads: a record, or the list under the filter of that id. */
export const EVENT_LINKS = [
  'transaction',
  'purchase',
  'order',
  'loan',
  'recurring',
  'exchangeLogs',
] as const;

/** Nobody reads more at once; what is left out is said. */
export const MOST_EVENTS = 200;

export const timelineEndpoints = endpoints(() => {
  const event = z
    .strictObject({
      id: uuid(),
      kind: z.enum(EVENT_KINDS),
      date: instant(),
      title: z.string(),
      detail: z.string().nullable(),
      amount: amount().nullable(),
      currency: currency().nullable(),
      /** A person's name, or what wrote it. */
      who: z.string().nullable(),
      /** How it ended, or how the record stands now. */
      status: z.strictObject({ name: z.string(), description: z.string() }).nullable(),
      link: z.strictObject({ of: z.enum(EVENT_LINKS), id: uuid() }).nullable(),
      /** The details of an entry of the audit log, as its history gives them. */
      changes: z.string().nullable(),
    })
    .meta({ id: 'TimelineEvent' });
  const answer = z
    .strictObject({ events: z.array(event), more: z.boolean() })
    .meta({ id: 'Timeline' });
  const row = <O extends TimelineOf>(of: O) =>
    ({
      summary: `Everything that happened to the case of one ${of}, the latest first`,
      serves: 'SB-46',
      tag: 'Timelines',
      access: TIMELINES[of],
      scope: 'merchant',
      params: z.strictObject({ id: uuid() }),
      answer,
    }) as const;
  return {
    'GET /api/timelines/transaction/{id}': row('transaction'),
    'GET /api/timelines/purchase/{id}': row('purchase'),
    'GET /api/timelines/order/{id}': row('order'),
    'GET /api/timelines/loan/{id}': row('loan'),
  };
});
