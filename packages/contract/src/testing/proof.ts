/**
 * `npm run prove` runs every proof in full, `npm test` the same tests in a short form (ADR 104). This
 * is the one place that knows which.
 */
export const isFull = process.env['PROVE'] === '1';

/** How often something drawn at random is tried. */
export const runs = (short: number, full: number): number => (isFull ? full : short);

/** What a proof came to, under its name and in which form: `npm run prove` keeps it in docs/proof.md. */
export const tell = (what: string, figures: string): void => {
  process.stdout.write(`${what}, ${isFull ? 'in full' : 'short form'}: ${figures}\n`);
};

/** A number below `of` that belongs to the name: the same everywhere and always, and evenly spread. */
export function spread(name: string, of: number): number {
  // FNV-1a
  let hash = 0x811c9dc5;
  for (const letter of name) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193);
  return ((hash ^ (hash >>> 15)) >>> 0) % of;
}

/**
 * What the short form takes of a matrix: one case of every few, from a place that the name of what is
 * tried decides, so that what is left out of one list or endpoint is tried at the next. It counts, and
 * is told at the end how much that was.
 */
export class Share {
  readonly #what: string;
  #taken = 0;
  #all = 0;

  constructor(what: string) {
    this.#what = what;
  }

  /** One of every `few`, at least one of any; all of them in full. */
  of<T>(cases: readonly T[], name: string, few: number): T[] {
    const from = spread(name, Math.max(1, Math.min(few, cases.length)));
    const taken = cases.filter((_, nth) => isFull || nth % few === from);
    this.#taken += taken.length;
    this.#all += cases.length;
    return taken;
  }

  /** One of them, the next one at the next turn; all of them in full. */
  inTurn<T>(cases: readonly T[], name: string, turn: number): T[] {
    const at = (spread(name, cases.length) + turn) % cases.length;
    const taken = cases.filter((_, nth) => isFull || nth === at);
    this.#taken += taken.length;
    this.#all += cases.length;
    return taken;
  }

  /** None of them; all of them in full. */
  inFull<T>(cases: readonly T[]): readonly T[] {
    const taken = isFull ? cases : [];
    this.#taken += taken.length;
    this.#all += cases.length;
    return taken;
  }

  /** How much of the whole has been tried. */
  tell = (): void => {
    if (this.#all) tell(this.#what, `${this.#taken} of ${this.#all} cases`);
  };
}
