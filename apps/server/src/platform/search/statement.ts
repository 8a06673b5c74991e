import {
  NAMED_DEEDS,
  SEARCH_COUNTED,
  SEARCH_KINDS,
  SEARCH_SHOWN,
  type SearchKind,
} from '@paydesk/contract/kernel/search.ts';
import { beginningOf } from '@paydesk/contract/kernel/schemes.ts';
import { AUDIENCES } from '@paydesk/contract/permissions.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import type { GivenRight } from '@paydesk/contract/rights.ts';
import { sql, type RawBuilder } from 'kysely';
import { instantsOf } from '../list/days.ts';
import { boundedOf, EACH, keysOf, newestOf, newestThat, type Asking } from './newest.ts';
import { askedOf, sealedOf, shownAs } from './sealed.ts';
import { amounts, named, type Condition, type Deed, type Source, type Sources } from './sources.ts';
import type { Reading, Typed } from './typed.ts';
import { deedWord } from './words.ts';

/** A name alone stands for the payments of at most so many people. */
const NAMESAKES = 50;

export const KINDS = Object.keys(SEARCH_KINDS) as SearchKind[];
/** What each kind asks of a role of a firm's own. */
const RIGHT_TO_FIND: Readonly<Record<SearchKind, GivenRight>> = {
  transaction: 'PAYMENTS',
  order: 'ORDERS',
  paymentLink: 'PAYMENT_LINKS',
  purchase: 'PURCHASES',
  recurring: 'RECURRING',
  loan: 'LOANS',
  screening: 'SCREENING',
  customer: 'CUSTOMERS',
  merchant: 'MERCHANTS',
  user: 'PEOPLE',
};
export const readsOf = (kind: SearchKind, { read }: Source) => ({
  anyOf: read,
  right: RIGHT_TO_FIND[kind],
});

export interface Row {
  kind: SearchKind;
  id: string;
  title: string;
  cents: bigint | null;
  minus: boolean;
  detail: string | null;
  status: string | null;
  also: Readonly<Record<string, string | null>>;
  state: unknown;
  /** What lies sealed of it, where that was asked for. */
  sealed: string | null;
  /** How many of its kind there are, where more are than are shown. */
  found: bigint | null;
  /** The customer whom it is of, to who reads customers (SB-04). */
  whom: { id: string; name: string; email: string | null } | null;
}

/** What is to be found: a kind alone, and what is to be done to it. */
export interface Wanted {
  only?: SearchKind;
  /** By its word. */
  deed?: string;
}

/** A few of each kind that this person reads; null where none can be meant. */
export function searchStatement(
  sources: Sources,
  actor: Asking,
  typed: Typed | null,
  { only, deed }: Wanted = {},
): RawBuilder<Row> | null {
  const parts = KINDS.flatMap((kind, place) => {
    const source = sources[kind];
    if ((only && kind !== only) || !isAllowed(actor, readsOf(kind, source))) return [];
    const can = deed === undefined ? null : deedOf(source, deed, actor)?.can;
    if (can === undefined) return [];
    const rowsOf = (one: Source, most?: number) => {
      // alone it is asked of what has an amount, or of the kind that is said: the newest of people are nobody in particular
      if (!typed)
        return (one.cents || only) && can && !NAMED_DEEDS.includes(deed!)
          ? [newestThat(one, actor, can)]
          : [];
      return [
        ...waysTo(one, actor, typed, sources).map((way) => newestOf(one, actor, way, most)),
        ...(typed.id ? [] : boundedOf(one, actor, typed, most)),
      ];
    };
    const rows = rowsOf(source);
    if (!rows.length) return [];
    const able = can ? { ...source, only: `${source.only ?? 'true'} and ${can}` } : source;
    // among more than are shown those that it can be done to are looked for by themselves
    if (typed && can) rows.push(...rowsOf(able));
    const counted = typed ? rowsOf(able, SEARCH_COUNTED + 1) : [];
    return [find(place, kind, source, { rows, counted }, actor, sources.customer, typed, can)];
  });
  return parts.length
    ? sql<Row>`select * from (${sql.join(parts, sql` union all `)}) found
        order by place, able desc, newest desc, id`
    : null;
}

/** What of this kind is done by that word, by this person. */
export const deedOf = (
  { deeds }: Source,
  word: string | undefined,
  actor: Asking,
): Deed | undefined =>
  deeds?.all.find((deed) => deedWord(deed) === word && isAllowed(actor, deed.action.asks));

/** Each a condition of its own, so that each finds its index. */
function waysTo(source: Source, actor: Asking, typed: Typed, sources: Sources): Condition[] {
  if (typed.id) return [sql<boolean>`${sql.raw(source.id)} = ${typed.id}::uuid`];
  const asked = askedOf(source, typed);
  const whole = [...source.where(typed), ...(asked === null ? [] : [shownAs(source, asked)])];
  return [
    ...(whole.length ? [sql<boolean>`(${sql.join(whole, sql` or `)})`] : []),
    ...byOrder(source, actor, typed, sources.order),
    ...typed.readings.flatMap((reading) => asRead(source, actor, reading, sources.customer) ?? []),
  ];
}

/** What is of the orders with that number, for who reads orders. */
function byOrder(
  { order, tenant }: Source,
  actor: Asking,
  typed: Typed,
  orders: Source,
): Condition[] {
  const isNumber = typed.numbers.some((one) => /^\S*\d{3}$/.test(one));
  if (!order || !isNumber || !isAllowed(actor, readsOf('order', orders))) return [];
  const numbered = sql.join(typed.numbers.map((one) => sql`${one}`));
  return [
    sql<boolean>`(${sql.raw(`${tenant}, ${order}`)}) in (select o.merchant_id, o.id from orders o
      where o.external_order_number collate "C" in (${numbered}))`,
  ];
}

/** What the words together say of this source; null where it has no such thing, or not for this person. */
function asRead(
  source: Source,
  actor: Asking,
  reading: Reading,
  customers: Source,
): Condition | null {
  const { lastFour, scheme, cents, minus, day, names } = reading;
  const conditions: Condition[] = [];
  if (lastFour !== undefined) {
    if (!source.lastFour) return null;
    conditions.push(sql`${sql.raw(source.lastFour)} = ${lastFour}`);
  }
  if (cents !== undefined) {
    if (!source.cents) return null;
    conditions.push(amounts(source, cents, lastFour !== undefined));
    if (minus && !source.negative) return null;
    if (minus) conditions.push(sql`${sql.raw(source.negative!)}`);
  }
  if (scheme !== undefined) {
    // of itself it is half of all payments: the list of those is offered
    if (!source.card || !conditions.length) return null;
    conditions.push(sql`${sql.raw(source.card)} ~ ${beginningOf(scheme)}`);
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
    if (!source.customer || !readsNames(actor, customers)) return null;
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

const readsNames = (actor: Asking, { read }: Source) =>
  isAllowed(actor, { anyOf: read, right: 'CUSTOMERS' });

function find(
  place: number,
  kind: SearchKind,
  source: Source,
  { rows, counted }: Readonly<Record<'rows' | 'counted', readonly RawBuilder<unknown>[]>>,
  actor: Asking,
  customers: Source,
  typed: Typed | null,
  can: string | null,
) {
  const { from, id, title, cents, status, newest, negative, deeds } = source;
  return sql`(select ${sql.lit(kind)}::text as kind, ${sql.lit(place)}::int as place, ${sql.raw(id)} as id,
      ${sql.raw(title)} as title, ${sql.raw(cents ?? 'null::bigint')} as cents,
      ${sql.raw(negative ?? 'false')} as minus, ${detailOf(source, actor, customers)} as detail, ${sql.raw(status ?? 'null::text')} as status,
      ${alsoOf(source, actor, customers)} as also, ${sql.raw(whomOf(kind, source, actor, customers))} as whom, ${sql.raw((can && deeds?.state) ?? 'null::jsonb')} as state, ${countOf(counted)} as found,
      ${sealedOf(source, askedOf(source, typed))} as sealed,
      ${sql.raw(newest)} as newest, coalesce(${sql.raw(can ?? 'true')}, false) as able
    from ${sql.raw(from)}
    where (${sql.raw(keysOf(source).join())}) in (${sql.join(rows, sql` union all `)})
    order by able desc, ${sql.raw(newest)} desc limit ${sql.lit(EACH)})`;
}

/** How many there are, up to one more than is said; counted only where more were found than are shown. */
const countOf = (counted: readonly RawBuilder<unknown>[]) =>
  counted.length
    ? sql`case when count(*) over () > ${sql.lit(SEARCH_SHOWN)}
        then (select count(*) from (${sql.join(counted, sql` union `)}) those) end`
    : sql`null::bigint`;

/** What a hit says below its title, in the zone of whoever asks. */
export function detailOf(source: Source, actor: Asking, customers: Source) {
  const parts = source.detail.split(/(:zone|:whose)/).map((part) => {
    if (part === ':zone') return sql`(${actor.timeZone}::text)`;
    return sql.raw(part === ':whose' ? whoseOf(source, actor, customers) : part);
  });
  return sql.join(parts, sql``);
}

/** The payer to who reads customers (SB-04), and to staff the merchant: what payments of one amount are told apart by. */
function whoseOf({ customer, tenant }: Source, actor: Asking, customers: Source): string {
  const payer =
    customer && readsNames(actor, customers)
      ? `(select ${customers.title} from ${customers.from} where ${customers.id} = ${customer})`
      : 'null';
  const merchant =
    tenant && AUDIENCES.staff(actor) ? `(select name from merchants where id = ${tenant})` : 'null';
  return `${payer}, ${merchant}`;
}

/** Whom it is of, by whom namesakes are told apart. */
function whomOf(kind: SearchKind, { customer }: Source, actor: Asking, customers: Source): string {
  const { id, from, title } = customers;
  const whom = `jsonb_build_object('id', ${id}, 'name', ${title}, 'email', c.email)`;
  if (kind === 'customer') return whom;
  return customer && readsNames(actor, customers)
    ? `(select ${whom} from ${from} where ${id} = ${customer})`
    : 'null::jsonb';
}

/** By what else it may have been found; whose it is for those alone who read customers (SB-04). */
function alsoOf({ also = {}, customer, id }: Source, actor: Asking, customers: Source) {
  const theirs =
    customer && readsNames(actor, customers)
      ? {
          Customer: `(select ${customers.title} from ${customers.from} where ${customers.id} = ${customer})`,
        }
      : {};
  const all = Object.entries({ ...also, ...theirs, ID: `${id}::text` });
  return sql`jsonb_build_object(${sql.raw(all.map(([name, value]) => `'${name}', ${value}`).join())})`;
}
