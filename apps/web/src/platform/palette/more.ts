import { formatAmount, parseAmount } from '@paydesk/contract/kernel/money.ts';
import {
  deedCalled,
  SEARCH_COUNTED,
  SEARCH_SHOWN,
  type SearchHit,
  type SearchKind,
} from '@paydesk/contract/kernel/search.ts';
import { formatIsoDay } from '@paydesk/contract/kernel/dates.ts';
import { withoutCurrency } from '@paydesk/contract/kernel/typed-amounts.ts';
import { typedDay } from '@paydesk/contract/kernel/typed-days.ts';
import { paths } from '../../paths.ts';
import { isoDay } from '../format.ts';
import { deedWay } from './deeds.ts';
import { schemeIn } from './narrowed.ts';

/** Of how many these are the first: ' · 5 of 16'. */
export function manyOf(hits: readonly SearchHit[]): string {
  const found = hits[0]?.whyNot ? null : hits[0]?.found;
  if (!found || found <= hits.length) return '';
  return ` · ${hits.length} of ${found > SEARCH_COUNTED ? `${SEARCH_COUNTED}+` : found}`;
}

/** What a list is asked for to find the same, and whether it finds a hit. */
interface Way {
  filters: Readonly<Record<`f_${string}`, string>>;
  words: string;
  finds: (hit: SearchHit) => boolean;
}

/** The way to all of them. */
interface More {
  href: string;
  label: string;
}

/** Those that have a list whose filters say what search does; of a name no one column does. */
const LISTS: Partial<
  Record<SearchKind, readonly [open: (filters: Way['filters']) => string, title: string]>
> = {
  transaction: [paths.transactions, 'Transactions'],
  order: [paths.orders, 'Orders'],
  purchase: [paths.purchases, 'Purchases'],
  loan: [paths.consumerCredits, 'Loans'],
  paymentLink: [paths.paymentLinks, 'Payment Links'],
  recurring: [paths.recurring, 'Recurring Payments'],
  screening: [paths.screeningCases, 'Screening Cases'],
  merchant: [paths.merchants, 'Merchants'],
  customer: [paths.customers, 'Customers'],
};

/** '43.99', '43,99 EUR': with its cents, since four digits may be a card's too, and two and two a day. */
function amountWay(text: string, today: string): Way | null {
  const typed = text.replace('−', '-');
  if (!/[.,]\d\d$/.test(typed) || typedDay(text, today)) return null;
  const amount = parseAmount(typed);
  if (amount === null) return null;
  const words = formatAmount(Math.abs(amount));
  // what went back stands in lists with a minus, and without one both are meant
  const sign = amount < 0 ? '−' : '';
  return {
    filters: {
      f_amount: String(Math.abs(amount)),
      ...(sign && { f_type: 'REFUND,MANUAL_REFUND' }),
    },
    words: `${sign}${words}`,
    finds: ({ title }) => title.replace(sign ? '' : /^−/, '').startsWith(`${sign}${words} `),
  };
}

function dayWay(text: string, today: string): Way | null {
  // '20.11' is an amount too
  const day = /^\d+\.\d+$/.test(text) ? null : typedDay(text, today);
  if (!day) return null;
  const f_date = formatIsoDay(day);
  return {
    filters: { f_date },
    words: f_date,
    finds: ({ detail }) => detail?.includes(f_date) ?? false,
  };
}

/** '6017', '•• 6017' and 'visa 6017': a card's last digits, which stand before its day. */
function cardWay(text: string): Way | null {
  const { rest } = schemeIn(text.toLowerCase());
  const [, lastFour] = /^(?:[•*]{2}\s*)?(\d{4})$/.exec(rest.trim()) ?? [];
  if (!lastFour) return null;
  const card = `•• ${lastFour}`;
  return {
    filters: { f_cardPan: card },
    words: card,
    finds: ({ detail }) => detail?.includes(card) ?? false,
  };
}

/** Behind the day: whose it is, to who may know, then what is said of it. */
const behindDay = ({ detail }: SearchHit) =>
  /\d\d\.\d\d\.\d{4} \d\d:\d\d · (.*)$/s.exec(detail ?? '')?.[1] ?? '';
/** Without case and accents, as the server's names are. */
export const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The words of a name, in any order, where it stands there. */
function payerWay(text: string): Way | null {
  if (!/^[\p{L}\s'’-]{3,}$/u.test(text)) return null;
  const words = plain(text).split(/\s+/);
  return {
    filters: { f_payer: text },
    words: `payer ${text}`,
    finds: (hit) => {
      const [payer = '', ...others] = plain(behindDay(hit)).split(' · ');
      return others.length > 0 && words.every((word) => payer.includes(word));
    },
  };
}

/** A word, or some one after the other, that stand in this column of each of them. */
const wordWay = (text: string, key: `f_${string}`, of: (hit: SearchHit) => string): Way | null =>
  text.length > 2
    ? {
        filters: { [key]: text },
        words: text,
        finds: (hit) => plain(of(hit)).includes(plain(text)),
      }
    : null;

/** What an order is for: behind the address of who ordered. */
function labelOf({ detail }: SearchHit): string {
  const [first = '', second = ''] = (detail ?? '').split(' · ');
  return first.includes('@') ? second : first;
}

const detailOf = ({ detail }: SearchHit) => detail ?? '';
const titleOf = ({ title }: SearchHit) => title;
/** By whose name what has no other is found, which stands first (SB-04). */
const whoseOf = ({ detail }: SearchHit) => detail?.split(' · ')[0] ?? '';

/** A name in its list is a first or a last one; of two words each may be either. */
function nameWays(text: string): (Way | null)[] {
  const first = wordWay(text, 'f_firstName', ({ title }) => title.split(' ')[0]!);
  const last = wordWay(text, 'f_lastName', ({ title }) => title.split(' ').slice(1).join(' '));
  const words = text.split(/\s+/);
  if (words.length !== 2) return [first, last];
  return [words, words.toReversed()].map(([one, other]) => ({
    filters: { f_firstName: one!, f_lastName: other! },
    words: text,
    finds: ({ title }) => {
      const [given = '', ...family] = plain(title).split(' ');
      return given.includes(plain(one!)) && family.join(' ').includes(plain(other!));
    },
  }));
}

function waysOf(kind: SearchKind, text: string, today: string): (Way | null)[] {
  const amount = amountWay(text, today);
  if (kind === 'transaction')
    return [
      cardWay(text),
      amount,
      dayWay(text, today),
      payerWay(text),
      // four digits are a card's, which stands before the description
      /\p{L}/u.test(text) ? wordWay(text, 'f_description', behindDay) : null,
    ];
  if (kind === 'customer') return nameWays(text);
  if (kind === 'merchant') return [wordWay(text, 'f_name', titleOf)];
  if (kind === 'screening') return [wordWay(text, 'f_personName', titleOf)];
  if (kind === 'paymentLink') return [amount, wordWay(text, 'f_purpose', titleOf)];
  if (kind === 'loan') return [amount, wordWay(text, 'f_customerName', whoseOf)];
  // its amount is what all its charges came to
  if (kind === 'recurring')
    return [
      amount && { ...amount, filters: { f_totalAmount: amount.filters['f_amount']! } },
      wordWay(text, 'f_customerName', whoseOf),
    ];
  if (kind !== 'order') return [amount];
  return text.includes('@')
    ? [wordWay(text, 'f_customerEmail', detailOf)]
    : [
        amount,
        wordWay(text, 'f_externalOrderNumber', ({ title }) => title),
        /\p{L}/u.test(text) ? wordWay(text, 'f_label', labelOf) : null,
      ];
}

/** 'refund 43.99' and '43.99 refund': what is to be done, and what it is found by. */
function deedIn(q: string): { deed: string; text: string } | null {
  const typed = q.split(/\s+/);
  for (const at of [0, typed.length - 1]) {
    const deed = deedCalled(typed[at]!.toLowerCase());
    if (deed) return { deed, text: typed.toSpliced(at, 1).join(' ') };
  }
  return null;
}

/** Of what can be done to a part of it alone, the whole of it, by which its list finds it: '3.99 of 43.99 EUR'. */
const asListed = (hit: SearchHit): SearchHit => ({
  ...hit,
  title: hit.title.replace(/^[\d.']+ of (?=\d)/, ''),
});

/** The same of what is to be done: where it can be done to all that came, the list has those alone that it can be. */
function moreToDo(
  kind: SearchKind,
  q: string,
  hits: readonly SearchHit[],
  today: string,
): readonly More[] {
  const said = deedIn(q.trim());
  if (!said) return [];
  const { deed, text } = said;
  const all = hits.map((hit) => ({ ...asListed(hit), action: null }));
  const way = hits.every(({ whyNot }) => !whyNot) ? deedWay(kind, deed) : undefined;
  return moreOf(kind, text, all, today).map(({ href, label }) =>
    way ? { href: `${href}&${way.split('?')[1]}`, label: `${label} to ${deed}` } : { href, label },
  );
}

/**
 * Where more of a kind were found than are shown: their list under the filter that finds each of them; where some were
 * found by one and some by another, under each of both.
 */
export function moreOf(
  kind: SearchKind,
  q: string,
  hits: readonly SearchHit[],
  today = isoDay(new Date()),
): readonly More[] {
  if (hits[0]?.action) return moreToDo(kind, q, hits, today);
  const [open, title] = LISTS[kind] ?? [];
  if (!open || hits.length <= SEARCH_SHOWN) return [];
  const ways = waysOf(kind, withoutCurrency(q), today).filter((one) => one !== null);
  const whole = ways.find(({ finds }) => hits.every(finds));
  const some = whole ? [whole] : ways.filter(({ finds }) => hits.some(finds));
  return some.map(({ filters, words }) => ({
    href: open(filters),
    label: `See all in ${title}: ${words}`,
  }));
}
