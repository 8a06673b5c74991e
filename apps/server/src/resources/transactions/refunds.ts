import { fromCents } from '@paydesk/contract/kernel/money.ts';
import type {
  MoneyOut,
  TransactionDetail,
} from '@paydesk/contract/resources/transactions/record.ts';

/** What went back of a payment, as JSON of the database has it: an amount in cents as text. */
export interface RefundRow {
  id: string;
  transaction_id: string;
  amount_cents: string;
  date: string;
  reason_code: MoneyOut['reasonCode'];
  reason_note: string | null;
  requested_by: string;
}

export const refundOf = (row: RefundRow): TransactionDetail['refunds'][number] => ({
  id: row.id,
  transactionId: row.transaction_id,
  amount: fromCents(BigInt(row.amount_cents)),
  date: row.date,
  reasonCode: row.reason_code,
  reasonNote: row.reason_note,
  requestedBy: row.requested_by,
});
