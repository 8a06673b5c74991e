import type { Call } from '@paydesk/contract/index.ts';
import { formatAmount, fromCents } from '@paydesk/contract/kernel/money.ts';
import { failureOf } from '@paydesk/contract/declines.ts';
import { AUTHENTICATION_METHODS } from '@paydesk/contract/loan-words.ts';
import {
  askedWords,
  BY_METHOD,
  DONE,
  LOAN_EVENTS,
  LOAN_MOVED,
  NOT_DONE,
  STEPS,
  type Asked,
} from './done.ts';
import type { EVENT_KINDS, EVENT_LINKS } from '@paydesk/contract/resources/timelines.ts';

export type TimelineEvent = Call<'GET /api/timelines/transaction/{id}'>['answer']['events'][number];

type TransactionType = 'PAYMENT' | 'REFUND' | 'MANUAL_REFUND';

interface Facts {
  manual?: boolean;
  /** Of a refund of another payment than the one whose story it is: how much that was. */
  ofCents?: number | null;
  signed?: boolean;
  skipped?: boolean;
  /** What happened to a loan that lives, and where that led it. */
  event?: string;
  to?: string | null;
  reason?: string | null;
  note?: string | null;
  number?: string | null;
  /** A purchase that is what the borrower of a loan pays of it at first. */
  down?: boolean;
  reference?: string | null;
  error?: string | null;
  /** What failed; people are told in words of ours (SB-04). */
  errorType?: string | null;
  errorCode?: string | null;
  type?: string;
  /** The status that a message to the merchant says. */
  told?: string | null;
  /** The type of the transaction that was reversed or marked. */
  of?: TransactionType;
  /** What the acquirer said when a payment was marked: has it the money? */
  acquirer?: string | null;
  action?: string;
  asked?: Asked | null;
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
  RP_BLOCKED: 'was blocked',
};

/** What the messages of the protocol are about. */
const MESSAGES: Readonly<Record<string, string>> = {
  PMTREQ: 'Payment requested',
  PMTRESP: 'Payment request answered',
  PMTSTATRESP: 'Status of the payment sent',
  ORDERVERREQ: 'Verification of the order asked for',
  ORDERVERRESP: 'Verification of the order answered',
  PURCHCOMPLREQ: 'Status sent to the merchant',
};

/** To the merchant's own people the merchant is 'you'. */
const TO_THEM = ['sent to the merchant', 'sent to your system'] as const;

/** Whether the merchant's system took it. */
const TAKEN: Readonly<Record<string, string>> = {
  OK: 'Delivered',
  ERROR: 'Not delivered',
};

/** What Paydesk calls at the merchant's addresses. */
const CALLBACKS = new Set(['ORDERVERREQ', 'ORDERVERRESP', 'PURCHCOMPLREQ']);

/** 'PRICE_ADJUSTMENT' as people write it. */
function inWords(name: string): string {
  if (name.length < 3) return name;
  const words = name.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const METHODS: Readonly<Record<string, string>> = AUTHENTICATION_METHODS;

/** A way of identification stands in the story of a loan by its code. */
const noteWords = ({ event, note }: Facts) =>
  (event && BY_METHOD.has(event) && METHODS[note ?? '']) || note;

/** What says by itself whose doing it was: it is nobody's here. */
const NAMES_WHO = /^(The|An) (shopper|institution|acquirer)\b/;

/** One row as the person reads it, the merchant’s own or staff; without a link where it would lead to the record itself. */
export function eventOf(row: EventRow, ownId: string, own = false): TimelineEvent {
  const { facts, status } = row;
  const money =
    row.amount_cents === null ? '' : `${formatAmount(fromCents(row.amount_cents))} ${row.currency}`;
  const details = [
    failureWords(row),
    facts.error,
    facts.number && `number ${facts.number}`,
    facts.reason && inWords(facts.reason),
    noteWords(facts),
    facts.asked?.refused,
    facts.reference && `reference ${facts.reference}`,
  ];
  const callback = CALLBACKS.has(facts.type ?? '');
  const title = own ? titleOf(row, money).replace(...TO_THEM) : titleOf(row, money);
  return {
    id: row.id,
    kind: callback ? 'CALLBACK' : row.kind,
    date: row.at,
    title,
    detail: details.filter(Boolean).join(' · ') || null,
    amount: row.amount_cents === null ? null : fromCents(row.amount_cents),
    currency: row.amount_cents === null ? null : (row.currency as 'EUR'),
    // what a loan does by itself is nobody's either
    who:
      NAMES_WHO.test(title) || (facts.event && row.who === 'Paydesk')
        ? null
        : facts.asked?.answered
          ? 'Institution'
          : row.who,
    status:
      status === null
        ? null
        : { name: status, description: (callback && TAKEN[status]) || inWords(status) },
    link: row.link_id === ownId ? null : { of: row.link_of, id: row.link_id },
    // how much was asked for is said by the title
    changes:
      // and in what words the acquirer said no, by the payment to whom may read them
      facts.asked ||
      (facts.action && (HOUSE_STEPS.has(facts.action) || NOT_DONE[`${facts.action} ${status}`]))
        ? null
        : (facts.changes ?? null),
  };
}

/** Has the acquirer the money of what was marked? */
const ACQUIRER: Readonly<Record<string, string>> = {
  taken: 'the acquirer has the money',
  notTaken: 'the acquirer does not have the money',
  unknown: 'the acquirer did not say whether it has the money',
  notAsked: 'the acquirer was not asked',
};

function failureWords({ kind, status, facts }: EventRow): string | undefined {
  if (kind !== 'PAYMENT' && kind !== 'REFUND') return undefined;
  const { errorType = null, errorCode = null } = facts;
  return failureOf({ status: status!, isRefund: kind === 'REFUND', errorType, errorCode })?.reason;
}

/** Of these nothing but the house's own stages is kept, which the audit log has. */
const HOUSE_STEPS: ReadonlySet<string> = new Set(['BEGIN_PAYMENT', 'CONTINUE_PAYMENT']);

function reversalTitle(money: string, status: string, of: TransactionType | undefined): string {
  const done = status === 'REVERSED';
  if (of === 'REFUND')
    return done
      ? `Refund reversed: ${money} taken back`
      : `Reversal of a refund of ${money} ${OUTCOME[status]}`;
  // what was only recorded is only recorded to be undone
  if (of === 'MANUAL_REFUND') return `Reversal of ${money} of a manual refund recorded`;
  return `Reversal of ${money} ${done ? 'succeeded' : OUTCOME[status]}`;
}

/** After 'Payment of 12.50 EUR'. */
const DISPUTES: Readonly<Record<string, string>> = {
  OPEN: 'was disputed by the payer’s bank',
  WON: 'was disputed, and the dispute is won',
  LOST: 'was disputed, and the dispute is lost',
};

const loanWords = (event: string, to: string | null): string =>
  (event === 'MOVED' ? LOAN_MOVED[to ?? ''] : LOAN_EVENTS[event]) ?? inWords(event);

function titleOf({ kind, status, facts }: EventRow, money: string): string {
  switch (kind) {
    case 'PAYMENT':
      return `Payment of ${money} ${OUTCOME[status!]}`;
    case 'REFUND':
      return `${
        facts.manual && status === 'SUCCESS'
          ? `${money} marked as refunded`
          : `Refund of ${money} ${OUTCOME[status!]}`
      }${facts.ofCents ? `, of the payment of ${formatAmount(fromCents(BigInt(facts.ofCents)))}` : ''}`;
    case 'REVERSAL':
      return reversalTitle(money, status!, facts.of);
    case 'MARK':
      return facts.of === 'PAYMENT'
        ? `Payment of ${money} marked as successful by hand: ${ACQUIRER[facts.acquirer ?? 'notAsked']}`
        : `Refund of ${money} marked as successful by hand`;
    case 'DISPUTE':
      return `Payment of ${money} ${DISPUTES[status!]}`;
    case 'PURCHASE':
      return facts.down ? `Down payment of ${money} agreed` : `Purchase of ${money} begun`;
    case 'RECURRING':
      return facts.skipped ? 'Charge skipped' : 'Recurring payment agreed';
    case 'ORDER':
      return `Order of ${money} placed`;
    case 'LOAN':
      if (facts.event) return loanWords(facts.event, facts.to ?? null);
      return facts.signed ? 'Loan agreement signed' : `Loan of ${money} applied for`;
    case 'CHANGE': {
      const action = facts.action!;
      if (facts.asked) return askedWords(action, status!, facts.asked);
      const notDone = NOT_DONE[`${action} ${status}`];
      if (notDone) return notDone;
      const done = STEPS[action] ?? DONE[action] ?? inWords(action);
      return status === 'SUCCESS' ? done : `${done}: ${inWords(status!).toLowerCase()}`;
    }
    case 'MESSAGE':
    case 'CALLBACK':
      return [MESSAGES[facts.type!]!, facts.told && inWords(facts.told)].filter(Boolean).join(': ');
  }
}
