import { LISTS, type List } from '../../listed.ts';
import { alsoOf, isCalled } from './commands.ts';
import { boundIn, dayIn, FILLING, type Narrowed } from './narrowed.ts';
import type { Called } from './of-merchant.ts';

/** An entry of the menu that this person sees. */
export interface Seen {
  name: string;
  label: string;
}

type Filters = Readonly<Record<string, string>>;

/** One that is begun counts from so many letters on: of fewer a name is meant as well. */
const LEAST_BEGUN = 5;
const LEAST_LETTERS = 4;

/** What is said beside a word, or some in a row: null where that is not in it. */
function without(said: string, words: string): string | null {
  const at = ` ${said} `.indexOf(` ${words} `);
  return at < 0 ? null : `${said.slice(0, at)}${said.slice(at + words.length)}`.trim();
}

/** What is said beside a word of theirs, which may be begun. */
const besides = (said: string, word: string): string | null =>
  said.length >= LEAST_BEGUN && word.startsWith(said) ? '' : without(said, word);

/** Nothing of itself, or what the list is called: 'charges', 'order'. */
const isOf = ({ of }: List, label: string, rest: string) => {
  const word = rest.replace(/s$/, '');
  // a loan has requests of refunds, and is none
  return !rest || isCalled({ label, also: word === 'refund' ? undefined : alsoOf(of) }, word);
};

/** As a state is said: 'Declined, tried again' is 'declined'. */
const saidOf = (label: string) => label.toLowerCase().split(',')[0]!;

function option({ open }: List, title: string, filters: Filters, words: readonly string[]) {
  const href = open(filters);
  return { name: href, href, label: `${title}: ${words.join(', ')}` };
}

/** Each of its states, by each of its words. */
const statesIn = ({ states, also = {} }: List) =>
  Object.entries(states).map(
    ([name, label]) => [name, label, [saidOf(label), ...(also[name] ?? [])]] as const,
  );

/** 'missed', 'pending orders', 'loans over 5000': each list that has rows of these, by its filters. */
export function statesOf(seen: readonly Seen[], said: string, bound: Narrowed | null) {
  return LISTS.flatMap((list) => {
    const entry = seen.find(({ name }) => name === list.of);
    if (!entry || (bound && !list.amounts)) return [];
    const { title = entry.label } = list;
    const found = bound ? [bound.label] : [];
    const named = statesIn(list).flatMap(([name, label, words]) => {
      const rest =
        said.length < LEAST_LETTERS
          ? null
          : (words.map((word) => besides(said, word)).find((one) => one !== null) ?? null);
      const isMeant = rest === null ? list.waits === name && areRows(list, said) : true;
      return isMeant && isOf(list, title, rest ?? '')
        ? [option(list, title, { f_status: name, ...bound?.filter }, [label, ...found])]
        : [];
    });
    return named.length || !bound || !isOf(list, title, said)
      ? named
      : [option(list, title, { ...bound.filter }, found)];
  });
}

const isRow = ({ rows = '' }: List, word: string) =>
  rows.split(' ').includes(word.replace(/s$/, ''));
/** 'screening cases': nothing but what its rows are called. */
const areRows = (list: List, said: string) => said.split(' ').every((word) => isRow(list, word));

/** The same of some list that this person sees. */
export const areSeenRows = (seen: readonly Seen[], said: string) =>
  LISTS.some((list) => areRows(list, said) && seen.some(({ name }) => name === list.of));

interface Read {
  list: List;
  title: string;
  filters: Filters;
  words: readonly string[];
  /** Whose they are to be, where more is said. */
  name: string;
}

/** Each list whose rows are named beside a day or a merchant, and what else is said of them. */
export function rowsIn(seen: readonly Seen[], said: string, today: string): Read[] {
  const { rest: unbound, found: bound } = boundIn(said);
  const { rest: dayless, found: day } = dayIn(unbound.split(' ').filter(Boolean), today);
  return LISTS.flatMap((list): Read[] => {
    const entry = seen.find(({ name }) => name === list.of);
    const beside = dayless.filter((word) => !isRow(list, word));
    if (!entry || beside.length === dayless.length || (bound && !list.amounts)) return [];
    const left = beside.join(' ');
    const [name, label, beyond = left] =
      statesIn(list).flatMap(([state, called, words]) =>
        words.flatMap((word) => {
          const rest = without(left, word);
          return rest === null ? [] : [[state, called, rest] as const];
        }),
      )[0] ?? [];
    const rest = beyond.split(' ');
    const whose = rest.filter((word) => word && !FILLING.has(word)).join(' ');
    const filters = {
      ...(name && { f_status: name }),
      ...bound?.filter,
      ...(day && { [`f_${list.day ?? 'createdDate'}`]: day.filter['f_date']! }),
    };
    // a merchant alone is their whole list, a state or an amount alone another way (`thingsOf`, `statesOf`)
    if (!Object.keys(filters).length || (!day && !whose)) return [];
    if (whose && (!list.ofMerchants || /\d/.test(whose))) return [];
    const words = [label, bound?.label, day?.label].filter((one) => one !== undefined);
    return [{ list, title: list.title ?? entry.label, filters, words, name: whose }];
  });
}

/** 'pending orders yesterday', 'orders over 500 amber': the lists of these, of each merchant that is called so. */
export const rowsOf = (
  seen: readonly Seen[],
  said: string,
  today: string,
  merchants: readonly Called[],
) =>
  rowsIn(seen, said, today).flatMap(({ list, title, filters, words, name }) =>
    name
      ? merchants.map((one) =>
          option(list, title, { ...filters, f_merchantId: one.id }, [
            ...words,
            `merchant ‘${one.name}’`,
          ]),
        )
      : [option(list, title, filters, words)],
  );
