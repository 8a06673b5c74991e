import { randomUUIDv7 } from 'node:crypto';
import { BIN_SCHEMES, CARD_TYPES } from '@paydesk/contract/kernel/cards.ts';
import type { LoadReport } from '@paydesk/contract/kernel/loads.ts';
import { sql } from 'kysely';
import { audit } from '../../platform/audit.ts';
import { Refusals, rowsOf, whyNotText, type LoadHow } from '../../platform/csv-file.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { invalid } from '../../platform/errors.ts';

const DIGITS = 8;
const PORTION = 10_000;
const MOST_ROWS = 2_000_000;
const LONGEST = 255;

/** What ranges have in common: a few thousand issuers and products have all of them. */
interface Said {
  scheme: string;
  type: string | null;
  issuer: string;
  country: string;
  product: string | null;
}

/** Ranges side by side, a million of them in little room, in the order of their beginnings. */
class Ranges {
  readonly from: number[] = [];
  readonly to: number[] = [];
  readonly line: number[] = [];
  readonly said: number[] = [];
  readonly all: Said[] = [];
  readonly #known = new Map<string, number>();

  add(line: number, from: number, to: number, said: Said): void {
    const key = JSON.stringify(said);
    let at = this.#known.get(key);
    if (at === undefined) {
      at = this.all.push(said) - 1;
      this.#known.set(key, at);
    }
    this.from.push(from);
    this.to.push(to);
    this.line.push(line);
    this.said.push(at);
  }

  /** By the beginning, the earlier line first; without those that overlap one before, which are told. */
  apart(refusals: Refusals): number[] {
    // numbers sort by themselves: 27 bits of the beginning, 21 of the place
    const keys = Float64Array.from(this.from, (from, at) => from * 2 ** 21 + at).sort();
    const kept: number[] = [];
    for (const key of keys) {
      const at = key % 2 ** 21;
      const before = kept.at(-1);
      if (before !== undefined && this.from[at]! <= this.to[before]!) {
        const [first, second] = [before, at].sort((a, b) => this.line[a]! - this.line[b]!);
        refusals.add(
          this.line[second!]!,
          `Overlaps line ${this.line[first!]!}, ${digits(this.from[first!]!)}–${digits(this.to[first!]!)}`,
        );
        // the earlier line stays, whichever of the two begins first
        if (first === at) kept[kept.length - 1] = at;
      } else kept.push(at);
    }
    return kept;
  }
}

const digits = (value: number) => String(value).padStart(DIGITS, '0');

/**
 * Loads the ranges of a CSV file in place of all that are there, in one step: whoever looks one up sees
 * the ones before or the new ones, never half of them (ST-04). Bad rows and overlaps are told by their
 * lines; a file that has some is refused whole, unless they are to be left out.
 */
export async function loadRanges(
  database: Database,
  by: Parameters<typeof audit>[1],
  file: AsyncIterable<Buffer>,
  how: LoadHow,
): Promise<LoadReport> {
  const refusals = new Refusals();
  const ranges = new Ranges();
  let rows = 0;
  for await (const { line, values } of rowsOf(file)) {
    if (++rows > MOST_ROWS) throw invalid('file', `At most ${MOST_ROWS} rows`);
    const range = readRange(values);
    if (typeof range === 'string') refusals.add(line, range);
    else ranges.add(line, range.from, range.to, range.said);
  }
  const kept = ranges.apart(refusals);
  const report = refusals.report(rows, how);
  if (how.check) return { ...report, replaced: false };
  await database.longTransaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('bin-ranges'))`.execute(tx);
    const gone = await sql`delete from bin_ranges`.execute(tx);
    for (let at = 0; at < kept.length; at += PORTION)
      await insert(tx, ranges, kept.slice(at, at + PORTION));
    const changes = {
      ranges: { before: Number(gone.numAffectedRows ?? 0n), after: kept.length },
    };
    await audit(tx, by, {
      action: 'LOAD_BIN_RANGES',
      entityType: 'BIN_RANGES',
      entityId: randomUUIDv7(),
      merchantId: null,
      result: 'SUCCESS',
      details: { changes, refused: report.refused },
    });
  });
  return { ...report, replaced: true };
}

/** As one text: the driver would look at each of a million numbers for what must be escaped. */
const literal = (values: readonly (string | number)[]) => `{${values.join(',')}}`;

/** What the ranges of a portion say is sent once, and each names its place there. */
const insert = (tx: Tx, { from, to, said, all }: Ranges, at: readonly number[]) => {
  const places = new Map<number, number>();
  for (const one of at) if (!places.has(said[one]!)) places.set(said[one]!, places.size);
  const of = (key: keyof Said) => [...places.keys()].map((one) => all[one]![key]);
  return sql`
    insert into bin_ranges (id, range_from, range_to, scheme, card_type, issuer, country_code, product,
      active, created_date)
    select r.id, lpad(r.least::text, ${DIGITS}, '0'), lpad(r.most::text, ${DIGITS}, '0'), s.scheme,
      s.type, s.issuer, s.country, s.product, true, now()
    from unnest(${literal(at.map(() => randomUUIDv7()))}::uuid[], ${literal(at.map((one) => from[one]!))}::int[],
      ${literal(at.map((one) => to[one]!))}::int[], ${literal(at.map((one) => places.get(said[one]!)!))}::int[])
      as r (id, least, most, place)
    join unnest(${literal([...places.values()])}::int[], ${of('scheme')}::text[], ${of('type')}::text[],
      ${of('issuer')}::text[], ${of('country')}::text[], ${of('product')}::text[])
      as s (place, scheme, type, issuer, country, product) on s.place = r.place`.execute(tx);
};

/** Other names that files have for the same. */
const NAMES = {
  from: ['from', 'range_from', 'bin_from', 'start', 'low'],
  to: ['to', 'range_to', 'bin_to', 'end', 'high'],
  scheme: ['scheme', 'brand', 'network'],
  issuer: ['issuer', 'bank'],
  country: ['country', 'country_code'],
  product: ['product'],
  type: ['type', 'card_type', 'card type'],
} as const;

const SCHEMES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.keys(BIN_SCHEMES).map((name) => [name, name])),
  ...Object.fromEntries(
    Object.entries(BIN_SCHEMES).map(([name, words]) => [words.toUpperCase(), name]),
  ),
  'MASTER CARD': 'MASTERCARD',
  'CHINA UNION PAY': 'UNIONPAY',
};

/** A range out of a row, or what is wrong with it. */
function readRange(
  values: Readonly<Record<string, string>>,
): { from: number; to: number; said: Said } | string {
  const value = (name: keyof typeof NAMES) =>
    NAMES[name].map((one) => values[one]?.trim()).find(Boolean) ?? '';
  const [from, to] = [value('from'), value('to')];
  if (!from) return 'From is required';
  if (!to) return 'To is required';
  for (const [label, text] of [
    ['From', from],
    ['To', to],
  ])
    if (!/^\d{6,8}$/.test(text!)) return `${label} must be six to eight digits`;
  const [least, most] = [Number(from.padEnd(DIGITS, '0')), Number(to.padEnd(DIGITS, '9'))];
  if (least > most) return 'From is above To';
  const scheme = value('scheme').toUpperCase();
  if (!scheme) return 'Scheme is required';
  if (!Object.hasOwn(SCHEMES, scheme))
    return `Scheme must be one of ${Object.keys(BIN_SCHEMES).join(', ')}`;
  const country = value('country').toUpperCase();
  if (!/^[A-Z]{2}$/.test(country)) return 'Country must be two letters, such as LV';
  const type = value('type').toUpperCase() || null;
  if (type && !Object.hasOwn(CARD_TYPES, type))
    return `Type must be one of ${Object.keys(CARD_TYPES).join(', ')}`;
  const [issuer, product] = [value('issuer'), value('product')];
  const refused = whyNotText('Issuer', issuer, LONGEST) ?? whyNotText('Product', product, LONGEST);
  if (refused) return refused;
  return {
    from: least,
    to: most,
    said: { scheme: SCHEMES[scheme]!, type, issuer, country, product: product || null },
  };
}
