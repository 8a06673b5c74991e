import { IMPORTS, whyNoMove, type ImportKind } from '@paydesk/contract/imports.ts';
import type { FieldError } from '@paydesk/contract/kernel/errors.ts';
import type { Fields } from '@paydesk/contract/kernel/fields.ts';
import { sql } from 'kysely';
import { auditAll } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { saidBy } from '../../platform/db/rows.ts';
import { columnsOfMany, maskedValue, openedText } from '../../platform/sealed-values.ts';
import { changedFields, type Row } from './check.ts';
import { KEEPS, type Cell, type Changing, type Current } from './keeps.ts';
import type { Column } from './many.ts';
import { find } from './refer.ts';
import { inTheLog, refusedFor, type By, type Known, type Verdict } from './rows.ts';

/**
 * Rows that are here already and come with other values. What their core changed since it sent them last is
 * written; what is so here for another reason stays. Money, days and who it is about are never rewritten, and
 * a status goes only where the rules let it.
 */
export async function changeRows(
  tx: Tx,
  by: By,
  kind: ImportKind,
  given: ReadonlyMap<Row, Known>,
  verdicts: Map<Row, Verdict>,
): Promise<void> {
  const rows = [...given.keys()].sort((a, b) => (a.externalId < b.externalId ? -1 : 1));
  const found = await find(tx, kind, rows);
  const coming = rows.flatMap((row, at) => {
    const one = found[at]!;
    if ('errors' in one) verdicts.set(row, { verdict: 'REFUSED', id: null, errors: one.errors });
    return 'errors' in one ? [] : [{ row, id: given.get(row)!.id, found: one }];
  });
  const current = await hold(tx, by, kind, coming);
  const changing: Changing[] = [];
  const same: Row[] = [];
  for (const one of coming) {
    const { row, id } = one;
    const is = current.get(id);
    if (!is) {
      verdicts.set(row, refusedFor('merchant', 'It came in as another merchant’s'));
      continue;
    }
    const keys = changedFields(kind, given.get(row)!.digest, row.digest);
    const read = differences(kind, one, is, keys);
    if (read.errors.length) verdicts.set(row, { verdict: 'REFUSED', id, errors: read.errors });
    else if (Object.keys(read.set).length) changing.push({ ...one, is, set: read.set });
    else {
      verdicts.set(row, { verdict: 'UNCHANGED', id, errors: [] });
      same.push(row);
    }
  }
  const { refuse } = KEEPS[kind];
  const refused =
    changing.length && refuse ? await refuse(tx, changing) : new Map<Changing, FieldError>();
  for (const [{ row }, { field, message }] of refused)
    verdicts.set(row, refusedFor(field, message));
  const done = changing.filter((one) => !refused.has(one));
  await write(tx, by, kind, done);
  for (const { row, id } of done) verdicts.set(row, { verdict: 'CHANGED', id, errors: [] });
  await remember(tx, kind, [...done.map(({ row }) => row), ...same]);
}

const cellsOf = (kind: ImportKind) => Object.entries(KEEPS[kind].cells) as [string, Cell][];

/** How they stand here, until the transaction ends; none where a row names another merchant. */
async function hold(
  tx: Tx,
  { encryption }: By,
  kind: ImportKind,
  coming: readonly Pick<Changing, 'id' | 'found'>[],
): Promise<Map<string, Current>> {
  const { table, tenant, lock } = KEEPS[kind];
  await lock?.(tx, coming.map(({ id }) => id).sort());
  const columnsOf = (merchantId: string) =>
    cellsOf(kind).map(
      ([key, { name, read = `t.${name}` }]) =>
        sql`${saidBy(read, 't.merchant_id', sql`${merchantId}::uuid`)} as ${sql.ref(key)}`,
    );
  const rows: (Current & { id: string })[] = [];
  // a merchant at a time: what holds rows names their merchant by value
  const ofEach = Map.groupBy(coming, ({ found }) => (tenant ? found.merchantId : ''));
  for (const [merchantId, theirs] of [...ofEach].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const { rows: some } = await sql<Current & { id: string }>`
      select t.id, t.status, ${sql.join(columnsOf(merchantId))} from ${sql.table(table)} t
      where t.id = any(${theirs.map(({ id }) => id)}::uuid[])
        ${tenant ? sql`and t.merchant_id = ${merchantId}` : sql``}
      order by t.id for no key update of t`.execute(tx);
    rows.push(...some);
  }
  const sealed = cellsOf(kind).flatMap(([key, one]) =>
    one.sealed ? [[key, one.sealed] as const] : [],
  );
  return new Map(
    rows.map(({ id, ...is }) => [
      id,
      Object.assign(
        is,
        ...sealed.map(([key, value]) => ({
          [key]: openedText(encryption, value, id, is[key] ?? null),
        })),
      ),
    ]),
  );
}

/** Of what its core changed, what is otherwise here; and what of it can't be. */
function differences(
  kind: ImportKind,
  one: Pick<Changing, 'row' | 'found'>,
  is: Current,
  keys: readonly string[],
) {
  const errors: FieldError[] = [];
  const set: Record<string, string | null> = {};
  for (const key of keys) {
    const wanted = key === 'status' ? String(one.row.values.status) : undefined;
    if (wanted !== undefined) {
      const why = wanted === is.status ? null : whyNoMove(kind, is.status!, wanted);
      if (why) errors.push({ field: key, message: why });
      else if (wanted !== is.status) set.status = wanted;
      continue;
    }
    const cell: Cell | undefined = KEEPS[kind].cells[key];
    if (!cell) continue;
    const value = cell.of(one);
    if (value === is[key]) continue;
    const { label } = (IMPORTS[kind] as Fields)[key]!;
    if (cell.fixed) errors.push({ field: key, message: `${label} stays as it came in` });
    else set[key] = value;
  }
  return { errors, set };
}

/** Writes what changed, what follows from it, and who is told in the record's history. */
async function write(tx: Tx, by: By, kind: ImportKind, changing: readonly Changing[]) {
  if (!changing.length) return;
  const { table, tenant, entity, follow } = KEEPS[kind];
  const kept = cellsOf(kind).filter(([, { fixed }]) => !fixed);
  const columns = kept.flatMap(([key, { name, type = 'text', sealed }]): [string, Column][] => {
    const values = changing.map(({ is, set }) => (key in set ? set[key] : is[key]) ?? null);
    if (!sealed) return [[name, [type, values]]];
    const texts = changing.map(({ id }, at) => [id, values[at]] as const);
    return Object.entries(columnsOfMany(by.encryption, sealed, texts));
  });
  const names = columns.map(([name]) => sql.ref(name));
  const values = columns.map(([, [type, all]]) => sql`${all}::${sql.raw(type)}[]`);
  const statuses = changing.map(({ is, set }) => set.status ?? is.status);
  const own = names.map((name) => sql`${name} = v.${name}`);
  await sql`
    update ${sql.table(table)} t set status = v.status, updated_date = now(), updated_by = ${by.userName},
      ${sql.join(own)}
    from unnest(${changing.map(({ id }) => id)}::uuid[],
      ${changing.map(({ found }) => (tenant ? found.merchantId : null))}::uuid[], ${statuses}::text[],
      ${sql.join(values)}) as v (id, merchant_id, status, ${sql.join(names)})
    where t.id = v.id ${tenant ? sql`and t.merchant_id = v.merchant_id` : sql``}`.execute(tx);
  await follow?.(tx, by, changing);
  await auditAll(
    tx,
    inTheLog(by),
    changing.map(({ id, found, is, set }) => ({
      action: 'CHANGED_BY_CORE',
      entityType: entity,
      entityId: id,
      merchantId: kind === 'merchants' ? id : tenant ? found.merchantId : null,
      result: 'SUCCESS',
      details: {
        changes: Object.fromEntries(
          Object.entries(set).map(([key, after]) => {
            const { sealed } = KEEPS[kind].cells[key] ?? {};
            const [before, then] = [is[key] ?? null, after].map((text) =>
              sealed && text !== null ? maskedValue(sealed.kind, text) : text,
            );
            return [key, { before, after: then }];
          }),
        ),
      },
    })),
  );
}

/** What the next one is held against. */
const remember = (tx: Tx, kind: ImportKind, rows: readonly Row[]) =>
  sql`update external_ids e set digest = v.digest
    from unnest(${rows.map(({ externalId }) => externalId)}::text[],
      ${rows.map(({ digest }) => digest)}::bytea[]) as v (external_id, digest)
    where e.kind = ${kind} and e.external_id = v.external_id`.execute(tx);
