import { formatAmount, parseAmount } from '@paydesk/contract/kernel/money.ts';
import { SEARCH_SHOWN, type SearchHit, type SearchKind } from '@paydesk/contract/kernel/search.ts';
import { formatIsoDay } from '@paydesk/contract/kernel/dates.ts';
import { typedDay } from '@paydesk/contract/kernel/typed-days.ts';
import { paths } from '../../paths.ts';
import { isoDay } from '../format.ts';

/** What a list is asked for to find the same, and whether it finds a hit. */
interface Way {
  filters: Readonly<Record<`f_${string}`, string>>;
  words: string;
  finds: (hit: SearchHit) => boolean;
}

/** Those that have a list whose filters say what search does; of a name no one column does. */
const LISTS: Partial<
  Record<SearchKind, readonly [open: (filters: Way['filters']) => string, title: string]>
> = {
  transaction: [paths.transactions, 'Transactions'],
  order: [paths.orders, 'Orders'],
  purchase: [paths.purchases, 'Purchases'],
  loan: [paths.consumerCredits, 'Loans'],
};

/** '43.99', '43,99 EUR': with its cents, since four digits may be a card's too, and two and two a day. */
function amountWay(text: string, today: string): Way | null {
  const typed = text.replace(/\s*(?:€|EUR)\s*/i, '').replace('−', '-');
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

/** One word that stands in this column of each of them. */
const wordWay = (text: string, key: `f_${string}`, of: (hit: SearchHit) => string): Way | null =>
  /^\S{3,}$/.test(text)
    ? {
        filters: { [key]: text },
        words: text,
        finds: (hit) => of(hit).toLowerCase().includes(text.toLowerCase()),
      }
    : null;

const detailOf = ({ detail }: SearchHit) => detail ?? '';

function waysOf(kind: SearchKind, text: string, today: string): (Way | null)[] {
  const amount = amountWay(text, today);
  if (kind === 'transaction')
    return [
      amount,
      dayWay(text, today),
      // four digits are a card's, which stands before the description
      /\p{L}/u.test(text) ? wordWay(text, 'f_description', detailOf) : null,
    ];
  if (kind !== 'order') return [amount];
  return text.includes('@')
    ? [wordWay(text, 'f_customerEmail', detailOf)]
    : [amount, wordWay(text, 'f_externalOrderNumber', ({ title }) => title)];
}

/** Where more of a kind were found than are shown: their list under the filter that finds each of them. */
export function moreOf(
  kind: SearchKind,
  q: string,
  hits: readonly SearchHit[],
  today = isoDay(new Date()),
): { href: string; label: string } | null {
  const [open, title] = LISTS[kind] ?? [];
  if (!open || hits.length <= SEARCH_SHOWN) return null;
  const way = waysOf(kind, q.trim(), today).find((one) => one && hits.every(one.finds));
  return way ? { href: open(way.filters), label: `See all in ${title}: ${way.words}` } : null;
}
