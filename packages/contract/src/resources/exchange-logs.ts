import type { RowOf } from '../kernel/columns.ts';
import { endpoints, listEndpoints } from '../kernel/endpoint.ts';
import type { Enumeration } from '../kernel/enumeration.ts';
import { counted, overMany } from '../kernel/many.ts';
import { record, recordAction, recordEndpoints } from '../kernel/record.ts';
import { resource } from '../kernel/resource.ts';
import { ROUTE_SETS } from '../permissions.ts';

/** By the names that both sides' systems and documentation use (EL-08). */
export const EXCHANGE_TYPES = {
  PMTREQ: 'PMTREQ',
  PMTRESP: 'PMTRESP',
  PMTSTATRESP: 'PMTSTATRESP',
  ORDERVERREQ: 'ORDERVERREQ',
  ORDERVERRESP: 'ORDERVERRESP',
  PURCHCOMPLREQ: 'PURCHCOMPLREQ',
} as const satisfies Enumeration;

/** What became of a message to a merchant's system. */
export const EXCHANGE_OUTCOMES = {
  DELIVERED: 'Delivered',
  FAILED: 'Not delivered',
} as const satisfies Enumeration;

/** A merchant is told of a change for a day: after that it has asked by itself how things stand. */
export const HOURS_TO_TRY = 24;

/**
 * What becomes of a message that has not arrived yet; null where it was sent again by hand since, whose day
 * nobody knows here. What a shop is asked is asked once: its order waits for the answer.
 */
export function stillTried(
  { outcome, outcomeDate, createdDate, xmlType }: RowOf<typeof exchangeLogs.columns>,
  now: Date,
): { until: string } | 'given up' | null {
  if (outcome !== 'FAILED' || xmlType !== 'PURCHCOMPLREQ') return null;
  const until = new Date(Date.parse(createdDate) + HOURS_TO_TRY * 3_600_000).toISOString();
  if (until > now.toISOString()) return { until };
  return outcomeDate! <= until ? 'given up' : null;
}

/** Said with the message, and in a column of its own where it is wanted. */
const ofDelivery = { hidden: 'screen', lastInFile: true, nullable: true } as const;

export const exchangeLogs = resource({
  slug: 'exchange-logs',
  title: 'Exchange Requests And Responses',
  path: '/api/exchange-logs',
  read: ROUTE_SETS.ADMIN_LEVEL,
  scope: 'merchant',
  created: 'createdDate',
  csv: { persons: true },
  serves: 'API-43, API-44, EL-01..09, RT-41',
  columns: {
    id: { label: 'ID', kind: 'id', hidden: true },
    purchaseId: { label: 'Purchase', kind: 'id', nullable: true },
    orderId: { label: 'Order id', kind: 'id', hidden: true, nullable: true },
    merchantName: { label: 'Merchant', kind: 'text', visibleTo: 'technical' },
    createdDate: { label: 'Created Date', kind: 'dateTime', sort: true },
    xmlType: { label: 'Request Type', kind: 'choice', enumeration: EXCHANGE_TYPES },
    // of what Paydesk sends; screens say there how any other message ended too
    outcome: {
      label: 'Outcome',
      kind: 'choice',
      enumeration: EXCHANGE_OUTCOMES,
      lastInFile: true,
      nullable: true,
    },
    xml: {
      label: 'Payload',
      kind: 'payload',
      within: { days: 7, or: ['purchaseId', 'orderId'] },
    },
    outcomeDetail: { label: 'Outcome detail', kind: 'text', ...ofDelivery },
    outcomeDate: { label: 'Last attempt', kind: 'dateTime', ...ofDelivery },
    attempts: { label: 'Attempts', kind: 'number', ...ofDelivery },
    // of what Paydesk sends: where the merchant's system listens now
    address: { label: 'Address', kind: 'text', hidden: true, filter: false, nullable: true },
    merchantId: { label: 'Merchant id', kind: 'id', hidden: true, visibleTo: 'technical' },
  },
});

export type ExchangeLog = RowOf<typeof exchangeLogs.columns>;

/** Null or why it is not sent again; how a purchase stands now is told from its own screen. */
export function canSendAgain({
  xmlType,
  outcome,
}: Pick<ExchangeLog, 'xmlType' | 'outcome'>): string | null {
  if (xmlType !== 'PURCHCOMPLREQ') return 'Only a callback is sent again; this is another message';
  return outcome === 'DELIVERED' ? 'It was delivered' : null;
}

export const sendCallbackAgain = overMany(
  recordAction<ExchangeLog>({
    label: 'Send again',
    summary: 'Send a callback again that has not arrived, under the same id',
    serves: 'AM-48, EL-09',
    asks: { anyOf: ['READ_ANY_PURCHASE'], roles: ['BACKOFFICE_ADMIN'], right: 'SEND_AGAIN' },
    audited: 'SEND_AGAIN',
    looksAt: 'outcome',
    whyNot: canSendAgain,
    dialog: {
      title: 'Send this callback again?',
      consequence:
        'It leaves within seconds for the merchant’s Purchase Notification URL, under the same id, so that the receiver can tell a repeat. No money moves.',
      submit: 'Send again',
    },
    success: 'The callback is on its way to the merchant again',
  }),
  {
    title: (count) => `Send ${counted(count, 'callback')} again`,
    consequence:
      'They leave within seconds for their merchants’ Purchase Notification URLs, each under the same id, so that the receiver can tell a repeat. No money moves.',
  },
);

/** A message as what is done to it sees it: a row of its list. */
export const exchangeLog = record({
  of: exchangeLogs,
  name: 'ExchangeLog',
  entity: 'EXCHANGE_LOG',
  fields: {},
  shown: {},
  actions: { 'POST /api/exchange-logs/{id}/actions/send-again': sendCallbackAgain },
});

export const exchangeLogEndpoints = endpoints(() => ({
  ...listEndpoints(exchangeLogs),
  ...recordEndpoints(exchangeLog),
}));
