import type { SearchKind } from '@paydesk/contract/kernel/search.ts';
import type { Permission } from '@paydesk/contract/permissions.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Typed } from './typed.ts';

export type Condition = RawBuilder<boolean>;

export interface Source {
  read: readonly Permission[];
  scope: 'merchant' | 'all';
  from: string;
  id: string;
  tenant?: string;
  /** What every hit meets. */
  only?: string;
  /** The words of a hit, after its amount where it has one. */
  title: string;
  cents?: string;
  /** `:zone` stands for the zone of whoever asks. */
  detail: string;
  status: string | null;
  newest: string;
  /** Digits of a card, by themselves. */
  lastFour?: string;
  /** Whose it is, for whoever may read customers. */
  customer?: string;
  /** What is read word by word also by a day alone, which many rows share. */
  daily?: true;
  /** None where what was typed as a whole can't be meant. */
  where: (typed: Typed) => readonly Condition[];
}

/** Everything that begins with the text, by an index in the order of bytes. */
const begins = (column: string, text: string): Condition =>
  sql<boolean>`(${sql.raw(column)} collate "C" >= ${text} and ${sql.raw(column)} collate "C" < ${text + '\u{10FFFF}'})`;

const like = (text: string) => text.replace(/[\\%_]/g, '\\$&');

const contains = (expression: string, text: string): Condition =>
  sql<boolean>`${sql.raw(expression)} ilike ${`%${like(text)}%`}`;

/** Every word is in the name, in any order; where few letters are known it begins with them. */
export const named = (column: string, names: readonly string[]): Condition =>
  names.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`(${sql.join(
        names.map(
          (name) =>
            sql`${sql.raw(column)} like ${[...name].length < 3 ? `% ${like(name)}%` : `%${like(name)}%`}`,
        ),
        sql` and `,
      )})`;

export const SOURCES: Record<SearchKind, Source> = {
  transaction: {
    read: ['READ_ANY_TRANSACTION', 'READ_MERCHANT_TRANSACTION'],
    scope: 'merchant',
    from: 'transactions t',
    id: 't.id',
    tenant: 't.merchant_id',
    title: `case when t.refunded_transaction_id is null then '' else ' refund' end`,
    cents: 't.amount_cents',
    detail: `concat_ws(' · ', '•• ' || t.card_last_four,
      to_char(t.date at time zone :zone, 'DD.MM.YYYY HH24:MI'),
      coalesce(t.description, t.account_statement_reference))`,
    status: 't.status',
    newest: 't.date',
    lastFour: 't.card_last_four',
    customer: 't.customer_id',
    daily: true,
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
    customer: 'p.customer_id',
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
    customer: 'r.customer_id',
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
    customer: 'l.customer_id',
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
    where: ({ email, names }) => [
      email ? sql<boolean>`lower(c.email) = ${email}` : named('c.search_name', names),
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
    where: ({ names, number }) => [
      named('m.search_name', names),
      ...(number === null ? [] : [sql<boolean>`m.merchant_number = ${number}`]),
    ],
  },
  user: {
    read: ['READ_ANY_USER', 'READ_MERCHANT_EMPLOYEE'],
    scope: 'merchant',
    from: 'users u',
    id: 'u.id',
    tenant: 'u.merchant_id',
    // who was taken off the lists of people is not found either (AM-43)
    only: `u.status <> 'DEACTIVATED'`,
    title: `u.first_name || ' ' || u.last_name`,
    detail: 'u.email',
    status: 'u.status',
    newest: 'u.created_date',
    where: ({ text, names }) => [named('u.search_name', names), contains('u.email', text)],
  },
};
