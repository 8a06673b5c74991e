import anyAscii from 'any-ascii';
import { distance } from 'fastest-levenshtein';

/** A name of a list, with the parts that it is compared by. */
export interface Listed {
  id: string;
  source: string;
  entry: string;
  name: string;
  born: string | null;
  parts: readonly string[];
}

/** What a name of a list has in common with a person's. */
export interface Hit {
  listed: Listed;
  /** 0 to 100. */
  score: number;
}

/** From here on somebody looks, and from here on it is taken for the same name. */
export const POSSIBLE = 84;
export const SAME = 93;

/** Letters that one alphabet is written by in another in several ways, each as one of them. */
const WAYS: readonly (readonly [RegExp, string])[] = [
  [/shch|sch|tsch/g, 'sh'],
  [/tch|ch/g, 'c'],
  [/dzh|dhz|dz|dj|zh/g, 'j'],
  [/kh/g, 'h'],
  [/gh/g, 'g'],
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/ts|tz/g, 'z'],
  [/ck|q/g, 'k'],
  [/x/g, 'ks'],
  [/w/g, 'v'],
  [/ou|oo/g, 'u'],
  [/ee|ii|iy|yi|ij/g, 'i'],
  [/y|j(?=[aou])/g, 'i'],
  [/(.)\1+/g, '$1'],
];

/** Said before and after names, and no part of one. */
const TITLES = new Set(['mr', 'mrs', 'ms', 'dr', 'haji', 'sheikh', 'mullah', 'sayyid', 'jr', 'sr']);
/** Written together with what follows, apart from it, or left out. */
const PARTICLES = /\b(al|el|ul|abu|bin|ibn|ben|de|da|van|von|der)[ -]+(?=\S{3})/g;

/** Scripts that leave vowels out; what is written in one is compared without them. */
const WITHOUT_VOWELS = /[\u0590-\u08ff]/;
const bare = (part: string) => part.replaceAll(/[aeiou]/g, '') || part;
const bareParts = (name: string) => [
  ...new Set(partsOf(name).map((part) => bare(part.replace(/^al(?=.{3})/, '')))),
];

/** The parts of a name in Latin letters, as they are compared: without order, accents or ways of writing. */
export function partsOf(name: string): string[] {
  const latin = anyAscii(name.normalize('NFKC'))
    .toLowerCase()
    .replaceAll(/['`’.]/g, '')
    .replaceAll(/[^a-z]+/g, ' ')
    .replaceAll(PARTICLES, '')
    .trim();
  const words = latin.split(' ').filter((word) => word && !TITLES.has(word));
  return [...new Set(words.map(plain).filter((word) => word.length > 1))].sort();
}

const plain = (word: string) =>
  WAYS.reduce((text, [ways, one]) => text.replaceAll(ways, one), word).replace(/(?<=..)h$/, '');

/** Letters that changed places are one slip, where a distance counts two. */
function swaps(one: string, other: string): number {
  let found = 0;
  for (let at = 0; at < one.length - 1; at++)
    if (one[at] !== other[at] && one[at] === other[at + 1] && one[at + 1] === other[at]) found++;
  return found;
}

function alike(one: string, other: string): number {
  if (one === other) return 1;
  const far = distance(one, other);
  const slips = far > 1 && one.length === other.length ? far - swaps(one, other) : far;
  return 1 - slips / Math.max(one.length, other.length);
}

/** Two parts are looked at together from here on. */
const NEAR = 0.66;
const MOST_KEPT = 20_000;
/** Two ways to write one part, of those that are near. */
const SPELLING = 0.8;
/** What a part weighs at the least, however many have it. */
const LEAST = 0.2;

/** Names that people are looked for among: parts that are near are found once, and the names by them. */
export class NameIndex {
  readonly #names: readonly Listed[];
  readonly #byPart = new Map<string, number[]>();
  readonly #byLength = new Map<number, string[]>();
  readonly #near = new Map<string, readonly (readonly [part: string, alike: number])[]>();
  readonly #rare = new Map<string, number>();
  #bare: NameIndex | undefined;

  constructor(names: readonly Listed[]) {
    this.#names = names;
    for (const [at, { parts }] of names.entries())
      for (const part of parts) {
        const known = this.#byPart.get(part);
        if (known) known.push(at);
        else {
          this.#byPart.set(part, [at]);
          const same = this.#byLength.get(part.length);
          if (same) same.push(part);
          else this.#byLength.set(part.length, [part]);
        }
      }
  }

  get size(): number {
    return this.#names.length;
  }

  /** The names that are near, each entry once by its best, the best first. */
  find(name: string, born: string | null): Hit[] {
    if (!WITHOUT_VOWELS.test(name)) return this.#findParts(partsOf(name), born);
    let bareNames = this.#bare;
    if (!bareNames) {
      bareNames = new NameIndex(
        this.#names.map((one) => ({ ...one, parts: [...new Set(one.parts.map(bare))] })),
      );
      this.#bare = bareNames;
    }
    return bareNames.#findParts(bareParts(name), born);
  }

  #findParts(parts: readonly string[], born: string | null): Hit[] {
    if (!parts.length) return [];
    const found = new Map<number, number>();
    for (const part of parts)
      for (const [near] of this.#nearOf(part))
        for (const at of this.#byPart.get(near)!) found.set(at, (found.get(at) ?? 0) + 1);
    const best = new Map<string, Hit>();
    for (const [at] of found) {
      const listed = this.#names[at]!;
      const score = this.#scoreOf(parts, listed.parts) - apart(born, listed.born);
      const key = `${listed.source} ${listed.entry}`;
      if (score >= POSSIBLE && score > (best.get(key)?.score ?? 0))
        best.set(key, { listed, score });
    }
    return [...best.values()].sort((one, other) => other.score - one.score);
  }

  #nearOf(part: string): readonly (readonly [string, number])[] {
    const kept = this.#near.get(part);
    if (kept) return kept;
    const near: [string, number][] = [];
    const off = Math.floor(part.length * (1 - NEAR)) + 1;
    for (let length = part.length - off; length <= part.length + off; length++)
      for (const other of this.#byLength.get(length) ?? []) {
        const how = alike(part, other);
        if (how >= NEAR) near.push([other, how]);
      }
    if (this.#near.size >= MOST_KEPT) this.#near.clear();
    this.#near.set(part, near);
    return near;
  }

  /**
   * How alike a person's name is to a listed one, part by part whatever their order; one part alone is no
   * name of two. A part that many of the list have says little of who somebody is, so it weighs little.
   */
  #scoreOf(parts: readonly string[], listed: readonly string[]): number {
    const turned = parts.length > listed.length;
    const [few, many] = turned ? [listed, parts] : [parts, listed];
    if (few.length === 1 && many.length > 1) return together(few, many);
    const left = new Set(many);
    let [sum, weight] = [0, 0];
    for (const part of few) {
      let [best, at] = [0, ''];
      for (const candidate of left) {
        const how = alike(part, candidate);
        if (how > best) [best, at] = [how, candidate];
      }
      const both = best < NEAR && left.size > few.length - 1 ? inTwo(part, left) : null;
      if (both) [best, at] = [both.how, both.parts[0]];
      for (const one of both?.parts ?? [at]) left.delete(one);
      // a part that is nothing like another is another name, however long the rest is
      if (best < 0.5) return together(few, many);
      const weighs = part.length * this.#rarity(turned ? part : at);
      sum += best * weighs;
      weight += weighs;
    }
    // what only one of them has, such as the name of a father, weighs little
    const missing = left.size / many.length;
    return Math.round(100 * (sum / weight) * (1 - 0.08 * missing));
  }

  /** 1 for a part that one name of the list has, less for each that has it or nearly so. */
  #rarity(part: string): number {
    const kept = this.#rare.get(part);
    if (kept !== undefined) return kept;
    let having = 0;
    for (const [near, how] of this.#nearOf(part))
      if (how >= SPELLING) having += this.#byPart.get(near)!.length;
    const rarity = Math.max(
      LEAST,
      1 - Math.log(Math.max(having, 1)) / Math.log(this.#names.length + 1),
    );
    this.#rare.set(part, rarity);
    return rarity;
  }
}

/** A part that the other name has written apart. */
function inTwo(part: string, left: ReadonlySet<string>) {
  for (const first of left)
    for (const second of left) {
      const how = first === second ? 0 : alike(part, first + second);
      if (how > 0.85) return { how, parts: [first, second] as const };
    }
  return null;
}

/** Parts that one writes together and the other apart. */
const together = (few: readonly string[], many: readonly string[]) => {
  const how = Math.max(
    alike(few.join(''), many.join('')),
    alike(few.join(''), many.toReversed().join('')),
  );
  return how > 0.9 ? Math.round(100 * how) : 0;
};

/** What dates of birth that are far from each other take away. */
function apart(one: string | null, other: string | null): number {
  if (!one || !other) return 0;
  const years = Math.abs(Number(one.slice(0, 4)) - Number(other.slice(0, 4)));
  return years > 2 ? 12 : years > 0 ? 3 : 0;
}
