import type { Held } from '../held.ts';
import {
  ATTEMPTS,
  none,
  ORDERS,
  out,
  outOfJson,
  PAYMENTS,
  PURCHASES,
  SUBSCRIPTIONS,
  within,
} from './whose.ts';

const DIGITS = 'an accounting record: the acquirer identifies the payment by these digits';

export const OF_PAYMENTS: readonly Held[] = [
  {
    table: 'checkouts',
    where: `(${within(ORDERS, 'order_id')} or ${within(PURCHASES, 'purchase_id')})`,
    change: none('first_name', 'last_name', 'phone'),
  },
  { table: 'order_items', where: within(ORDERS, 'order_id'), change: out('label') },
  { table: 'purchases', where: within(PURCHASES), change: out('payment_info', 'reason_note') },
  {
    table: 'payment_attempts',
    where: within(PURCHASES, 'purchase_id'),
    change: { ...none('network_reference'), ...out('reason') },
  },
  {
    table: 'payment_operations',
    where: within(ATTEMPTS, 'attempt_id'),
    change: out('decline_reason'),
  },
  {
    table: 'stripe_operations',
    id: 'operation_id',
    where: `(t.merchant_id, t.operation_id) in (select x.merchant_id, x.id from payment_operations x
      where (x.merchant_id, x.attempt_id) in (${ATTEMPTS}))`,
    change: none('token'),
  },
  {
    table: 'recurring_payments',
    where: within(SUBSCRIPTIONS),
    change: {
      ...none('payer_email', 'card_pan', 'card_expires', 'network_reference'),
      ...out('payment_info', 'skip_reason'),
    },
    stays: { suspend_reason: 'a reason from a fixed list, which names nobody' },
  },
  {
    table: 'recurring_charges',
    where: within(SUBSCRIPTIONS, 'recurring_payment_id'),
    change: { ...none('network_reference'), ...out('decline_reason') },
  },
  {
    table: 'recurring_dues',
    where: within(SUBSCRIPTIONS, 'recurring_payment_id'),
    change: out('failure', 'decided_note'),
  },
  {
    table: 'recurring_card_changes',
    where: within(SUBSCRIPTIONS, 'recurring_payment_id'),
    change: out('reason'),
  },
  {
    table: 'transactions',
    where: within(PAYMENTS),
    change: {
      ...out(
        'description',
        'external_error_description',
        'reversal_reason_note',
        'account_statement_reference',
      ),
      ...outOfJson('report_data'),
    },
    stays: {
      card_pan: DIGITS,
      card_last_four: DIGITS,
    },
  },
  { table: 'transaction_logs', where: within(PAYMENTS, 'transaction_id'), change: out('note') },
  {
    table: 'money_operations',
    where: within(PAYMENTS, 'transaction_id'),
    change: out('reason_note', 'decline_reason'),
  },
  { table: 'disputes', where: within(PAYMENTS, 'transaction_id'), change: out('reason') },
  {
    table: 'soap_logs',
    where: within(PAYMENTS, 'transaction_id'),
    change: out('payload'),
  },
  {
    table: 'mpi_logs',
    where: within(PAYMENTS, 'transaction_id'),
    change: out('payload'),
  },
  {
    table: 'exchange_logs',
    where: `(${within(PURCHASES, 'purchase_id')} or ${within(ORDERS, 'order_id')})`,
    change: out('xml'),
  },
  {
    table: 'rules_evaluation_results',
    where: `(t.merchant_id, t.subject_id) in (${PAYMENTS} union ${PURCHASES})`,
    change: out('details'),
    added: true,
  },
  // by their address they are known to be theirs, so it goes last
  {
    table: 'orders',
    where: within(ORDERS),
    change: { ...none('customer_email', 'shipment'), ...out('label', 'error') },
  },
];
