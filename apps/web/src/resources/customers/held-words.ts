import { readable } from '../../ui/changes.ts';

/** Of columns what they hold, in the words of who answers for it: nobody reads here how it is kept. */
const COLUMNS: Readonly<Record<string, string>> = {
  about: 'Subject',
  account_statement_reference: 'Text on the account statement',
  application_url: 'Link to the application',
  bytes: 'Document',
  bytes_sealed: 'Document',
  call: 'What was requested',
  card_expires: 'Card expiry date',
  card_last_four: 'Last four digits of the card',
  card_pan: 'Card number, first and last digits',
  customer_email: 'Email',
  decline_reason: 'Reason for the decline',
  delivery_error: 'Error message',
  detail: 'Details',
  device_os: 'Device',
  entry: 'List entry',
  error: 'Error message',
  expires_month: 'Card expiry date',
  external_error_description: 'The acquirer’s error message',
  failure: 'Reason for the failure',
  failure_detail: 'Reason for the failure',
  failure_reason: 'Reason for the failure',
  first6: 'First six digits of the card',
  income_cents: 'Monthly income',
  income_type: 'Type of income',
  is_default: 'Whether it is their usual card',
  issuer: 'Issuing bank',
  last4: 'Last four digits of the card',
  listed_born: 'Date of birth on the list',
  listed_details: 'What the list says besides',
  listed_name: 'Name on the list',
  network_reference: 'The card network’s reference',
  obligations_cents: 'Monthly obligations',
  outcome_text: 'Outcome',
  payer_email: 'Email',
  payload: 'Text of the message',
  payment_info: 'Payment information',
  person_born: 'Date of birth',
  person_name: 'Name',
  personal_id: 'Personal ID',
  personal_id_index: 'Personal ID',
  personal_id_masked: 'Personal ID',
  personal_id_sealed: 'Personal ID',
  phone: 'Phone number',
  reason_note: 'Note on the reason',
  reject_reason: 'Reason for the refusal',
  report_data: 'Data of the report',
  reversal_reason_note: 'Note on the reversal',
  review_note: 'The reviewer’s note',
  search: 'Search terms',
  search_name: 'Name, as the search knows it',
  shipment: 'Delivery address',
  skip_reason: 'Reason for skipping',
  status_reason: 'Reason for the status',
  suspend_reason: 'Reason for the suspension',
  targeted_note: 'Note to the institution',
  token: 'The acquirer’s reference for the card',
  url: 'Link',
  xml: 'Text of the message',
};

/** 'first_name' → 'First name' */
export const columnWords = (name: string): string => COLUMNS[name] ?? readable(name);

/** Of tables what is in them; logs by what they record, and what the menu calls them. */
const TABLES: Readonly<Record<string, string>> = {
  audit_logs: 'Audit log',
  authentications: 'Identity checks',
  checkouts: 'Checkout pages',
  consumer_credit_persons: 'Borrowers',
  consumer_credits: 'Loans',
  consumer_credits_refunds: 'Loan refunds',
  customer_notes: 'Notes on the customer',
  disputes: 'Disputes',
  exchange_logs: 'Messages with the merchant (Exchange Logs)',
  loan_applications: 'Loan applications',
  loan_documents: 'Loan documents',
  loan_events: 'Loan history',
  loan_operations: 'Messages to institutions',
  money_operations: 'Refunds and reversals',
  mpi_logs: '3-D Secure messages (3DS Logs)',
  order_items: 'Items ordered',
  payment_operations: 'Messages to acquirers',
  recurring_card_changes: 'Card changes of recurring payments',
  recurring_charges: 'Charges of recurring payments',
  recurring_dues: 'Charges due',
  rules_evaluation_results: 'Results of risk rules',
  screening_cases: 'Screening cases',
  screening_results: 'Screening results',
  soap_logs: 'Messages with the acquirer (SOAP Logs)',
  stripe_operations: 'Messages to Stripe',
  transaction_logs: 'Payment history',
};

/** 'saved_views' → 'Saved views' */
export const tableWords = (name: string): string => TABLES[name] ?? readable(name);

/** 'First name, Email (2 of 3)': each once, with how many of the records have it where not all do. */
export function columnsWords(columns: Readonly<Record<string, number>>, rows: number): string {
  const counts = new Map<string, number>();
  for (const [name, count] of Object.entries(columns)) {
    const words = columnWords(name);
    counts.set(words, Math.max(count, counts.get(words) ?? 0));
  }
  return [...counts]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([words, count]) => (count === rows ? words : `${words} (${count} of ${rows})`))
    .join(', ');
}

/** 'orders.customer_email' → 'Orders, Email' */
export const placeWords = (place: string): string => {
  const [table = '', column] = place.split('.');
  return column ? `${tableWords(table)}, ${columnWords(column)}` : tableWords(table);
};
