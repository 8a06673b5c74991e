import { isUuid } from '@paydesk/contract/kernel/filters.ts';
import { fromCents, formatAmount } from '@paydesk/contract/kernel/money.ts';
import type { Permission } from '@paydesk/contract/permissions.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { SEARCH_KINDS, type SearchHit, type SearchKind } from '@paydesk/contract/kernel/search.ts';
import { sql, type RawBuilder } from 'kysely';
import type { SignedIn } from '../platform/auth/sessions.ts';
import type { Handlers } from '../platform/http/handlers.ts';
import { scopeOf } from '../platform/list/scope.ts';
import type { Services } from '../platform/services.ts';

/** So many of each kind: who sees more than these has to say more. */
const EACH = 5;
const LEAST_LETTERS = 2;

/** What was typed, as it may be meant. */
interface Typed {
  text: string;
  id: string | null;
  card: string | null;
  email: string | null;
  number: number | null;
}

type Condition = RawBuilder<boolean>;

interface Source {
  read: readonly Permission[];
  scope: 'merchant' | 'all';
  from: string;
  id: string;
  tenant?: string;
  /** The words of a hit, after its amount where it has one. */
  title: string;
  cents?: string;
  detail: string;
  status: string | null;
  newest: string;
  /** None where what was typed can't be meant. */
  where: (typed: Typed) => readonly Condition[];
}

/** Everything that begins with the text, by an index in the order of bytes. */
const begins = (column: string, text: string): Condition =>
  sql<boolean>`(${sql.raw(column)} collate "C" >= ${text} and ${sql.raw(column)} collate "C" < ${text + '\u{10FFFF}'})`;

const contains = (expression: string, text: string): Condition =>
  sql<boolean>`${sql.raw(expression)} ilike ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`;

const SOURCES: Record<SearchKind, Source> = {
  transaction: {
    read: ['READ_ANY_TRANSACTION', 'READ_MERCHANT_TRANSACTION'],
    scope: 'merchant',
    from: 'transactions t',
    id: 't.id',
    tenant: 't.merchant_id',
    title: `case when t.refunded_transaction_id is null then '' else ' refund' end`,
    cents: 't.amount_cents',
    detail: 'coalesce(t.description, t.account_statement_reference)',
    status: 't.status',
    newest: 't.date',
    where: ({ text, card }) => [
      ...(card ? [sql<boolean>`t.card_pan = ${card}`] : []),
      // in whatever case it was copied; an equality, which the trigrams answer too
      sql<boolean>`t.account_statement_reference = ${text.toUpperCase()}`,
    ],
  },
  order: {
    read: ['READ_ANY_USER', 'READ_MERCHANT_ORDER'],
    scope: 'merchant',
    from: 'orders o',
    id: 'o.id',
    tenant: 'o.merchant_id',
    title: `' order ' || coalesce(o.external_order_number, '')`,
    cents: 'o.amount_cents',
    detail: 'coalesce(o.customer_email, o.label)',
    status: 'o.status',
    newest: 'o.created_date',
    where: ({ text, email }) =>
      email
        ? [sql<boolean>`lower(o.customer_email) = ${email}`]
        : [
            begins('o.external_order_number', text),
            begins('o.external_order_number', text.toUpperCase()),
            sql<boolean>`o.external_id collate "C" = ${text}`,
          ],
  },
  purchase: {
    read: ['READ_ANY_PURCHASE', 'READ_MERCHANT_PURCHASE'],
    scope: 'merchant',
    from: 'purchases p',
    id: 'p.id',
    tenant: 'p.merchant_id',
    title: `' purchase'`,
    cents: 'p.amount_cents',
    detail: 'p.external_id',
    status: 'p.status',
    newest: 'p.created_date',
    where: ({ text }) => [sql<boolean>`p.external_id = ${text}`],
  },
  recurring: {
    read: ['READ_ANY_PURCHASE', 'READ_MERCHANT_PURCHASE'],
    scope: 'merchant',
    from: 'recurring_payments r',
    id: 'r.id',
    tenant: 'r.merchant_id',
    title: `' charged in ' || r.count || ' payments'`,
    cents: 'r.total_amount_cents',
    detail: 'r.payment_info',
    status: 'r.status',
    newest: 'r.created_date',
    where: () => [],
  },
  loan: {
    read: ['READ_ANY_USER', 'READ_MERCHANT_ORDER'],
    scope: 'merchant',
    from: 'consumer_credits l',
    id: 'l.id',
    tenant: 'l.merchant_id',
    title: `' loan ' || coalesce(l.loan_number, '')`,
    cents: 'l.amount_cents',
    detail: 'l.external_id',
    status: 'l.status',
    newest: 'l.created_date',
    where: ({ text }) => [sql<boolean>`l.loan_number in (${text}, ${text.toUpperCase()})`],
  },
  customer: {
    read: ['READ_ANY_USER'],
    scope: 'all',
    from: 'customers c',
    id: 'c.id',
    title: `c.first_name || ' ' || c.last_name`,
    detail: 'c.email',
    status: null,
    newest: 'c.created_date',
    where: ({ text, email }) => [
      email
        ? sql<boolean>`lower(c.email) = ${email}`
        : contains(`(c.first_name || ' ' || c.last_name)`, text),
    ],
  },
  merchant: {
    read: ['READ_ANY_USER'],
    scope: 'all',
    from: 'merchants m',
    id: 'm.id',
    title: 'm.name',
    detail: `'Merchant ' || m.merchant_number`,
    status: 'm.status',
    newest: 'm.created_date',
    where: ({ text, number }) => [
      contains('m.name', text),
      ...(number === null ? [] : [sql<boolean>`m.merchant_number = ${number}`]),
    ],
  },
  user: {
    read: ['READ_ANY_USER', 'READ_MERCHANT_EMPLOYEE'],
    scope: 'merchant',
    from: 'users u',
    id: 'u.id',
    tenant: 'u.merchant_id',
    title: `u.first_name || ' ' || u.last_name`,
    detail: 'u.email',
    status: 'u.status',
    newest: 'u.created_date',
    where: ({ text }) => [
      contains(`(u.first_name || ' ' || u.last_name)`, text),
      contains('u.email', text),
    ],
  },
};

/** One box over everything; a source is asked only for who reads its list. */
export function searchHandlers({ database }: Services): Handlers<'GET /api/search'> {
  return {
    'GET /api/search': async ({ actor, query }) => {
      const typed = meant(query.q ?? '');
      if (!typed) return [];
      const parts = (Object.keys(SEARCH_KINDS) as SearchKind[]).flatMap((kind, at) => {
        const source = SOURCES[kind];
        const wanted = typed.id
          ? [sql<boolean>`${sql.raw(source.id)} = ${typed.id}::uuid`]
          : source.where(typed);
        return isAllowed(actor, { anyOf: source.read }) && wanted.length
          ? [find(kind, at, source, wanted, actor)]
          : [];
      });
      if (!parts.length) return [];
      const rows = await database.run(
        sql<Row>`${sql.join(parts, sql` union all `)} order by place, newest desc, id`,
        actor.sight,
      );
      return rows.map(hitOf);
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

function find(
  kind: SearchKind,
  place: number,
  source: Source,
  wanted: readonly Condition[],
  actor: SignedIn,
) {
  const { from, id, title, cents, detail, status, newest, tenant } = source;
  return sql`(select ${sql.lit(kind)}::text as kind, ${sql.lit(place)}::int as place, ${sql.raw(id)} as id,
      ${sql.raw(title)} as title, ${sql.raw(cents ?? 'null::bigint')} as cents,
      ${sql.raw(detail)} as detail, ${sql.raw(status ?? 'null::text')} as status,
      ${sql.raw(newest)} as newest
    from ${sql.raw(from)}
    where (${sql.join(wanted, sql` or `)}) and ${scopeOf(source, tenant, actor)}
    order by ${sql.raw(newest)} desc limit ${sql.lit(EACH)})`;
}

function hitOf({ kind, id, title, cents, detail, status }: Row): SearchHit {
  // every amount is in euros (0017)
  const amount = cents === null ? '' : `${formatAmount(fromCents(BigInt(cents)))} EUR`;
  return { kind, id, title: `${amount}${title}`.trim(), detail, status };
}

/** Null where too little was typed to look for. */
export function meant(q: string): Typed | null {
  const text = q.trim();
  if ([...text].length < LEAST_LETTERS || text.includes('\u0000')) return null;
  const card = /^(\d{6})[\s*•.x-]{2,}(\d{4})$/i.exec(text);
  return {
    text,
    id: isUuid(text) ? text.toLowerCase() : null,
    card: card ? `${card[1]}******${card[2]}` : null,
    email: text.includes('@') ? text.toLowerCase() : null,
    number: /^\d{1,9}$/.test(text) ? Number(text) : null,
  };
}
