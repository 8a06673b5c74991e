import { Client } from 'pg';
import { ROLE_PERMISSIONS, type Actor } from '@paydesk/contract/permissions.ts';

/** What is asked of the list of transactions, and by whom. */
export type Who = 'staff' | 'technical' | 'largest' | 'small';

export interface Case {
  name: string;
  who: Who;
  query: (facts: Facts) => Record<string, string>;
  /** Beside a plain OFFSET of as many rows. */
  deep?: true;
  /** The small database ends before that page. */
  largeOnly?: true;
}

/** What is in a database, so that a filter finds something. */
export interface Facts {
  transactions: number;
  actors: Record<Who, Actor>;
  emails: Record<Who, string>;
  /** A payment of some days ago with every id, and a refund. */
  payment: Record<string, string>;
  refundedId: string;
}

const byPayment =
  (filter: string, column: string): Case['query'] =>
  ({ payment }) => ({ [`f_${filter}`]: payment[column]! });
const always =
  (query: Record<string, string>): Case['query'] =>
  () =>
    query;
const RIGA = { timeZone: 'Europe/Riga' };

export const CASES: readonly Case[] = [
  { name: 'page 1', who: 'staff', query: always({}) },
  { name: 'page 9,000', who: 'staff', query: always({ page: '8999' }), deep: true },
  {
    name: 'page 20,000',
    who: 'staff',
    query: always({ page: '19999' }),
    deep: true,
    largeOnly: true,
  },
  { name: 'oldest first', who: 'staff', query: always({ sort: 'date,ASC' }) },
  { name: 'by amount', who: 'staff', query: always({ sort: 'amount,DESC' }) },
  { name: 'by status', who: 'staff', query: always({ sort: 'status,ASC' }) },
  { name: 'by merchant', who: 'staff', query: always({ sort: 'merchantName,ASC' }) },
  { name: 'status, frequent', who: 'staff', query: always({ f_status: 'SUCCESS' }) },
  { name: 'status, rare', who: 'staff', query: always({ f_status: 'CANCELLED' }) },
  { name: 'currency', who: 'staff', query: always({ f_currency: 'EUR' }) },
  { name: 'id', who: 'staff', query: byPayment('id', 'id') },
  { name: 'merchant id', who: 'staff', query: byPayment('merchantId', 'merchant_id') },
  { name: 'customer id', who: 'staff', query: byPayment('customerId', 'customer_id') },
  { name: 'purchase id', who: 'staff', query: byPayment('purchaseId', 'purchase_id') },
  { name: 'order id', who: 'staff', query: byPayment('orderId', 'order_id') },
  {
    name: 'recurring payment id',
    who: 'staff',
    query: byPayment('recurringPaymentId', 'recurring_payment_id'),
  },
  {
    name: 'refunded transaction id',
    who: 'staff',
    query: ({ refundedId }) => ({ f_refundedTransactionId: refundedId }),
  },
  { name: 'amount equals', who: 'staff', query: always({ f_amount: '49.90' }) },
  { name: 'amount, a range', who: 'staff', query: always({ f_amount: '100..101' }) },
  { name: 'amount, at least', who: 'staff', query: always({ f_amount: '8000..' }) },
  { name: 'a day', who: 'staff', query: byPayment('date', 'day') },
  {
    name: 'a week',
    who: 'staff',
    query: ({ payment }) => ({ f_date: `${payment['week']}..${payment['day']}` }),
  },
  { name: 'last 7 days', who: 'staff', query: always({ f_date: 'last7days' }) },
  { name: 'last 30 days, Riga', who: 'staff', query: always({ f_date: 'last30days', ...RIGA }) },
  {
    name: 'this month, one status',
    who: 'staff',
    query: always({ f_date: 'thisMonth', f_status: 'DECLINED' }),
  },
  { name: 'payer contains', who: 'staff', query: always({ f_payer: 'Lindgren' }) },
  { name: 'merchant contains', who: 'staff', query: always({ f_merchantName: 'Amber' }) },
  { name: 'description contains', who: 'staff', query: byPayment('description', 'description') },
  { name: 'card contains', who: 'staff', query: byPayment('cardPan', 'card_pan') },
  {
    name: 'reference contains',
    who: 'staff',
    query: byPayment('accountStatementReference', 'account_statement_reference'),
  },
  { name: 'batch contains', who: 'staff', query: byPayment('batchId', 'batch_id') },
  { name: 'error type contains', who: 'technical', query: always({ f_externalErrorType: 'RISK' }) },
  { name: 'error code contains', who: 'technical', query: always({ f_externalErrorCode: 'V3' }) },
  {
    name: 'error contains',
    who: 'technical',
    query: always({ f_externalErrorDescription: 'Too many' }),
  },
  { name: 'xid contains', who: 'technical', query: byPayment('xid', 'xid') },
  { name: 'page 1', who: 'largest', query: always({}) },
  {
    name: 'page 20,000 of 20 rows',
    who: 'largest',
    query: always({ page: '19999', size: '20' }),
    deep: true,
    largeOnly: true,
  },
  { name: 'status', who: 'largest', query: always({ f_status: 'SUCCESS' }) },
  { name: 'amount, a range', who: 'largest', query: always({ f_amount: '100..101' }) },
  { name: 'last 30 days, Riga', who: 'largest', query: always({ f_date: 'last30days', ...RIGA }) },
  { name: 'description contains', who: 'largest', query: always({ f_description: '23456' }) },
  { name: 'page 1', who: 'small', query: always({}) },
  { name: 'status', who: 'small', query: always({ f_status: 'SUCCESS' }) },
  { name: 'description contains', who: 'small', query: always({ f_description: 'Order' }) },
];

/** The people who ask, and rows to ask for. */
export async function factsOf(url: string): Promise<Facts> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const one = async (text: string, values: unknown[] = []) => {
    const row = (await client.query<Record<string, string>>(text, values)).rows[0];
    if (!row) throw new Error(`nothing to ask for: ${text}`);
    return row;
  };
  try {
    const { n } = await one(`
      select sum(transactions)::text as n from transaction_counts
      where merchant_id = '00000000-0000-0000-0000-000000000000'`);
    const person = (end: 'asc' | 'desc') =>
      one(`
        select u.email, u.merchant_id from users u
        join (select merchant_id, sum(transactions) n from transaction_counts group by 1) c
          on c.merchant_id = u.merchant_id
        where u.status = 'ACTIVATED' and u.password_expires_date > now()
          and u.permissions @> '{READ_MERCHANT_TRANSACTION}' order by c.n ${end} limit 1`);
    const [largest, small] = [await person('desc'), await person('asc')];
    const payment = await one(`
      select id, merchant_id, customer_id, purchase_id, order_id, card_pan, batch_id, xid,
        account_statement_reference, substr(description, 1, 14) as description,
        to_char(date at time zone 'UTC', 'DD.MM.YYYY') as day,
        to_char((date - interval '6 days') at time zone 'UTC', 'DD.MM.YYYY') as week
      from transactions
      where date < now() - interval '10 days' and description like 'Order%'
        and num_nulls(customer_id, purchase_id, order_id, card_pan, batch_id, xid,
          account_statement_reference) = 0
      order by date desc limit 1`);
    const recurring = await one(`
      select recurring_payment_id from transactions
      where recurring_payment_id is not null order by date desc limit 1`);
    const refund = await one(`
      select refunded_transaction_id as id from transactions
      where refunded_transaction_id is not null order by date desc limit 1`);
    return {
      transactions: Number(n),
      actors: {
        staff: actor('BACKOFFICE_ADMIN', null),
        technical: actor('BACKOFFICE_TECHNICAL', null),
        largest: actor('MERCHANT_ADMIN', largest['merchant_id']!),
        small: actor('MERCHANT_ADMIN', small['merchant_id']!),
      },
      emails: {
        staff: 'admin@paydesk.test',
        technical: 'technical@paydesk.test',
        largest: largest['email']!,
        small: small['email']!,
      },
      payment: { ...payment, ...recurring },
      refundedId: refund['id']!,
    };
  } finally {
    await client.end();
  }
}

const actor = (userRole: keyof typeof ROLE_PERMISSIONS, merchantId: string | null): Actor => ({
  userId: '00000000-0000-0000-0000-000000000000',
  userRole,
  permissions: ROLE_PERMISSIONS[userRole],
  merchantId,
});
