import { LISTS, type List } from '../../listed.ts';
import { alsoOf, isCalled } from './commands.ts';

/** An entry of the menu that this person sees. */
export interface Seen {
  name: string;
  label: string;
}

type Filters = Readonly<Record<string, string>>;

/** One that is begun counts from so many letters on: of fewer a name is meant as well. */
const LEAST_BEGUN = 5;
const LEAST_LETTERS = 4;

/** What is said beside a word of theirs: null where that is not in it. */
function besides(said: string, word: string): string | null {
  if (said.length >= LEAST_BEGUN && word.startsWith(said)) return '';
  const at = ` ${said} `.indexOf(` ${word} `);
  return at < 0 ? null : `${said.slice(0, at)}${said.slice(at + word.length)}`.trim();
}

/** Nothing of itself, or what the list is called: 'charges', 'order'. */
const isOf = ({ of }: List, label: string, rest: string) =>
  !rest || isCalled({ label, also: alsoOf(of) }, rest.replace(/s$/, ''));

/** 'missed', 'pending orders', 'loans over 5000': each list that has rows of these, by its filters. */
export function statesOf(
  seen: readonly Seen[],
  said: string,
  bound: { filter: Filters; label: string } | null,
) {
  return LISTS.flatMap((list) => {
    const entry = seen.find(({ name }) => name === list.of);
    if (!entry || (bound && !list.amounts)) return [];
    const { open, title = entry.label } = list;
    const option = (filters: Filters, words: readonly string[]) => {
      const href = open(filters);
      return { name: href, href, label: `${title}: ${words.join(', ')}` };
    };
    const found = bound ? [bound.label] : [];
    const named = Object.entries(list.states).flatMap(([name, label]) => {
      const rest =
        said.length < LEAST_LETTERS ? null : besides(said, label.toLowerCase().split(',')[0]!);
      return rest !== null && isOf(list, title, rest)
        ? [option({ f_status: name, ...bound?.filter }, [label, ...found])]
        : [];
    });
    return named.length || !bound || !isOf(list, title, said)
      ? named
      : [option({ ...bound.filter }, found)];
  });
}
