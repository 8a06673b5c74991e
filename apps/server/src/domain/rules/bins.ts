import { sql } from 'kysely';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';

/** What the BIN ranges say of cards that begin so; null where they say nothing, or more than one thing. */
export interface Bin {
  scheme: string | null;
  issuer: string | null;
  country: string | null;
  product: string | null;
}

/** Ranges have eight digits. */
const DIGITS = 8;

/**
 * Looks up how card numbers begin, by six to eight digits; what was asked twice is answered once. Of
 * six digits there may be several ranges: what those say alike is known. Ranges that are in use do not
 * overlap, so the one that begins last before the number is the only one that can hold it.
 */
export async function binsOf(db: Db, asked: readonly string[]): Promise<Map<string, Bin>> {
  const bins = [...new Set(asked)].filter((bin) => /^\d{6,8}$/.test(bin));
  if (!bins.length) return new Map();
  const { rows } = await sql<Bin & { bin: string }>`
    select a.bin, r.scheme, r.issuer, r.country_code as country, r.product
    from (select unnest(${bins}::text[]) as bin) a cross join lateral (
      (select * from bin_ranges where active and range_from <= rpad(a.bin, ${DIGITS}, '0')
       order by range_from desc limit 1)
      union all
      select * from bin_ranges where active and range_from > rpad(a.bin, ${DIGITS}, '0')
        and range_from <= rpad(a.bin, ${DIGITS}, '9')
    ) r where r.range_to >= rpad(a.bin, ${DIGITS}, '0')`.execute(db);
  const found = new Map<string, Bin>();
  for (const { bin, ...said } of rows) {
    const before = found.get(bin);
    const alike = (key: keyof Bin) => (!before || before[key] === said[key] ? said[key] : null);
    found.set(bin, {
      scheme: alike('scheme'),
      issuer: alike('issuer'),
      country: alike('country'),
      product: alike('product'),
    });
  }
  return found;
}

/** What they know of one card, for whoever is to decide about it. */
export async function countryOf(
  { database }: Pick<Services, 'database'>,
  { sight }: SignedIn,
  pan: string | null,
): Promise<string | null> {
  if (!pan) return null;
  const bin = pan.slice(0, 6);
  const bins = await database.transaction(sight, (tx) => binsOf(tx, [bin]));
  return bins.get(bin)?.country ?? null;
}
