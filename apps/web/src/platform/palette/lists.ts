import type { Enumeration } from '@paydesk/contract/kernel/enumeration.ts';
import { addDays, formatIsoDay } from '@paydesk/contract/kernel/dates.ts';
import { formatAmount, parseAmount } from '@paydesk/contract/kernel/money.ts';
import { RELATIVE_DAYS } from '@paydesk/contract/kernel/filters.ts';
import { SEARCH_DEEDS } from '@paydesk/contract/kernel/search.ts';
import { TRANSACTION_STATUSES } from '@paydesk/contract/kernel/transaction-statuses.ts';
import { typedDay } from '@paydesk/contract/kernel/typed-days.ts';
import { DISPUTE_STATUSES, HOLDS } from '@paydesk/contract/payments.ts';
import { AUDIENCES, type Actor } from '@paydesk/contract/permissions.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { paths } from '../../paths.ts';
import { isoDay } from '../format.ts';
import { READS_PAYMENTS } from './commands.ts';

const LEAST_LETTERS = 4;

interface Part {
  /** By which of its words it is called; one that is begun counts. */
  words: readonly string[];
  label: string;
  filter: Readonly<Record<string, string>>;
}

const partsOf = (key: string, enumeration: Enumeration): Part[] =>
  Object.entries(enumeration).map(([name, label]) => ({
    words: [label.toLowerCase()],
    label,
    filter: { [key]: name },
  }));

const REFUNDS = 'REFUND,MANUAL_REFUND';

/** What the list of payments is asked for most, by the words that its filters have. */
const PARTS: readonly Part[] = [
  ...partsOf('f_status', TRANSACTION_STATUSES),
  ...partsOf('f_hold', HOLDS),
  { words: ['refunds'], label: 'Refunds', filter: { f_type: REFUNDS } },
  ...partsOf('f_dispute', DISPUTE_STATUSES),
  {
    words: ['disputes', 'chargebacks'],
    label: 'Disputes',
    filter: { f_dispute: Object.keys(DISPUTE_STATUSES).join() },
  },
];

/** As the list's buttons have it: a week, and a month of the calendar, up to today (AM-24). */
const LASTING: Readonly<Record<string, (today: string) => string>> = {
  'last week': (today) => addDays(today, -7),
  'last month': (today) => Temporal.PlainDate.from(today).subtract({ months: 1 }).toString(),
};

/** 'yesterday', '25.11.2026', 'this month' or 'last week' as the list's filter has it; null where it is no day. */
function dayFilter(words: string, today: string): string | null {
  const day = typedDay(words, today);
  if (day) return formatIsoDay(day);
  const from = Object.hasOwn(LASTING, words) ? LASTING[words]!(today) : null;
  if (from) return `${formatIsoDay(from)}..${formatIsoDay(today)}`;
  return Object.entries(RELATIVE_DAYS).find(([, said]) => said === words)?.[0] ?? null;
}

const AMOUNT = String.raw`([\d.,'’]*\d)`;
const BOUNDS = [
  [new RegExp(String.raw`(?:\b(?:over|above|more than|at least)|>=?)\s*${AMOUNT}`), 'over'],
  [new RegExp(String.raw`(?:\b(?:under|below|less than|at most)|<=?)\s*${AMOUNT}`), 'under'],
] as const;

interface Narrowed {
  filter: Readonly<Record<string, string>>;
  label: string;
}

/** 'over 500' → at least; and what else is said. */
function boundIn(said: string): { rest: string; found: Narrowed | null } {
  for (const [pattern, word] of BOUNDS) {
    const [whole, number] = pattern.exec(said) ?? [];
    const amount = number === undefined ? null : parseAmount(number);
    if (whole === undefined || amount === null) continue;
    const words = formatAmount(amount);
    const f_amount = word === 'over' ? `${amount}..` : `..${amount}`;
    return {
      rest: said.replace(whole, ' '),
      found: { filter: { f_amount }, label: `${word} ${words}` },
    };
  }
  return { rest: said, found: null };
}

/** The longest of its words that are a day or some days. */
function dayIn(
  words: readonly string[],
  today: string,
): { rest: string[]; found: Narrowed | null } {
  for (let many = Math.min(words.length, 3); many > 0; many--)
    for (let at = 0; at + many <= words.length; at++) {
      const said = words.slice(at, at + many).join(' ');
      const f_date = dayFilter(said, today);
      if (f_date)
        return {
          rest: words.toSpliced(at, many),
          found: { filter: { f_date }, label: said },
        };
    }
  return { rest: [...words], found: null };
}

/** What says nothing of a payment by itself. */
const FILLING = new Set(
  'of from by at for on in with the all and payments transactions'.split(' '),
);

function listed(filter: Readonly<Record<string, string>>, labels: readonly string[]) {
  const href = paths.transactions(filter);
  return { name: href, href, label: `Transactions: ${labels.join(', ')}` };
}

/** Of a name nobody knows whose it is: staff are offered both, and read no more than one of them. */
const NAMED = [
  ['f_payer', 'payer'],
  ['f_merchantName', 'merchant'],
] as const;

/**
 * 'declined yesterday', 'refunds over 500 last week', 'failed amber': the list of payments with its filters set;
 * `refund` alone is what is to be done.
 */
export function listsOf(actor: Actor, text: string, today = isoDay(new Date())) {
  const said = text.trim().toLowerCase().replace(/\s+/g, ' ');
  if (said.length < LEAST_LETTERS || !isAllowed(actor, READS_PAYMENTS)) return [];
  return PARTS.flatMap(({ words, label, filter }) =>
    words.flatMap((word) => {
      if (word.startsWith(said) && !Object.hasOwn(SEARCH_DEEDS, said))
        return [listed(filter, [label])];
      const at = ` ${said} `.indexOf(` ${word} `);
      if (at < 0 || said === word) return [];
      const { rest: others, found: amount } = boundIn(
        `${said.slice(0, at)}${said.slice(at + word.length)}`,
      );
      const { rest, found: day } = dayIn(others.split(' ').filter(Boolean), today);
      const name = rest.filter((one) => !FILLING.has(one)).join(' ');
      const narrowed = [amount, day].filter((one) => one !== null);
      const filters = Object.assign({}, filter, ...narrowed.map((one) => one.filter)) as object;
      const labels = [label, ...narrowed.map((one) => one.label)];
      if (!name) return narrowed.length ? [listed({ ...filters }, labels)] : [];
      // of digits more than a name may be meant
      if (!AUDIENCES.staff(actor) || /\d/.test(name)) return [];
      return NAMED.map(([key, whose]) =>
        listed({ ...filters, [key]: name }, [...labels, `${whose} ‘${name}’`]),
      );
    }),
  );
}

/** What somebody comes to do is nobody's name, and no words of a payment. */
const TO_DO =
  /^(?:mark|pause|resume|suspend|stop|charge|skip|send|resend|retry|print|edit|change|delete|remove|export|add|new|create) /;

/** Where what nobody is called, and nothing is, may be found after all: words of payments older than search looks. */
export function furtherOf(actor: Actor, text: string) {
  const said = text.trim();
  // of a card no more is kept of its beginning than these, however many its issuer counts
  const [, bin] = /^(\d{6})\d{0,6}$/.exec(said.replaceAll(/[\s-]/g, '')) ?? [];
  const cards =
    bin && isAllowed(actor, READS_PAYMENTS)
      ? [listed({ f_cardPan: bin }, [`cards that begin with ${bin}`])]
      : [];
  const [, sign, whole] = /^([-−]?)(\d{1,7})$/.exec(said) ?? [];
  // of a figure its cents are often left out
  if (whole && isAllowed(actor, READS_PAYMENTS))
    return [
      ...cards,
      listed({ f_amount: `${whole}..${whole}.99`, ...(sign && { f_type: REFUNDS }) }, [
        `${sign ? 'refunds' : 'amounts'} of ${formatAmount(Number(whole))} to ${formatAmount(Number(whole) + 0.99)}`,
      ]),
    ];
  const isName = said.length >= LEAST_LETTERS && !TO_DO.test(`${said.toLowerCase()} `);
  if (!isName || !isAllowed(actor, READS_PAYMENTS)) return [];
  const ways = [
    ...(AUDIENCES.staff(actor) ? [['f_payer', 'payer'] as const] : []),
    ['f_description', 'description'] as const,
  ];
  const inWords = ways.map(([key, what]) => {
    const href = paths.transactions({ [key]: said });
    return { name: href, href, label: `Look in Transactions: ${what} ‘${said}’` };
  });
  return [...cards, ...inWords];
}
