import { sql, type RawBuilder } from 'kysely';

/** Rows `t` that say that somebody was here: of which customer, and by which of their dates. */
interface Heard {
  /** What is joined with them to know whose they are. */
  with?: string;
  customer: string;
  at: readonly string[];
}

const belowA = (table: string, column: string) =>
  ({
    with: `join ${table} y on y.merchant_id = t.merchant_id and y.id = t.${column}`,
    customer: 'y.customer_id',
  }) as const;
const ofLoan = belowA('consumer_credits', 'consumer_credit_id');
const ofRecurring = belowA('recurring_payments', 'recurring_payment_id');
const ofPayment = belowA('transactions', 'transaction_id');
const OF_ORDERS = `select x.merchant_id, x.order_id, x.customer_id from consumer_credits x
    where x.order_id is not null
  union all select x.merchant_id, x.order_id, x.customer_id from transactions x
    where x.order_id is not null
  union all select x.merchant_id, z.id, x.customer_id from purchases x
    join orders z on z.purchase_id = x.id and z.merchant_id = x.merchant_id`;
const ofOrder = (column: string) =>
  ({
    with: `join (${OF_ORDERS}) y on y.merchant_id = t.merchant_id and y.order_id = t.${column}`,
    customer: 'y.customer_id',
  }) as const;
const own = { customer: 't.customer_id' } as const;

/** By which tables somebody is heard of: they paid, ordered, agreed, were identified, or money of theirs moved. */
export const HEARD: Readonly<Record<string, Heard>> = {
  customers: { customer: 't.id', at: ['created_date', 'last_login_date'] },
  transactions: { ...own, at: ['date'] },
  purchases: { ...own, at: ['created_date'] },
  consumer_credits: { ...own, at: ['created_date', 'agreement_signing_date', 'ended_date'] },
  recurring_payments: {
    ...own,
    at: ['created_date', 'consent_date', 'last_charged_at', 'ended_date'],
  },
  cards: { ...own, at: ['created_date'] },
  authentications: { ...ofLoan, at: ['created_date', 'completed_date'] },
  signatures: { ...ofLoan, at: ['created_date'] },
  loan_operations: { ...ofLoan, at: ['created_date'] },
  loan_documents: { ...ofLoan, at: ['consented_date'] },
  consumer_credits_refunds: { ...ofLoan, at: ['created_date'] },
  payment_attempts: { ...belowA('purchases', 'purchase_id'), at: ['created_date'] },
  recurring_charges: { ...ofRecurring, at: ['created_date'] },
  recurring_card_changes: { ...ofRecurring, at: ['created_date'] },
  money_operations: { ...ofPayment, at: ['created_date'] },
  disputes: { ...ofPayment, at: ['created_date', 'updated_date'] },
  orders: { ...ofOrder('id'), at: ['created_date'] },
  checkouts: { ...ofOrder('order_id'), at: ['created_date', 'consent_date'] },
};

/** What is held of them and says nothing of when they were here, and why. */
export const NOT_HEARD: Readonly<Record<string, string>> = {
  order_items: 'come with their order',
  payment_operations: 'come of an attempt, and move what a payment says',
  stripe_operations: 'come of an attempt',
  recurring_dues: 'are reckoned ahead; what came of them is a charge',
  transaction_logs: 'what became of a payment',
  soap_logs: 'what was said of a payment',
  mpi_logs: 'what was said of a payment',
  exchange_logs: 'what was said of a purchase or an order',
  rules_evaluation_results: 'what rules made of a payment',
  loan_events: 'what became of a loan',
  loan_applications: 'what lenders made of a loan',
  consumer_credit_persons: 'has no date: whose loan it is',
  screening_cases: 'the house looked at a list, not they',
  screening_results: 'the house looked at a list, not they',
  customer_notes: 'words of staff',
  approvals: 'words of staff',
  saved_views: 'words of staff',
};

/**
 * Of which customers something was heard since then, by these tables. Each is asked for itself and of all of them at
 * once: what asks for one customer after the other is refused where rows are spread, and as anti-joins of everything
 * with everything the database finds no way through.
 */
export function heardSince(
  since: RawBuilder<unknown>,
  customers: RawBuilder<unknown>,
  tables: readonly string[] = Object.keys(HEARD),
): RawBuilder<{ id: string }> {
  const parts = tables.map((table) => {
    const { with: join = '', customer, at } = HEARD[table]!;
    const dates = at.map((column) => sql`t.${sql.ref(column)} >= ${since}`);
    return sql`select ${sql.raw(customer)} as id from ${sql.table(table)} t ${sql.raw(join)}
      where ${sql.raw(customer)} in (${customers}) and (${sql.join(dates, sql` or `)})`;
  });
  return sql`${sql.join(parts, sql` union all `)}`;
}
