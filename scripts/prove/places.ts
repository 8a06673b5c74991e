import { createHash } from 'node:crypto';
import { parseSync } from 'vite';
import { readSources, type Source } from '../repo/sources.ts';
import { FAULTS, type Kind } from './faults.ts';

/** A part of the syntax tree, as ESTree has it. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** One thing taken out of the text or put into it. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

export interface Place extends Edit {
  kind: Kind;
  file: string;
  line: number;
  /** What stands there, and what then does; by both it is found again when lines move. */
  before: string;
  after: string;
  id: string;
}

/** What a kind looks at: a part of the tree, what it stands in, and the text of the file. */
export interface Seen {
  node: Node;
  /** The innermost first. */
  parents: readonly Node[];
  source: Source;
  textOf(node: Node): string;
}

/** The product on the server's side; what browsers show is proved by journeys, too slow to be run a fault. */
const isProduct = ({ path }: Source) =>
  /^(packages\/contract|apps\/server)\/src\//.test(path) &&
  !/\.test\.ts$|\/testing(\/|\.ts$)|\/src\/seed\//.test(path);

/** Every place of every kind, or of one, in an order that a seed alone decides, and no line that moves. */
export function places(seed: number, kinds: readonly Kind[], only?: string): Place[] {
  const found = readSources()
    .filter((source) => isProduct(source) && (!only || source.path.includes(only)))
    .flatMap((source) => placesIn(source, kinds));
  const rank = ({ id }: Place) => createHash('sha256').update(`${seed} ${id}`).digest('hex');
  return found
    .map((place) => [rank(place), place] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, place]) => place);
}

/** Every place of these kinds in one file, from its top down. */
export function placesIn(source: Source, kinds: readonly Kind[]): Place[] {
  const found: Place[] = [];
  const times = new Map<string, number>();
  const textOf = ({ start, end }: Node) => source.text.slice(start, end);
  walk(parseSync(source.path, source.text).program as never, [], (node, parents) => {
    for (const kind of kinds)
      for (const edit of FAULTS[kind]({ node, parents, source, textOf })) {
        const [line, before, after] = shown(source.text, edit);
        const same = `${kind} ${source.path} ${before} ${after}`;
        const nth = times.get(same) ?? 0;
        times.set(same, nth + 1);
        const id = createHash('sha256').update(`${same} ${nth}`).digest('hex').slice(0, 10);
        found.push({ ...edit, kind, file: source.path, line, before, after, id });
      }
  });
  return found;
}

const flat = (part: string) => part.replace(/\s+/g, ' ').trim();

/** The line of the edit, before and after, each in one line. */
function shown(text: string, { start, end, text: put }: Edit): [number, string, string] {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const to = text.indexOf('\n', end) === -1 ? text.length : text.indexOf('\n', end);
  const line = text.slice(0, start).split('\n').length;
  return [
    line,
    flat(text.slice(from, to)),
    flat(text.slice(from, start) + put + text.slice(end, to)),
  ];
}

function walk(
  node: Node,
  parents: readonly Node[],
  visit: (node: Node, parents: readonly Node[]) => void,
) {
  visit(node, parents);
  const inside = [node, ...parents];
  for (const value of Object.values(node))
    for (const part of Array.isArray(value) ? value : [value])
      if (part && typeof part === 'object' && typeof (part as Node).type === 'string')
        walk(part as Node, inside, visit);
}
