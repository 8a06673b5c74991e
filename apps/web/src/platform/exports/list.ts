import type { Key } from '@paydesk/contract/index.ts';
import type { Columns } from '@paydesk/contract/kernel/columns.ts';
import type { FileWait } from '@paydesk/contract/kernel/endpoint.ts';
import type { FileAs } from '@paydesk/contract/kernel/resource.ts';
import { store } from '../store.ts';

/** What is asked for: the row of the table, its query, and what the file will be. */
export interface Wanted {
  key: Key;
  query: Readonly<Record<string, string | number | undefined>>;
  title: string;
  /** By whose words a filter that is refused is called. */
  columns: Columns;
  fileName: string;
  /** JSON lines have neither head nor quotes that span lines. */
  as: FileAs;
  /** How many records it will hold, where that is known before. */
  records: number | undefined;
}

/** One file on its way, whatever screen is open (CS-01..05). */
export interface Export {
  id: number;
  wanted: Wanted;
  phase: 'running' | 'done' | 'failed' | 'asked';
  bytes: number;
  /** As many as have come. */
  records: number;
  /** Whose files it waits for; null once its turn has come. */
  wait: FileWait | null;
  /** The request that a second person has to confirm before it is made. */
  waitsFor: string | null;
  /** The server left records out beyond its limit (AM-34). */
  truncated: boolean;
}

export const files = store<readonly Export[]>([]);
