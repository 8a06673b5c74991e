import { readable } from '../../ui/changes.ts';

/** Of columns whose names say how they are kept, what they hold; as lists and records call it. */
const COLUMNS: Readonly<Record<string, string>> = {
  personal_id_sealed: 'Personal ID',
  personal_id_index: 'Personal ID',
  personal_id_masked: 'Personal ID',
  personal_id: 'Personal ID',
  search_name: 'Name for search',
  last4: 'Last four digits',
  card_last_four: 'Last four digits',
  first6: 'First six digits',
  card_pan: 'Card',
  is_default: 'Default card',
  expires_month: 'Expires',
};

/** 'first_name' → 'First name' */
export const columnWords = (name: string): string => COLUMNS[name] ?? readable(name);

/** Of tables whose names say how they are kept, what the console calls what is in them. */
const TABLES: Readonly<Record<string, string>> = {
  consumer_credits: 'Loans',
  consumer_credit_persons: 'Borrowers',
  consumer_credits_refunds: 'Loan refunds',
  loan_operations: 'Messages to institutions',
  money_operations: 'Refunds and reversals',
  payment_operations: 'Messages to acquirers',
  stripe_operations: 'Messages to Stripe',
  mpi_logs: '3DS logs',
  soap_logs: 'SOAP logs',
  recurring_dues: 'Charges due',
  rules_evaluation_results: 'Results of rules',
  screening_results: 'Screening',
};

/** 'saved_views' → 'Saved views' */
export const tableWords = (name: string): string => TABLES[name] ?? readable(name);

/** 'First name, Email (2)': each once, with how many of the rows have it where not all do. */
export function columnsWords(columns: Readonly<Record<string, number>>, rows: number): string {
  const counts = new Map<string, number>();
  for (const [name, count] of Object.entries(columns)) {
    const words = columnWords(name);
    counts.set(words, Math.max(count, counts.get(words) ?? 0));
  }
  return [...counts]
    .map(([words, count]) => (count === rows ? words : `${words} (${count})`))
    .join(', ');
}

/** 'orders.customer_email' → 'Orders, Customer email' */
export const placeWords = (place: string): string => {
  const [table = '', column] = place.split('.');
  return column ? `${tableWords(table)}, ${columnWords(column)}` : tableWords(table);
};
