import type { Enumeration } from '@paydesk/contract/kernel/enumeration.ts';
import { addDays, formatIsoDay } from '@paydesk/contract/kernel/dates.ts';
import { formatAmount, parseAmount } from '@paydesk/contract/kernel/money.ts';
import { RELATIVE_DAYS } from '@paydesk/contract/kernel/filters.ts';
import { deedCalled } from '@paydesk/contract/kernel/search.ts';
import { TRANSACTION_STATUSES } from '@paydesk/contract/kernel/transaction-statuses.ts';
import { typedDay } from '@paydesk/contract/kernel/typed-days.ts';
import { DISPUTE_STATUSES, HOLDS } from '@paydesk/contract/payments.ts';
import { AUDIENCES, type Actor } from '@paydesk/contract/permissions.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { paths } from '../../paths.ts';
import { isoDay } from '../format.ts';
import { READS_PAYMENTS } from './deeds.ts';
import { statesOf, type Seen } from './states.ts';

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

interface Read {
  filters: Readonly<Record<string, string>>;
  labels: readonly string[];
  /** Whose they are to be, where more is said than filters have words for. */
  name: string;
}

/** What is left of it, beside what its words say: an amount, a day, a name; null where nothing narrows. */
function narrowedBy(said: string, today: string, { label, filter }: Omit<Part, 'words'>) {
  const { rest: others, found: amount } = boundIn(said);
  const { rest, found: day } = dayIn(others.split(' ').filter(Boolean), today);
  const narrowed = [amount, day].filter((one) => one !== null);
  const read: Read = {
    filters: Object.assign({}, filter, ...narrowed.map((one) => one.filter)) as Read['filters'],
    labels: [label, ...narrowed.map((one) => one.label)].filter(Boolean),
    name: rest.filter((one) => !FILLING.has(one)).join(' '),
  };
  return read.name || narrowed.length ? read : null;
}

/** Every way in which it says which payments are meant. */
function readsOf(text: string, today: string): Read[] {
  const said = plainly(text);
  const reads =
    said.length < LEAST_LETTERS
      ? []
      : PARTS.flatMap(({ words, ...part }) =>
          words.flatMap((word): Read[] => {
            if (word.startsWith(said) && !deedCalled(said))
              return [{ filters: part.filter, labels: [part.label], name: '' }];
            const at = ` ${said} `.indexOf(` ${word} `);
            if (at < 0 || said === word) return [];
            const rest = `${said.slice(0, at)}${said.slice(at + word.length)}`;
            return [narrowedBy(rest, today, part) ?? []].flat();
          }),
        );
  if (reads.length || !boundIn(said).found) return reads;
  const read = narrowedBy(said, today, { label: '', filter: {} });
  return read ? [read] : [];
}

const plainly = (text: string) => text.trim().toLowerCase().replace(/\s+/g, ' ');

/** The name in it, which may be a merchant's; null where it has none that this person could look for. */
export function nameIn(actor: Actor, text: string, today = isoDay(new Date())): string | null {
  if (!AUDIENCES.staff(actor) || !isAllowed(actor, READS_PAYMENTS)) return null;
  // of digits more than a name may be meant
  return readsOf(text, today).find(({ name }) => name && !/\d/.test(name))?.name ?? null;
}

/**
 * 'declined yesterday', 'refunds over 500 last week', 'failed amber', 'over 5000', 'missed': the lists that have these,
 * with their filters set; `refund` alone is what is to be done. Whose a name is nobody knows here: staff are offered
 * a merchant first where one is called so, and nobody is offered one that is not.
 */
export function listsOf(
  actor: Actor,
  text: string,
  {
    seen = [],
    merchants,
    today = isoDay(new Date()),
  }: {
    seen?: readonly Seen[];
    /** Who is called as `nameIn` has it; not yet known. */
    merchants?: readonly string[] | undefined;
    today?: string;
  } = {},
) {
  const reads = isAllowed(actor, READS_PAYMENTS) ? readsOf(text, today) : [];
  const ofPayments = reads.flatMap(({ filters, labels, name }) => {
    if (!name) return [listed(filters, labels)];
    if (!merchants || !AUDIENCES.staff(actor) || /\d/.test(name)) return [];
    const whose = (key: string, word: string, called: string) =>
      listed({ ...filters, [key]: called }, [...labels, `${word} ‘${called}’`]);
    const [only, ...others] = merchants;
    return [
      ...(only ? [whose('f_merchantName', 'merchant', others.length ? name : only)] : []),
      whose('f_payer', 'payer', name),
    ];
  });
  const said = plainly(text);
  const { rest, found } = boundIn(said);
  return [...ofPayments, ...(deedCalled(said) ? [] : statesOf(seen, rest.trim(), found))];
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
