import type { Actor } from '@paydesk/contract/permissions.ts';
import { leaves } from '@paydesk/contract/rights.ts';
import { sql, type RawBuilder } from 'kysely';
import { OF_MERCHANTS } from '../platform/db/placement.ts';
import type { Tables } from '../platform/db/schema.ts';
import type { Named, Names, PageRow } from '../platform/list/names.ts';

interface Source {
  from: keyof Tables;
  name: string;
  /** Where staff and a merchant’s people read these records: a role that leaves it is not told their names either. */
  staff?: string;
  own?: string;
}

/** ‘Payment 1'049.90 EUR’, as the console groups thousands. */
const amount = (what: string) =>
  `${what} || ' ' || replace(to_char(amount_cents * 0.01, 'FM999,999,999,990.00'), ',', '''') || ' ' || currency`;
const person = "first_name || ' ' || last_name";
/** What has no name by that of the record it belongs to, and of which merchant that is. */
const of = (what: string, table: string, name: string, id: string, merchant?: string) =>
  `'${what} ' || (select ${name} from ${table} o where o.id = ${id}${merchant ? ` and o.merchant_id = ${merchant}` : ''})`;
const payment =
  "case when refunded_transaction_id is null then 'Payment' when moves_money then 'Refund' else 'Manual refund' end";

const source = (
  from: keyof Tables,
  name: string,
  staff: string | undefined,
  own?: string,
): Source => ({ from, name, ...(staff && { staff }), ...(own && { own }) });

/** Records by what they are called in the audit log. What somebody saved for themselves has no name there (ADR 196). */
const SOURCES: Readonly<Record<string, Source>> = {
  ANNOUNCEMENT: source('announcements', 'title', '/api/settings/announcements'),
  API_KEY: source('named_api_keys', 'name', '/api/merchants', '/api/user-merchant/api-keys'),
  CARD: source('cards', "'•• ' || last4", '/api/customers'),
  CERTIFICATE: source('certificates', 'name', '/api/merchants', '/api/user-merchant/certificates'),
  CONSUMER_CREDIT: source(
    'consumer_credits',
    amount("'Loan'"),
    '/api/financing/consumer-credits',
    '/api/user-merchant/consumer-credits',
  ),
  CHECKOUT: source(
    'checkouts',
    of('Checkout of order', 'orders', 'external_order_number', 'order_id', 'checkouts.merchant_id'),
    '/api/orders',
    '/api/orders',
  ),
  CREDIT_REFUND: source(
    'consumer_credits_refunds',
    amount("'Refund request'"),
    '/api/financing/consumer-credits-refunds',
  ),
  CUSTOMER: source('customers', person, '/api/customers'),
  CUSTOMER_NOTE: source(
    'customer_notes',
    of('Note on', 'customers', person, 'customer_id'),
    '/api/customers',
  ),
  CUSTOMERS_ANNOUNCEMENT: source(
    'customers_announcements',
    'title',
    '/api/customers-announcements',
  ),
  DELIVERY_COMPANY: source('delivery_companies', 'name', '/api/delivery/companies'),
  DELIVERY_METHOD: source('delivery_methods', 'name', '/api/delivery/methods'),
  FINANCING_INSTITUTION: source(
    'financing_institutions',
    'name',
    '/api/financing/financing-institutions',
  ),
  FINANCING_PRODUCT: source('financing_products', 'name', '/api/financing-products'),
  MERCHANT: source('merchants', 'name', '/api/merchants'),
  ORDER: source('orders', "'Order ' || external_order_number", '/api/orders', '/api/orders'),
  PAYMENT_LINK: source('payment_links', 'purpose', '/api/payment-links', '/api/payment-links'),
  PICKUP_POINT: source('pickup_points', 'name', '/api/delivery/methods'),
  PROVIDER_KEY: source('provider_keys', 'name', '/api/settings/provider-keys'),
  PURCHASE: source('purchases', amount("'Purchase'"), '/api/purchases', '/api/purchases'),
  RECURRING_DUE: source(
    'recurring_dues',
    amount("'Charge'"),
    '/api/recurring-dues',
    '/api/recurring-dues',
  ),
  RECURRING_PAYMENT: source(
    'recurring_payments',
    'payment_info',
    '/api/recurring',
    '/api/recurring',
  ),
  ROLE: source('roles', 'name', '/api/roles'),
  RULE: source('rules', 'name', '/api/settings/rules'),
  SCREENING_CASE: source('screening_cases', "'Case of ' || person_name", '/api/screening/cases'),
  SHIPPING_METHOD: source(
    'shipping_methods',
    'name',
    '/api/merchants',
    '/api/merchant/shipping/methods',
  ),
  TRANSACTION: source('transactions', amount(payment), '/api/transactions', '/api/transactions'),
  USER: source('users', person, '/api/users', '/api/user-merchant/employees'),
  WIDGET: source('widgets', 'name', '/api/merchants', '/api/widgets'),
};

type Found = (name: string) => RawBuilder<boolean>;

const called =
  (words: string): Found =>
  (name) =>
    sql`lower(${sql.raw(words)}) = lower(${name})`;

/**
 * What records of a merchant are found by, whole: their own names, a person’s email too, an order’s number as its index
 * has it. What has an amount for a name is found by its id alone: many come to as much.
 */
const FOUND: Readonly<Record<string, Found>> = {
  API_KEY: called('name'),
  CERTIFICATE: called('name'),
  ORDER: (name) =>
    sql`external_order_number collate "C" in (${name}, ${name.replace(/^order\s+/i, '')})`,
  PAYMENT_LINK: called('purpose'),
  RECURRING_PAYMENT: called('payment_info'),
  SHIPPING_METHOD: called('name'),
  USER: (name) => sql`(${called(person)(name)} or ${called('email')(name)})`,
  WIDGET: called('name'),
};

const ofMerchants: ReadonlySet<string> = new Set(OF_MERCHANTS);

/** Of the audit logs: what it was done to, by its name. Read as it is now: who was erased has none. */
export const recordNames: Names = {
  column: 'record',
  kind: 'entityType',
  id: 'entityId',
  statement: (actor, rows) => {
    const parts = [...Map.groupBy(rows, (row) => row.entityType as string)].flatMap(
      ([kind, some]) => {
        const from = SOURCES[kind];
        const reads = actor.merchantId ? from?.own : from?.staff;
        return from && reads && leaves(actor, `GET ${reads}`)
          ? [namesOf(actor, kind, from, some)]
          : [];
      },
    );
    return parts.length ? sql<Named>`${sql.join(parts, sql` union all `)}` : null;
  },
  find: (actor, name, most) => {
    const { merchantId } = actor;
    const parts = Object.entries(FOUND).flatMap(([kind, found]) => {
      const { from, own } = SOURCES[kind]!;
      return merchantId && own && leaves(actor, `GET ${own}`)
        ? [
            sql`(select id from ${sql.table(from)} where merchant_id = ${merchantId} and ${found(name)}
            limit ${sql.lit(most)})`,
          ]
        : [];
    });
    return parts.length ? sql<{ id: string }>`${sql.join(parts, sql` union all `)}` : null;
  },
};

function namesOf(
  { merchantId }: Actor,
  kind: string,
  { from, name }: Source,
  rows: readonly PageRow[],
) {
  const of = (key: string) => [...new Set(rows.map((row) => row[key]).filter(Boolean))];
  const merchants = merchantId ? [merchantId] : of('merchantId');
  const whose =
    merchantId || ofMerchants.has(from) ? sql`and merchant_id = any(${merchants}::uuid[])` : sql``;
  return sql`select ${kind}::text as kind, id, (${sql.raw(name)})::text as name
    from ${sql.table(from)} where id = any(${of('entityId')}::uuid[]) ${whose}` as RawBuilder<Named>;
}
