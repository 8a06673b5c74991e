import { failureOf } from '@paydesk/contract/declines.ts';
import { isUuid } from '@paydesk/contract/kernel/filters.ts';
import { readable } from '../../ui/changes.ts';
import { shortId } from '../format.ts';
import {
  amountWords,
  codeWords,
  CURRENCIES,
  inMoney,
  labelOf,
  leavesOf,
  type Leaf,
} from './read.ts';

export interface Outcome {
  words: string;
  why: string | null;
  tone: 'success' | 'error' | 'ended';
}

/** What a row of a log says of its message, so that a list is read without opening one. */
export interface Digest {
  /** How it ended, in a word or two, and why; null of a message that asks. */
  outcome: Outcome | null;
  /** What it is about: money first, then the card. */
  about: string[];
  /** And what else it says. */
  facts: string[];
}

/** By which leaf each protocol says how it ended: XML of acquirers and shops, JSON of gateways, 3-D Secure. */
const OUTCOMES = ['result', 'outcome', 'transStatus', 'status', 'enrolled'];
const WHY_CODES = ['code', 'errorCode'];
const WHY = ['reason', 'error', 'reasonNote', 'faultstring'];
/** Of events that are no state of what they are about. */
const BAD_EVENT = /_(DECLINED|UNPAID|MISSED)$/;
const FAULTS = ['faultstring', 'faultcode'];
/** What says little by its name alone. */
const SAID: Readonly<Record<string, string>> = {
  action: 'The bank challenges the payer',
  card: 'The card is known',
  open: 'The payer has not finished',
  taken: 'The money was taken',
  notTaken: 'The money was not taken',
};
/** A line of a basket: its amount is not what is paid. */
const ITEM = /<item>[^]*?<\/item>/g;
/** What says the same in each message, or is the list's own column. */
const EVERYWHERE = new Set(
  (
    'messageType messageVersion version type kind eventId reference xid eci returnTo url frame framed ' +
    'checksOnly interactionCounter recurring threeDSecure token'
  ).split(' '),
);
const CARDS = new Set(['pan', 'acctNumber', 'card', 'cardPan', 'last4']);
const GOOD = /^(APPROVED|ACCEPTED|VERIFIED|SUCCESS|SETTLED|PAID|TAKEN|CARD|OPENED|Y|A)$/i;
const BAD =
  /^(REFUSED|REJECTED|DECLINED|FAILED|NOT_?TAKEN|ABANDONED|UNKNOWN|ERROR|CANCELLED|N|U|R)$/i;

/** An id of our own, a time, or what is hidden: a row is not told apart by them. */
const isMute = (value: string) =>
  isUuid(value) || /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) || /^[*…]*$/.test(value);
const inLine = (label: string) =>
  /^(?:[A-Z]{2}|\d)/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** `known`: what the other columns of the row say already. */
export function digestOf(text: string, known: readonly string[] = []): Digest {
  const items = text.match(ITEM)?.length ?? 0;
  const all = leavesOf(text.replace(ITEM, ''));
  // what it carries along, such as the messages of 3-D Secure, has rows of its own; but for the card
  const own = all.filter(({ name, part }) => !part || CARDS.has(name));
  const leaves = (own.length ? own : all).filter(({ value }) => !isMute(value));
  const take = (names: readonly string[]): Leaf | undefined => {
    const found = names.flatMap((name) => leaves.find((leaf) => leaf.name === name) ?? [])[0];
    if (found) leaves.splice(leaves.indexOf(found), 1);
    return found;
  };
  const event = eventOf(take);
  const state = outcomeOf(take);
  const outcome = event ?? state;
  const money = moneyOf(take);
  // who bears a fraud is what a code of two digits is read for
  const eci = take(['eci']);
  const liable = (eci && codeWords(eci)) ?? [];
  const cards = leaves.flatMap(({ name, value }) =>
    CARDS.has(name) ? [`•• ${value.slice(-4)}`] : [],
  );
  // an event has told the state that it led to, and its amount is the payment's
  const said = event ? [event.words.split(' ').at(-1), money[0]?.split(' ')[0]] : [];
  const others = leaves
    .filter(({ name }) => !CARDS.has(name) && !EVERYWHERE.has(name))
    .filter(({ value }) => !known.includes(value))
    .map(inMoney)
    .map((leaf) => ({ label: inLine(labelOf(leaf.name)), words: stateWords(leaf) }))
    .filter(({ words }) => !said.includes(words))
    .map(({ label, words }) => `${label} ${words}`);
  const basket = items ? [items === 1 ? '1 item' : `${items} items`] : [];
  const standing = event && state ? [`purchase ${inLine(state.words)}`] : [];
  const about = [...money, ...basket, ...cards.slice(0, 1)].concat(liable, standing);
  const says = outcome || about.length || others.length;
  return { outcome, about, facts: says ? others : idsOf(all) };
}

/** Of a message that says nothing but an id: which one, by its end, as lists write ids. */
const idsOf = (leaves: readonly Leaf[]) =>
  leaves
    .filter(({ value }) => isUuid(value))
    .map(({ name, value }) => `${inLine(labelOf(name))} ${shortId(value)}`);

/** 'waiting for signature' of a state or a reason that stands there by its code, and amounts as lists write them. */
const stateWords = ({ name, value }: Leaf) =>
  /(status|event|reason)$/i.test(name) && /^[A-Z][A-Z_]+$/.test(value)
    ? readable(value).toLowerCase()
    : /amount$/i.test(name)
      ? amountWords(value)
      : value;

type Take = (names: readonly string[]) => Leaf | undefined;

/** 'Recurring expired': what a message is sent for, before how things stand. */
function eventOf(take: Take): Digest['outcome'] {
  const event = take(['event'])?.value;
  return event
    ? {
        words: sentence(readable(event).toLowerCase()),
        why: null,
        tone: BAD_EVENT.test(event) ? 'error' : 'ended',
      }
    : null;
}

function outcomeOf(take: Take): Digest['outcome'] {
  const fault = take(FAULTS);
  if (fault) {
    const why = fault.name === 'faultstring' ? fault.value : 'a fault on the other side';
    return { words: 'Failed', why, tone: 'error' };
  }
  const end = take(OUTCOMES);
  if (!end) return null;
  const bad = BAD.test(end.value);
  const tone = bad ? 'error' : GOOD.test(end.value) ? 'success' : 'ended';
  // one letter is a code of 3-D Secure, which list and panel tell in the same words
  const words = SAID[end.value] ?? sentence(codeWords(end) ?? readable(end.value).toLowerCase());
  const code = take(WHY_CODES);
  const told = take(WHY)?.value;
  const why = bad ? (reasonOf(code?.value) ?? told) : told;
  const because = [why, code && `(${code.value})`].filter(Boolean).join(' ');
  return { words, why: because || null, tone };
}

/** The words that the payment has for the code; nothing where nobody knows it. */
function reasonOf(code: string | undefined): string | undefined {
  if (!code) return undefined;
  const told = { status: 'DECLINED', isRefund: false, errorType: null };
  const none = failureOf({ ...told, errorCode: null })?.reason;
  const reason = failureOf({ ...told, errorCode: code })?.reason;
  return reason === none ? undefined : reason;
}

/** '31.50 EUR', also of cents and of a scheme's numbers. */
function moneyOf(take: Take): string[] {
  const amount = take(['amount', 'purchaseAmount', 'amountCents']);
  const currency = take(['currency', 'purchaseCurrency'])?.value ?? '';
  if (!amount) return [];
  const value = amountWords(amount.value, amount.name === 'amount' ? 1 : 100);
  return [[value, CURRENCIES[currency] ?? currency].filter(Boolean).join(' ')];
}
