import {
  TRANSACTION_TYPES,
  type TransactionDetail,
} from '@paydesk/contract/resources/transactions.ts';
import type { DetailField } from '../../platform/DetailScreen/blocks.tsx';
import { middleId, titleCase } from '../../platform/format.ts';
import { CopyText } from '../../ui/Copy.tsx';
import { DateTime } from '../../ui/values.tsx';
import { maskedCard, signedWords } from './words.ts';

/** The viewer's fields, in the order of the specification (TX-41, TX-42, AM-95). */
const ORDER = [
  'id',
  'description',
  'amount',
  'currency',
  'date',
  'status',
  'customerFirstName',
  'customerLastName',
  'customerId',
  'merchantId',
  'merchantName',
  'purchaseId',
  'orderId',
  'recurringPaymentId',
  'cardPan',
  'accountStatementReference',
  'externalErrorType',
  'externalErrorCode',
  'externalErrorDescription',
  'externalPaymentId',
  'batchId',
  'xid',
  'createdBy',
  'refundedTransactionId',
  'type',
] as const satisfies (keyof TransactionDetail)[];

/** Ids begin alike; their ends tell them apart. */
const shown = (key: string, value: string) =>
  /Id$|^id$/.test(key) ? middleId(value, 18, 6) : value;

const MONO = /Id$|^id$|^xid$|Reference$/;

const LABELS: Readonly<Record<string, string>> = { id: 'ID', xid: 'xid' };

/** What is limited to others is not in the answer, and so not here (GT-17). */
export function viewerFields(transaction: TransactionDetail): DetailField[] {
  return ORDER.filter((key) => transaction[key] !== undefined).map((key) => {
    const label = LABELS[key] ?? titleCase(key);
    const value = transaction[key];
    switch (key) {
      case 'description':
        return { label, value: value ? <CopyText text={String(value)} /> : null };
      case 'amount':
        return { label, value: signedWords(transaction) };
      case 'date':
        return { label, value: <DateTime value={transaction.date} /> };
      case 'currency':
      case 'createdBy':
        return { label, value: value ? String(value) : null };
      case 'status':
        return {
          label,
          value: `${transaction.status.description}${transaction.markedByHand ? ', marked by hand' : ''}`,
        };
      case 'type':
        return { label, value: TRANSACTION_TYPES[transaction.type] };
      case 'cardPan':
        return value
          ? { label, value: maskedCard(String(value)), copy: String(value), mono: true }
          : { label, value: null };
      default:
        return value
          ? { label, value: shown(key, String(value)), copy: String(value), mono: MONO.test(key) }
          : { label, value: null };
    }
  });
}
