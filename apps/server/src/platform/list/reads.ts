import type { SignedIn } from '../auth/sessions.ts';
import type { Database } from '../db/database.ts';
import { ofOneMerchant, type Reading } from '../db/reading.ts';

/** Whoever reads; `written` is where in the log of writes the last of their own is. */
export type Asks = Pick<SignedIn, 'sight'> & Partial<Pick<SignedIn, 'written'>>;

/** Where lists, files, reports and search are read: staff's on the replica, which has their own writes by then (ADR 176). */
export async function readingFor(database: Database, reader: Asks): Promise<Reading> {
  const { replica } = database;
  return replica && !ofOneMerchant(reader.sight)
    ? replica.reading(reader.written ?? null)
    : database;
}
