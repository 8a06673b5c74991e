import type { Edit } from '@paydesk/contract/kernel/body.ts';
import type { FieldError } from '@paydesk/contract/kernel/errors.ts';
import { sql } from 'kysely';
import { canonical } from './canonical.ts';
import type { SignedIn } from './auth/sessions.ts';
import type { Tx } from './db/database.ts';
import { Refusal } from './errors.ts';

/** The record that is edited, as the audit log knows it. */
interface Subject {
  id: string;
  /** What the log calls a field, where that is neither its name nor its column's. */
  names?: Readonly<Record<string, string>>;
}

/**
 * What of an edit is to be written, under the lock of the record's row (ADR 68): a field that is sent as
 * it was read stays as it is now, so that two people who change different fields both keep theirs. One
 * that both changed is refused, with what it is now, by whom and since when. A body that does not say
 * what it was read as is taken whole.
 */
export async function merged<B extends object>(
  tx: Tx,
  actor: Pick<SignedIn, 'merchantId'>,
  subject: Subject,
  { readAs, ...body }: Edit<B>,
  now: Readonly<Record<string, unknown>>,
): Promise<B> {
  const taken = body as unknown as Record<string, unknown>;
  const stale: string[] = [];
  for (const [field, value] of Object.entries(now)) {
    if (!readAs || !Object.hasOwn(readAs, field) || taken[field] === undefined) continue;
    if (same(taken[field], readAs[field])) taken[field] = value;
    else if (!same(value, readAs[field]) && !same(value, taken[field])) stale.push(field);
  }
  if (!stale.length) return taken as B;
  const errors: FieldError[] = [];
  for (const field of stale) {
    const { changedBy, changedDate } = await lastChange(tx, actor, subject, field);
    const message = `Changed meanwhile${changedBy ? ` by ${changedBy}` : ''}`;
    errors.push({ field, message, value: now[field] ?? null, changedBy, changedDate });
  }
  throw new Refusal('STALE', errors);
}

/** Of a body what it changes: what is sent as it was read stays as it is now, and asks for nothing. */
export const changing = ({ readAs, ...body }: Readonly<Record<string, unknown>>) => {
  const read = (readAs ?? {}) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(body).filter(
      ([field, value]) => !Object.hasOwn(read, field) || !same(value, read[field]),
    ),
  );
};

/** Nothing is nothing, however it is written; blanks around a text are nobody's change. */
const plain = (value: unknown): unknown =>
  typeof value === 'string' ? value.trim() || null : (value ?? null);

const same = (one: unknown, other: unknown) => canonical(plain(one)) === canonical(plain(other));

/** Whose change a field has its value of, as the history of the record tells it. */
async function lastChange(
  tx: Tx,
  { merchantId }: Pick<SignedIn, 'merchantId'>,
  { id, names = {} }: Subject,
  field: string,
): Promise<{ changedBy: string | null; changedDate: string | null }> {
  // by its column in some rows, by its name on the wire in others
  const column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const { rows } = await sql<{ created_date: string; name: string | null }>`
    select l.created_date,
      case when ${merchantId}::uuid is null or u.merchant_id = ${merchantId}
        then u.first_name || ' ' || u.last_name else 'Paydesk' end as name
    from audit_logs l left join users u on u.id = l.user_id
    where l.entity_id = ${id} and l.result = 'SUCCESS'
      and l.details -> 'changes' ?| ${[names[field] ?? field, field, column]}::text[]
    order by l.created_date desc, l.id desc limit 1`.execute(tx);
  const [row] = rows;
  return { changedBy: row?.name ?? null, changedDate: row?.created_date ?? null };
}
