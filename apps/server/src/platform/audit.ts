import { randomUUIDv7 } from 'node:crypto';
import type { AuditAction } from '@paydesk/contract/audited.ts';
import { applicationOf } from '@paydesk/contract/permissions.ts';
import { sql } from 'kysely';
import { keepable } from './card-numbers.ts';
import type { SignedIn } from './auth/sessions.ts';
import type { Tx } from './db/database.ts';

export interface AuditEntry {
  /** A code that has words: of an action of a record, or of `AUDITED_BESIDES`; of a refusal the call (ADR 191). */
  action: AuditAction;
  entityType: string;
  entityId: string | null;
  merchantId: string | null;
  /** REFUSED: nothing was done, and the caller was told why. */
  result: 'SUCCESS' | 'FAILED' | 'PENDING' | 'REFUSED';
  details: Record<string, unknown>;
}

/** Who did it, and from where; nobody we know, or a task that no call started. */
type By = Partial<Omit<SignedIn, 'userId' | 'userName' | 'address'>> & {
  userId: string | null;
  userName: string | null;
  address: string | null;
  /** It works in neither console, with whose rights ever it acts. */
  machine?: true;
};

/** One row of the audit log in the transaction of the change itself (SB-46). Secrets never go into details. */
export const audit = (tx: Tx, by: By, entry: AuditEntry): Promise<void> =>
  auditAll(tx, by, [entry]);

/** As many bind values as one statement of the log takes at once stay far below what the protocol allows. */
const AT_ONCE = 1000;

/** The same of many records that one call changes. */
export async function auditAll(tx: Tx, by: By, entries: readonly AuditEntry[]): Promise<void> {
  for (let from = 0; from < entries.length; from += AT_ONCE)
    await tx
      .insertInto('audit_logs')
      .values(entries.slice(from, from + AT_ONCE).map((entry) => rowOf(by, entry)))
      .execute();
}

const rowOf = (by: By, entry: AuditEntry) => ({
  id: randomUUIDv7(),
  created_date: sql<string>`now()`,
  user_id: by.userId,
  user_name: by.userName,
  application: by.permissions && by.userRole && !by.machine ? applicationOf(by as SignedIn) : null,
  action: entry.action,
  entity_type: entry.entityType,
  entity_id: entry.entityId,
  merchant_id: entry.merchantId,
  address: by.address,
  result: entry.result,
  details: JSON.stringify(keepable(entry.details)),
});

/** Of what is deleted: all that it was. */
export const gone = (record: object) =>
  changes<object>(record, Object.fromEntries(Object.keys(record).map((key) => [key, null])));

/** What a change did, field by field: only what differs, as it was and as it is. */
export function changes<T extends object>(
  before: T,
  after: Partial<T>,
): Record<string, { before: unknown; after: unknown }> {
  return Object.fromEntries(
    Object.entries(after)
      .map(
        ([field, now]) =>
          [field, { before: before[field as keyof T] ?? null, after: now ?? null }] as const,
      )
      .filter(([, one]) => JSON.stringify(one.before) !== JSON.stringify(one.after)),
  );
}
