import { sql } from 'kysely';
import { changes } from '../platform/audit.ts';

/**
 * Who brought a record into the status that it has, when and why. By the database's clock, as `updated_date` and the
 * audit row beside it: they say one instant, whichever process wrote them (ADR 119).
 */
export const stood = (by: { userName: string | null }, reason: string | null) => ({
  status_by: by.userName!,
  status_date: sql<string>`now()` as never as string,
  status_reason: reason,
});

/** What the audit row says of it: why in the reason's own words; who and when it has by itself. */
export const toldWhy = <T extends object>(before: T, after: T, reason?: string | null) => ({
  ...(reason && { reason }),
  changes: changes(before, after),
});
