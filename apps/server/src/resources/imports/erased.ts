import type { ImportKind } from '@paydesk/contract/imports.ts';
import type { FieldError } from '@paydesk/contract/kernel/errors.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Changing } from './keeps.ts';
import type { Coming } from './rows.ts';

/** Nobody gets back by their core what was taken out of here at their word. */

/** What of what is theirs tells of them. */
const TELLS: Readonly<Partial<Record<ImportKind, readonly string[]>>> = {
  purchases: ['info'],
  transactions: ['description', 'card', 'statementReference'],
  loans: ['failureReason'],
};

/** Themselves, as they are changed. */
export const erased = (tx: Tx, changing: readonly Changing[]) =>
  erasedOf(tx, changing, ({ id }) => [id, 'externalId']);

/** What is theirs: its status goes on, but nothing is written that tells of them. */
export const tellsOf = (kind: ImportKind) => (tx: Tx, changing: readonly Changing[]) =>
  erasedOf(tx, changing, ({ is, set }) => [
    is.customer ?? null,
    TELLS[kind]!.find((field) => field in set) ?? null,
  ]);

/** The same of what comes in anew: without that it does. */
export const tellsAnew =
  (kind: ImportKind) =>
  async <C extends Coming>(tx: Tx, coming: readonly C[]) => {
    const about = ({ row, found }: C) =>
      [found.customerId, TELLS[kind]!.find((field) => row.values[field]) ?? null] as const;
    const told = coming.flatMap((one) => {
      const [customerId, field] = about(one);
      return customerId !== null && field !== null ? customerId : [];
    });
    // whoever is being erased at this moment is by then, and what comes in after them would stay
    await sql`select hold_row('customers', id) from unnest(${[...new Set(told)].sort()}::uuid[]) as id`.execute(
      tx,
    );
    return erasedOf(tx, coming, about);
  };

async function erasedOf<C>(
  tx: Tx,
  some: readonly C[],
  about: (one: C) => readonly [customerId: string | null, field: string | null],
) {
  const { rows } = await sql<{ id: string }>`select distinct customer_id as id from erasures
    where customer_id = any(${some.map((one) => about(one)[0])}::uuid[])`.execute(tx);
  const gone = new Set<string | null>(rows.map(({ id }) => id));
  const message = 'This person was erased here, and stays so';
  const refused = new Map<C, FieldError>();
  for (const one of some) {
    const [customerId, field] = about(one);
    if (field !== null && gone.has(customerId)) refused.set(one, { field, message });
  }
  return refused;
}
