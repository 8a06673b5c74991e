import { PAYMENT_SCHEMES, SCHEME_NAMES } from '@paydesk/contract/kernel/cards.ts';
import { addDays, formatIsoDay } from '@paydesk/contract/kernel/dates.ts';
import { RELATIVE_DAYS } from '@paydesk/contract/kernel/filters.ts';
import { formatAmount, parseAmount } from '@paydesk/contract/kernel/money.ts';
import { typedDay } from '@paydesk/contract/kernel/typed-days.ts';

/** What is said of payments beside their state, by the words that the filters of their list have. */

/** What says nothing of a row by itself. */
export const FILLING = new Set(
  'of from by at for on in with the all and paid payment payments transaction transactions amount amounts show me'.split(
    ' ',
  ),
);

/** As the list's buttons have it: a week, and a month of the calendar, up to today (AM-24). */
const LASTING: Readonly<Record<string, (today: string) => string>> = {
  'this week': (today) => addDays(today, 1 - Temporal.PlainDate.from(today).dayOfWeek),
  'last week': (today) => addDays(today, -7),
  'last month': (today) => Temporal.PlainDate.from(today).subtract({ months: 1 }).toString(),
};

const MONTHS =
  'january february march april may june july august september october november december'.split(
    ' ',
  );
/** Which are names of people too. */
const NAMES = new Set(['april', 'may', 'june', 'august']);

/** 'november', 'in may', 'june 2026': its days up to today, of the latest that has begun; null where it is none. */
function monthIn(words: string, today: string): { from: string; to: string } | null {
  const [, before, name = '', year] = /^(in )?([a-z]+)(?: (20\d\d))?$/.exec(words) ?? [];
  const month = MONTHS.indexOf(name) + 1;
  if (!month || (NAMES.has(name) && !before && !year)) return null;
  const now = Temporal.PlainDate.from(today);
  const from = Temporal.PlainDate.from({
    year: Number(year ?? (month > now.month ? now.year - 1 : now.year)),
    month,
    day: 1,
  });
  const to = from.add({ months: 1 }).subtract({ days: 1 }).toString();
  return from.toString() > today ? null : { from: from.toString(), to: to < today ? to : today };
}

/** 'last week', 'november': its days up to today; null where it is none of these. */
export function daysIn(words: string, today: string): { from: string; to: string } | null {
  const from = Object.hasOwn(LASTING, words) ? LASTING[words]!(today) : null;
  return from ? { from, to: today } : monthIn(words, today);
}

/** 'yesterday', '25.11.2026', 'this month' or 'last week' as the list's filter has it; null where it is no day. */
function dayFilter(words: string, today: string): string | null {
  const day = typedDay(words, today);
  if (day) return formatIsoDay(day);
  const days = daysIn(words, today);
  if (days) return `${formatIsoDay(days.from)}..${formatIsoDay(days.to)}`;
  return Object.entries(RELATIVE_DAYS).find(([, said]) => said === words)?.[0] ?? null;
}

const AMOUNT = String.raw`([\d.,'’]*\d)`;
/** Before two points, which are none of its own. */
const RANGED = String.raw`(\d[\d,'’]*(?:\.\d+)?)`;
const BOUNDS = [
  [new RegExp(String.raw`(?:\b(?:over|above|more than|at least)|>=?)\s*${AMOUNT}`), 'over'],
  [new RegExp(String.raw`(?:\b(?:under|below|less than|at most)|<=?)\s*${AMOUNT}`), 'under'],
] as const;

export interface Narrowed {
  filter: Readonly<Record<string, string>>;
  label: string;
}

const BETWEEN = new RegExp(
  String.raw`\bbetween ${AMOUNT} and ${AMOUNT}|(?<!\S)${RANGED}\.\.${AMOUNT}`,
);

/** 'over 500' → at least; 'between 100 and 200', '100..200'; and what else is said. */
export function boundIn(said: string): { rest: string; found: Narrowed | null } {
  const [between, ...ends] = BETWEEN.exec(said) ?? [];
  const [least = null, most = null] = ends
    .map((one) => parseAmount(one ?? ''))
    .filter((one) => one !== null);
  // two days are no amounts
  const days = ends.some((one) => one && /^\d{1,2}\.\d{1,2}(?:\.\d*)?$/.test(one));
  if (between !== undefined && !days && least !== null && most !== null)
    return {
      rest: said.replace(between, ' '),
      found: {
        filter: { f_amount: `${least}..${most}` },
        label: `${formatAmount(least)} to ${formatAmount(most)}`,
      },
    };
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

/** What people type for the schemes: their names, and one of them in two words. */
const TYPED = SCHEME_NAMES.map(
  ([scheme, names]) =>
    [scheme, scheme === 'MASTERCARD' ? [...names, 'master card'] : names] as const,
);

/** 'visa', 'visa cards': those whose numbers begin as that scheme's do. */
export function schemeIn(said: string): { rest: string; found: Narrowed | null } {
  for (const [scheme, words] of TYPED) {
    const f_cardPan = PAYMENT_SCHEMES[scheme];
    const [whole] =
      new RegExp(`(?<!\\S)(?:${words.join('|')})(?: cards?)?(?!\\S)`).exec(said) ?? [];
    if (whole === undefined) continue;
    const found = { filter: { f_cardPan }, label: `by ${f_cardPan} cards` };
    return { rest: said.replace(whole, ' '), found };
  }
  return { rest: said, found: null };
}

/** Of fewer letters another word may be meant. */
const LEAST_BEGUN = 4;

/** Of a scheme that is begun, and nothing else is said, its whole name. */
export const schemeBegun = (said: string) =>
  (said.length >= LEAST_BEGUN &&
    TYPED.flatMap(([, words]) => words).find((word) => word.startsWith(said))) ||
  said;

/** '43.99' among its words, with its cents: four digits may be a card's. */
export function amountIn(words: readonly string[]): { rest: string[]; found: Narrowed | null } {
  const at = words.findIndex((word) => /^[\d,.'’]*\d[.,]\d\d$/.test(word));
  const amount = at < 0 ? null : parseAmount(words[at]!);
  if (amount === null) return { rest: [...words], found: null };
  return {
    rest: words.toSpliced(at, 1),
    found: { filter: { f_amount: String(amount) }, label: formatAmount(amount) },
  };
}

/** '4242', 'card 4242', '•• 4242' among its words. */
export function lastFourIn(words: readonly string[]): { rest: string[]; found: Narrowed | null } {
  const lastFour = words.find((word) => /^[•*]*\d{4}$/.test(word))?.slice(-4);
  if (!lastFour) return { rest: [...words], found: null };
  const rest = words.filter((word) => !/^(?:cards?|ending|[•*]+|[•*]*\d{4})$/.test(word));
  const label = `card •• ${lastFour}`;
  return { rest, found: { filter: { f_cardPan: `•• ${lastFour}` }, label } };
}

/** The longest of its words that are a day or some days. */
export function dayIn(
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
