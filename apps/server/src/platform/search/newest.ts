import { NEWEST } from '@paydesk/contract/kernel/filters.ts';
import { SEARCH_SHOWN } from '@paydesk/contract/kernel/search.ts';
import { sql, type RawBuilder } from 'kysely';
import type { SignedIn } from '../auth/sessions.ts';
import { merchantOfAll } from '../db/rows.ts';
import { scopeOf } from '../list/scope.ts';
import { contains, type Condition, type Source } from './sources.ts';
import type { Typed } from './typed.ts';

/** So many of each kind: who sees more than these has to say more, or opens the list. */
export const EACH = SEARCH_SHOWN + 1;
/** So many that are described so are looked through for the newest; and so many of the newest, where no index has it. */
const DESCRIBED = 1_000;

export type Asking = Pick<
  SignedIn,
  'userRole' | 'permissions' | 'role' | 'merchantId' | 'userId' | 'timeZone'
> &
  Partial<Pick<SignedIn, 'sight'>>;

/** What this person may read of it. */
export const mineOf = (source: Source, actor: Asking) =>
  sql`${scopeOf(source, source.tenant, actor)} and ${sql.raw(source.only ?? 'true')}`;
/** What a row is known by: a merchant's beside its id. */
export const keysOf = ({ tenant, from, id }: Source): string[] => {
  const merchant = merchantOfAll(tenant, from);
  return merchant ? [merchant, id] : [id];
};

export const newestOf = (source: Source, actor: Asking, way: Condition, most = EACH) =>
  sql`(select ${sql.raw(keysOf(source).join())} from ${sql.raw(source.from)}
    where ${way} and ${mineOf(source, actor)}
    order by ${sql.raw(source.newest)} desc limit ${sql.lit(most)})`;

/** The newest of so many of the newest: where it can be done to none, no more are looked at. */
export const newestThat = (source: Source, actor: Asking, can: string) => {
  const keys = keysOf(source);
  const newest = sql.raw(source.newest);
  return sql`(select ${sql.raw(keys.map((_, at) => `key${at}`).join())} from (
      select ${sql.raw(keys.map((key, at) => `${key} as key${at}`).join())}, ${sql.raw(can)} as able, ${newest} as newest
      from ${sql.raw(source.from)} where ${mineOf(source, actor)}
      order by ${newest} desc limit ${sql.lit(NEWEST)}) few
    where able order by newest desc limit ${sql.lit(EACH)})`;
};

/** What no index of an order finds: so many rows at most are looked at, whatever was typed. */
export function boundedOf(
  source: Source,
  actor: Asking,
  { shortened, described }: Typed,
  shown = EACH,
) {
  const { id, from, newest, scope } = source;
  const [table, mine, keys] = [sql.raw(from), mineOf(source, actor), keysOf(source)];
  const named = sql.raw(keys.map((key, at) => `${key} as key${at}`).join());
  const known = sql.raw(keys.map((_, at) => `key${at}`).join());
  const rows: RawBuilder<unknown>[] = [];
  const amongNewest = (most: number, also: string, found: RawBuilder<unknown>, those = mine) =>
    sql`(select ${known} from (
        select ${named}${sql.raw(also)} from ${table} where ${those}
        order by ${sql.raw(id)} desc limit ${sql.lit(most)}) few
      where ${found} limit ${sql.lit(shown)})`;
  // where it is asked of each customer whether they are reached, so many are too many (ADR 209)
  if (scope === 'merchant' || (actor.sight ?? 'all') === 'all')
    for (const { range, ending } of shortened) {
      const itsId = sql.raw(`key${keys.length - 1}`);
      const those = range
        ? sql`${mine} and ${sql.raw(id)} between ${range.from}::uuid and ${range.to}::uuid`
        : mine;
      rows.push(
        ending
          ? amongNewest(
              NEWEST,
              '',
              sql`right(${itsId}::text, ${ending.length}::int) = ${ending}`,
              those,
            )
          : amongNewest(shown, '', sql`true`, those),
      );
    }
  if (described.length && source.within)
    rows.push(
      amongNewest(
        DESCRIBED,
        `, ${source.within} as within`,
        sql.join(
          described.map((word) => contains('within', word)),
          sql` and `,
        ),
      ),
    );
  if (described.length && source.described) {
    const words = described.map((word) => contains(source.described!, word));
    rows.push(sql`(select ${known} from (
        select ${named}, ${sql.raw(newest)} as newest from ${table}
        where ${mine} and ${sql.join(words, sql` and `)} limit ${sql.lit(DESCRIBED)}) few
      order by newest desc limit ${sql.lit(shown)})`);
  }
  return rows;
}
