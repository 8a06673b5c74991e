import { sql, type RawBuilder } from 'kysely';
import type { Tx } from './database.ts';
import type { Tables } from './schema.ts';

/** Tables whose rows are merchants' and others': whose merchant may be none, and why. */
export const OF_OTHERS_TOO: Readonly<Record<string, string>> = {
  approval_thresholds: 'staff set some for everybody',
  approvals: 'staff ask each other about staff too',
  audit_logs: 'what staff and the server do is of no merchant',
  merchant_applications: 'somebody applies before there is a merchant',
  outbox: 'a mail is a person’s',
  roles: 'the provider has its own',
  rules_evaluation_results: 'a rule looks at customers too, who belong to no merchant',
  saved_views: 'staff save theirs',
  sso_connections: 'staff have theirs, of the installation',
  users: 'staff are people too',
};

/** Where rows of a table say whose they are, if all of them do. */
export const merchantOfAll = (tenant: string | undefined, from: string): string | undefined =>
  Object.hasOwn(OF_OTHERS_TOO, from.split(' ')[0]!) ? undefined : tenant;

/** A merchant's row by its id and its merchant's, so that no statement looks for it elsewhere (ADR 87). */
export const theRow = (id: string, merchantId: string) =>
  sql<boolean>`id = ${id}::uuid and merchant_id = ${merchantId}::uuid`;

/** Tables of which each machine has a copy where rows are spread, and whose rows others hang on. */
const HELD_HERE = [
  'customers',
  'delivery_methods',
  'financing_institutions',
  'merchants',
  'roles',
] as const;
type HeldHere = (typeof HELD_HERE)[number];
export const isHeldHere = (table: string): table is HeldHere =>
  HELD_HERE.some((one) => one === table);

/**
 * Holds such a row until the transaction ends; a role as it is by then. Whether it is there is asked after it. No
 * statement says `for share` of these tables: where rows are spread two at once would wait for each other.
 */
export const holdRow = (tx: Tx, table: HeldHere, id: string) =>
  sql`select hold_row(${table}, ${id}::uuid)`.execute(tx);

/** SQL in which a column is said by its value. */
export const saidBy = (
  text: string,
  column: string,
  value: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql.join(
    text.split(new RegExp(`\\b${RegExp.escape(column)}\\b`)).map((part) => sql.raw(part)),
    value,
  );

/** Rows that were found without a lock. */
type Found = readonly { id: string; merchant_id: string }[];

/**
 * Of these the rows that still are as `still` says, locked merchant by merchant until the transaction
 * ends. What somebody works on at the moment is left out, so that neither waits for the other.
 */
export async function lockStill<R>(
  tx: Tx,
  table: keyof Tables,
  found: Found,
  still: string,
): Promise<R[]> {
  const locked: R[] = [];
  for (const [merchantId, rows] of Map.groupBy(found, (row) => row.merchant_id)) {
    const ids = rows.map(({ id }) => id);
    // by value in each part: said as the row's, it is held where rows are spread only if no other condition is beside it
    const holds = saidBy(still, 'r.merchant_id', sql`${merchantId}::uuid`);
    const { rows: some } = await sql<R>`
      select * from ${sql.table(table)} r
      where merchant_id = ${merchantId} and id = any(${ids}::uuid[]) and ${holds}
      order by id for no key update skip locked`.execute(tx);
    locked.push(...some);
  }
  return locked;
}
