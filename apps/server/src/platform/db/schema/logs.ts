import type { TaskStatus, TaskType } from '@paydesk/contract/tasks.ts';

/** What was sent and done; lists read these, and no query builder. */

export interface SoapLogs {
  id: string;
  transaction_id: string;
  merchant_id: string;
  direction: 'REQUEST' | 'RESPONSE';
  operation: string;
  http_status: number | null;
  duration_ms: number | null;
  payload: string;
  created_date: string;
  /** The same on a call and its answer. */
  exchange_id: string | null;
}

export interface MpiLogs {
  id: string;
  transaction_id: string;
  merchant_id: string;
  message_type: string;
  eci: string | null;
  result: string | null;
  xid: string | null;
  payload: string;
  created_date: string;
}

export interface TaskExecutions {
  id: string;
  type: TaskType;
  status: TaskStatus;
  started_date: string;
  finished_date: string | null;
  processed: number | null;
  failed: number | null;
  skipped: number | null;
  error: string | null;
  asked_by: string | null;
}
