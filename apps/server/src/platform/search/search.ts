import {
  SEARCH_KINDS,
  SEARCH_SHOWN,
  type SearchHit,
  type SearchKind,
} from '@paydesk/contract/kernel/search.ts';
import { NEWEST } from '@paydesk/contract/kernel/filters.ts';
import { fromCents, formatAmount } from '@paydesk/contract/kernel/money.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import type { GivenRight } from '@paydesk/contract/rights.ts';
import { sql, type RawBuilder } from 'kysely';
import type { SignedIn } from '../auth/sessions.ts';
import type { Handlers } from '../http/handlers.ts';
import { instantsOf } from '../list/days.ts';
import { merchantOfAll } from '../db/rows.ts';
import { readingFor } from '../list/reads.ts';
import { scopeOf } from '../list/scope.ts';
import type { Services } from '../services.ts';
import { contains, named, type Condition, type Source, type Sources } from './sources.ts';
import { meant, type Reading, type Typed } from './typed.ts';
import { kindSaid } from './words.ts';

/** So many of each kind: who sees more than these has to say more, or opens the list. */
const EACH = SEARCH_SHOWN + 1;
/** So many that are described so are looked through for the newest. */
const DESCRIBED = 1_000;
/** A name alone stands for the payments of at most so many people. */
const NAMESAKES = 50;

type Asking = Pick<
  SignedIn,
  'userRole' | 'permissions' | 'role' | 'merchantId' | 'userId' | 'timeZone'
> &
  Partial<Pick<SignedIn, 'sight'>>;

/** What each kind asks of a role of a firm's own. */
const RIGHT_TO_FIND: Readonly<Record<SearchKind, GivenRight>> = {
  transaction: 'PAYMENTS',
  order: 'ORDERS',
  purchase: 'PURCHASES',
  recurring: 'RECURRING',
  loan: 'LOANS',
  customer: 'CUSTOMERS',
  merchant: 'MERCHANTS',
  user: 'PEOPLE',
};
const readsOf = (kind: SearchKind, { read }: Source) => ({
  anyOf: read,
  right: RIGHT_TO_FIND[kind],
});

/** One box over everything; a source is asked only for who reads its list. */
export function searchHandlers(
  { database, now }: Services,
  sources: Sources,
): Handlers<'GET /api/search'> {
  return {
    'GET /api/search': async ({ actor, query }) => {
      const zone = Temporal.Instant.from(now().toISOString()).toZonedDateTimeISO(actor.timeZone);
      const found = async (q: string, only?: SearchKind) => {
        const typed = meant(q, zone.toPlainDate().toString());
        const statement = typed && searchStatement(sources, actor, typed, only);
        if (!statement) return [];
        const reading = await readingFor(database, actor);
        return (await reading.run(statement, actor.sight)).map(hitOf);
      };
      const q = query.q ?? '';
      const said = kindSaid(q);
      const hits = said ? await found(said.what, said.kind) : [];
      // a shop may be called Order, and a description begin so
      return hits.length ? hits : found(q);
    },
  };
}

interface Row {
  kind: SearchKind;
  id: string;
  title: string;
  cents: bigint | null;
  detail: string | null;
  status: string | null;
}

/** A few of each kind that this person reads; null where none can be meant. */
export function searchStatement(
  sources: Sources,
  actor: Asking,
  typed: Typed,
  only?: SearchKind,
): RawBuilder<Row> | null {
  const parts = (Object.keys(SEARCH_KINDS) as SearchKind[]).flatMap((kind, place) => {
    const source = sources[kind];
    if ((only && kind !== only) || !isAllowed(actor, readsOf(kind, source))) return [];
    const ways = waysTo(source, actor, typed, sources.customer);
    const rows = [
      ...ways.map((way) => newestOf(source, actor, way)),
      ...(typed.id ? [] : boundedOf(source, actor, typed)),
    ];
    return rows.length ? [find(kind, place, source, rows, actor)] : [];
  });
  return parts.length
    ? sql<Row>`select * from (${sql.join(parts, sql` union all `)}) found
        order by place, newest desc, id`
    : null;
}

/** Each a condition of its own, so that each finds its index. */
function waysTo(source: Source, actor: Asking, typed: Typed, customer: Source): Condition[] {
  if (typed.id) return [sql<boolean>`${sql.raw(source.id)} = ${typed.id}::uuid`];
  const whole = source.where(typed);
  return [
    ...(whole.length ? [sql<boolean>`(${sql.join(whole, sql` or `)})`] : []),
    ...typed.readings.flatMap((reading) => asRead(source, actor, reading, customer) ?? []),
  ];
}

/** What the words together say of this source; null where it has no such thing, or not for this person. */
function asRead(
  source: Source,
  actor: Asking,
  reading: Reading,
  { read: readsCustomers }: Source,
): Condition | null {
  const { lastFour, cents, day, names } = reading;
  const conditions: Condition[] = [];
  if (lastFour !== undefined) {
    if (!source.lastFour) return null;
    conditions.push(sql`${sql.raw(source.lastFour)} = ${lastFour}`);
  }
  if (cents !== undefined) {
    if (!source.cents) return null;
    conditions.push(sql`${sql.raw(source.cents)} = ${cents}`);
  }
  if (day !== undefined) {
    if (!source.cents || (!conditions.length && !names.length && !source.daily)) return null;
    const [from, to] = instantsOf({ op: 'days', from: day, to: day }, actor.timeZone);
    const newest = sql.raw(source.newest);
    conditions.push(sql`${newest} >= ${from!.toString()}::timestamptz`);
    if (to) conditions.push(sql`${newest} < ${to.toString()}::timestamptz`);
  }
  if (names.length) {
    // whom a payment is from is for those alone who read customers (SB-04)
    if (!source.customer || !isAllowed(actor, { anyOf: readsCustomers, right: 'CUSTOMERS' }))
      return null;
    const theirs = named('c.search_name', names);
    const customer = sql.raw(source.customer);
    conditions.push(
      conditions.length
        ? sql`exists (select from customers c where c.id = ${customer} and ${theirs})`
        : sql`${customer} in (select c.id from customers c where ${theirs} limit ${sql.lit(NAMESAKES)})`,
    );
  }
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

const mineOf = (source: Source, actor: Asking) =>
  sql`${scopeOf(source, source.tenant, actor)} and ${sql.raw(source.only ?? 'true')}`;
/** What a row is known by: a merchant's beside its id. */
const keysOf = ({ tenant, from, id }: Source): string[] => {
  const merchant = merchantOfAll(tenant, from);
  return merchant ? [merchant, id] : [id];
};

const newestOf = (source: Source, actor: Asking, way: Condition) =>
  sql`(select ${sql.raw(keysOf(source).join())} from ${sql.raw(source.from)}
    where ${way} and ${mineOf(source, actor)}
    order by ${sql.raw(source.newest)} desc limit ${sql.lit(EACH)})`;

/** What no index of an order finds: so many rows at most are looked at, whatever was typed. */
function boundedOf(source: Source, actor: Asking, { ending, described }: Typed) {
  const { id, from, newest, scope } = source;
  const [table, mine, keys] = [sql.raw(from), mineOf(source, actor), keysOf(source)];
  const named = sql.raw(keys.map((key, at) => `${key} as key${at}`).join());
  const known = sql.raw(keys.map((_, at) => `key${at}`).join());
  const rows: RawBuilder<unknown>[] = [];
  // where it is asked of each customer whether they are reached, so many are too many (ADR 209)
  if (ending && (scope === 'merchant' || (actor.sight ?? 'all') === 'all'))
    rows.push(sql`(select ${known} from (
        select ${named} from ${table} where ${mine}
        order by ${sql.raw(id)} desc limit ${sql.lit(NEWEST)}) few
      where right(key${sql.raw(String(keys.length - 1))}::text, ${ending.length}::int) = ${ending}
      limit ${sql.lit(EACH)})`);
  if (described.length && source.described) {
    const words = described.map((word) => contains(source.described!, word));
    rows.push(sql`(select ${known} from (
        select ${named}, ${sql.raw(newest)} as newest from ${table}
        where ${mine} and ${sql.join(words, sql` and `)} limit ${sql.lit(DESCRIBED)}) few
      order by newest desc limit ${sql.lit(EACH)})`);
  }
  return rows;
}

function find(
  kind: SearchKind,
  place: number,
  source: Source,
  rows: readonly RawBuilder<unknown>[],
  actor: Asking,
) {
  const { from, id, title, cents, detail, status, newest } = source;
  const [before = '', after] = detail.split(':zone');
  const shown =
    after === undefined
      ? sql.raw(before)
      : sql`${sql.raw(before)}${actor.timeZone}::text${sql.raw(after)}`;
  return sql`(select ${sql.lit(kind)}::text as kind, ${sql.lit(place)}::int as place, ${sql.raw(id)} as id,
      ${sql.raw(title)} as title, ${sql.raw(cents ?? 'null::bigint')} as cents,
      ${shown} as detail, ${sql.raw(status ?? 'null::text')} as status,
      ${sql.raw(newest)} as newest
    from ${sql.raw(from)}
    where (${sql.raw(keysOf(source).join())}) in (${sql.join(rows, sql` union all `)})
    order by ${sql.raw(newest)} desc limit ${sql.lit(EACH)})`;
}

function hitOf({ kind, id, title, cents, detail, status }: Row): SearchHit {
  // every amount is in euros (0017)
  const amount = cents === null ? '' : `${formatAmount(fromCents(BigInt(cents)))} EUR`;
  return { kind, id, title: `${amount}${title}`.trim(), detail, status };
}
