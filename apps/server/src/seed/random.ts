/** A small seeded generator (sfc32): the same seed gives the same numbers on every machine. */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #count = 1;
  readonly #seed: string;

  constructor(seed: string | number) {
    this.#seed = String(seed);
    this.#a = fnv(`1/${seed}`);
    this.#b = fnv(`2/${seed}`);
    this.#c = fnv(`3/${seed}`);
    for (let i = 0; i < 12; i++) this.bits();
  }

  /** A generator of its own, so that a change in one part of the data leaves the others alone. */
  fork(name: string): Random {
    return new Random(`${this.#seed}/${name}`);
  }

  /** 32 random bits. */
  bits(): number {
    const sum = (this.#a + this.#b + this.#count) | 0;
    this.#count = (this.#count + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** At least 0, less than 1. */
  fraction(): number {
    return this.bits() / 0x1_0000_0000;
  }

  /** A whole number from `least` to `most`, both included. */
  int(least: number, most: number): number {
    return least + Math.floor(this.fraction() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.int(0, choices.length - 1)]!;
  }

  /** One of the pairs' values, as often as its share says. */
  weighted<T>(choices: readonly (readonly [share: number, value: T])[]): T {
    let left = this.fraction() * choices.reduce((sum, [share]) => sum + share, 0);
    for (const [share, value] of choices) if ((left -= share) < 0) return value;
    return choices.at(-1)![1];
  }

  digits(count: number): string {
    let digits = '';
    while (digits.length < count) digits += String(this.bits() % 10_000).padStart(4, '0');
    return digits.slice(0, count);
  }

  hex(count: number): string {
    let hex = '';
    while (hex.length < count) hex += hex32(this.bits());
    return hex.slice(0, count);
  }

  /** An id in the shape of a UUIDv7 whose time is the row's, so that ids order as rows do. */
  id(date: Date): string {
    const ms = date.getTime();
    const one = this.bits();
    const time = `${hex32(Math.floor(ms / 0x1_0000))}-${hex16(ms % 0x1_0000)}`;
    const head = `${hex16(0x7000 | (one & 0x0fff))}-${hex16(0x8000 | (one >>> 18))}`;
    return `${time}-${head}-${hex16(this.bits() >>> 16)}${hex32(this.bits())}`;
  }
}

const HEX16 = Array.from({ length: 0x1_0000 }, (_, value) => value.toString(16).padStart(4, '0'));
const hex16 = (value: number) => HEX16[value]!;
const hex32 = (value: number) => HEX16[value >>> 16]! + HEX16[value & 0xffff]!;

function fnv(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
