import type { Call } from '@paydesk/contract/index.ts';
import { formatAmount, fromCents } from '@paydesk/contract/kernel/money.ts';
import type { EVENT_KINDS, EVENT_LINKS } from '@paydesk/contract/resources/timelines.ts';

export type TimelineEvent = Call<'GET /api/timelines/transaction/{id}'>['answer']['events'][number];

interface Facts {
  manual?: boolean;
  signed?: boolean;
  skipped?: boolean;
  reason?: string | null;
  note?: string | null;
  number?: string | null;
  reference?: string | null;
  error?: string | null;
  type?: string;
  action?: string;
  changes?: string;
}

export interface EventRow {
  kind: (typeof EVENT_KINDS)[number];
  id: string;
  at: string;
  status: string | null;
  amount_cents: bigint | null;
  currency: string | null;
  who: string | null;
  facts: Facts;
  link_of: (typeof EVENT_LINKS)[number];
  link_id: string;
}

/** After 'Payment of 12.50 EUR'. */
const OUTCOME: Readonly<Record<string, string>> = {
  PENDING: 'is pending',
  PROCESSING: 'is being processed',
  SUCCESS: 'succeeded',
  FAILED: 'failed',
  CANCELLED: 'was cancelled',
  REVERSED: 'was reversed',
  DECLINED: 'was declined',
  RP_BLOCKED: 'was blocked: its recurring payment is blocked',
};

/** What the messages of the protocol are about. */
const MESSAGES: Readonly<Record<string, string>> = {
  PMTREQ: 'Payment requested by the merchant’s system',
  PMTRESP: 'Payment request answered',
  PMTSTATRESP: 'Status of the payment sent',
  ORDERVERREQ: 'Verification of the order asked for',
  ORDERVERRESP: 'Verification of the order answered',
  PURCHCOMPLREQ: 'Purchase reported as complete',
};

/** What Paydesk calls at the merchant's addresses. */
const CALLBACKS = new Set(['ORDERVERREQ', 'ORDERVERRESP', 'PURCHCOMPLREQ']);

/** 'PRICE_ADJUSTMENT' as people write it. */
function inWords(name: string): string {
  if (name.length < 3) return name;
  const words = name.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** One row as the person reads it; without a link where it would lead to the record itself. */
export function eventOf(row: EventRow, ownId: string): TimelineEvent {
  const { facts, status } = row;
  const money =
    row.amount_cents === null ? '' : `${formatAmount(fromCents(row.amount_cents))} ${row.currency}`;
  const details = [
    facts.error,
    facts.number && `number ${facts.number}`,
    facts.reason && inWords(facts.reason),
    facts.note,
    facts.reference && `reference ${facts.reference}`,
  ];
  const callback = CALLBACKS.has(facts.type ?? '');
  return {
    id: row.id,
    kind: callback ? 'CALLBACK' : row.kind,
    date: row.at,
    title: titleOf(row, money),
    detail: details.filter(Boolean).join(' · ') || null,
    amount: row.amount_cents === null ? null : fromCents(row.amount_cents),
    currency: row.amount_cents === null ? null : (row.currency as 'EUR'),
    who: row.who,
    status: status === null ? null : { name: status, description: inWords(status) },
    link: row.link_id === ownId ? null : { of: row.link_of, id: row.link_id },
    changes: facts.changes ?? null,
  };
}

function titleOf({ kind, status, facts }: EventRow, money: string): string {
  switch (kind) {
    case 'PAYMENT':
      return `Payment of ${money} ${OUTCOME[status!]}`;
    case 'REFUND':
      return facts.manual && status === 'SUCCESS'
        ? `${money} marked as refunded`
        : `Refund of ${money} ${OUTCOME[status!]}`;
    case 'REVERSAL':
      return `Reversal of ${money} ${status === 'REVERSED' ? 'succeeded' : OUTCOME[status!]}`;
    case 'PURCHASE':
      return `Purchase of ${money} begun`;
    case 'RECURRING':
      return facts.skipped ? 'Charge skipped' : 'Recurring payment agreed';
    case 'ORDER':
      return `Order of ${money} placed`;
    case 'LOAN':
      return facts.signed ? 'Loan agreement signed' : `Loan of ${money} applied for`;
    case 'CHANGE':
      return status === 'SUCCESS'
        ? inWords(facts.action!)
        : `${inWords(facts.action!)}: ${inWords(status!).toLowerCase()}`;
    case 'MESSAGE':
    case 'CALLBACK':
      return MESSAGES[facts.type!]!;
  }
}
