import { sql, type RawBuilder } from 'kysely';
import { LOANS, ORDERS, PAYMENTS, PURCHASES, SUBSCRIPTIONS, within } from './held/whose.ts';

/** Rows `t` that say that they were here, and by which of their dates; $C is the customer. */
interface Heard {
  where: string;
  at: readonly string[];
}

const ofLoan = within(LOANS, 'consumer_credit_id');
const ofRecurring = within(SUBSCRIPTIONS, 'recurring_payment_id');

/** By which tables somebody is heard of: they paid, ordered, agreed, were identified, or money of theirs moved. */
export const HEARD: Readonly<Record<string, Heard>> = {
  customers: { where: 't.id = $C', at: ['created_date', 'last_login_date'] },
  transactions: { where: 't.customer_id = $C', at: ['date'] },
  purchases: { where: 't.customer_id = $C', at: ['created_date'] },
  consumer_credits: {
    where: 't.customer_id = $C',
    at: ['created_date', 'agreement_signing_date', 'ended_date'],
  },
  recurring_payments: {
    where: 't.customer_id = $C',
    at: ['created_date', 'consent_date', 'last_charged_at', 'ended_date'],
  },
  cards: { where: 't.customer_id = $C', at: ['created_date'] },
  authentications: { where: ofLoan, at: ['created_date', 'completed_date'] },
  signatures: { where: ofLoan, at: ['created_date'] },
  loan_operations: { where: ofLoan, at: ['created_date'] },
  loan_documents: { where: ofLoan, at: ['consented_date'] },
  consumer_credits_refunds: { where: ofLoan, at: ['created_date'] },
  payment_attempts: { where: within(PURCHASES, 'purchase_id'), at: ['created_date'] },
  recurring_charges: { where: ofRecurring, at: ['created_date'] },
  recurring_card_changes: { where: ofRecurring, at: ['created_date'] },
  money_operations: { where: within(PAYMENTS, 'transaction_id'), at: ['created_date'] },
  disputes: { where: within(PAYMENTS, 'transaction_id'), at: ['created_date', 'updated_date'] },
  orders: { where: within(ORDERS), at: ['created_date'] },
  checkouts: { where: within(ORDERS, 'order_id'), at: ['created_date', 'consent_date'] },
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
 * Whether nothing was heard of the customer `c` since then. Asked of one after the other, the first that says
 * so ends it: as anti-joins of everything with everything the database finds no way through.
 */
export const quietSince = (since: RawBuilder<unknown>): RawBuilder<boolean> => {
  const parts = Object.entries(HEARD).map(([table, { where, at }]) => {
    const here = sql.join(
      at.map((column) => sql`t.${sql.ref(column)} >= ${since}`),
      sql` or `,
    );
    return sql`when exists (select from ${sql.table(table)} t
      where ${sql.raw(where.replaceAll('$C', 'c.id'))} and (${here})) then false`;
  });
  return sql`case ${sql.join(parts, sql` `)} else true end`;
};
