import type { Enumeration } from './kernel/enumeration.ts';

/** What repeats by itself and is written down run by run (AM-14), the house's own keeping at the end. */
export const TASK_TYPES = {
  SETTLEMENT_BATCH: 'Settlement batch',
  SETTLEMENT_FILE: 'Settlement file',
  RECURRING_CHARGE: 'Recurring charge',
  CALLBACK_RETRY: 'Callback retry',
  PASSWORD_EXPIRY: 'Password expiry',
  SCREENING_UPDATE: 'Screening update',
  ORDER_EXPIRY: 'Order expiry',
  PURCHASE_EXPIRY: 'Purchase expiry',
  COUNTER_CHECK: 'Counter check',
  BUSINESS_DAY_CHECK: 'Business day check',
  JOURNAL_CHECK: 'Journal check',
  HOUSEKEEPING: 'Housekeeping',
  AUDIT_SEAL: 'Audit seal',
  OUTBOX_AGEING: 'Outbox ageing',
  BACKUP: 'Backup',
  KEY_CHANGE: 'Key change',
  AUDIT_HEAD: 'Audit head',
  AUDIT_PUSH: 'Audit push',
  ERASURE_CHECK: 'Erasure check',
  CUSTOMER_RETENTION: 'Customer retention',
} as const satisfies Enumeration;

export type TaskType = keyof typeof TASK_TYPES;

export const TASK_STATUSES = {
  RUNNING: 'Running',
  SUCCESS: 'Success',
  PARTLY_FAILED: 'Partly failed',
  FAILED: 'Failed',
} as const satisfies Enumeration;

export type TaskStatus = keyof typeof TASK_STATUSES;
