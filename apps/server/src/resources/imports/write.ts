import { randomUUIDv7 } from 'node:crypto';
import type { ImportKind, RowVerdict } from '@paydesk/contract/imports.ts';
import type { FieldError } from '@paydesk/contract/kernel/errors.ts';
import { sql } from 'kysely';
import { audit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { changeRows } from './change.ts';
import { isSame, type Row } from './check.ts';
import { KINDS } from './kinds.ts';
import { find } from './refer.ts';
import { inTheLog, refusedFor, type By, type Coming, type Known, type Verdict } from './rows.ts';

/**
 * Brings rows of a kind in, in the transaction that is given: each once by its external id, tied to what
 * it names, with all that hangs on it. Of rows that are there already, what their core changed is changed.
 */
export async function writeRows(
  tx: Tx,
  by: By,
  kind: ImportKind,
  rows: readonly Row[],
): Promise<Verdict[]> {
  const verdicts = new Map<Row, Verdict>();
  const { fresh, changed, twice } = await sorted(tx, kind, rows, verdicts);
  // what gives money back comes after what it gives back, in the same call too
  for (const back of [false, true]) {
    const part = new Map([...changed].filter(([row]) => givesBack(row) === back));
    if (part.size) await changeRows(tx, by, kind, part, verdicts);
  }
  for (const back of [false, true]) {
    const part = fresh.filter((row) => givesBack(row) === back);
    if (part.length) await bring(tx, by, kind, part, verdicts);
  }
  // what is said a second time came to what came of it the first time: refused, it is not there
  for (const [row, first] of twice) {
    const { verdict, id, errors } = verdicts.get(first)!;
    verdicts.set(row, verdict === 'REFUSED' ? { verdict, id, errors } : again(id, true));
  }
  const all = rows.map((row) => verdicts.get(row)!);
  const count = (which: RowVerdict) => all.filter(({ verdict }) => verdict === which).length;
  if (count('CREATED') || count('CHANGED'))
    await audit(tx, inTheLog(by), {
      action: 'IMPORT',
      // a core's key has what it brought in its history
      entityType: by.keyId ? 'PROVIDER_KEY' : 'IMPORT',
      entityId: by.keyId ?? null,
      merchantId: null,
      result: 'SUCCESS',
      details: {
        kind,
        created: count('CREATED'),
        changed: count('CHANGED'),
        unchanged: count('UNCHANGED'),
        refused: count('REFUSED'),
      },
    });
  return all;
}

const givesBack = ({ values }: Row) => Boolean(values.refundOf);

/** Those that are not there yet, and those that come otherwise; of one id in one call the first. */
async function sorted(tx: Tx, kind: ImportKind, rows: readonly Row[], verdicts: Map<Row, Verdict>) {
  const known = await knownOf(tx, kind, rows);
  const before = new Map<string, Row>();
  const fresh: Row[] = [];
  const other: Row[] = [];
  const twice: [Row, Row][] = [];
  for (const row of rows) {
    const there = known.get(row.externalId);
    const earlier = before.get(row.externalId);
    if (earlier && isSame(earlier.digest, row.digest)) twice.push([row, earlier]);
    else if (earlier) verdicts.set(row, again(null, false));
    else if (there && isSame(there.digest, row.digest)) verdicts.set(row, again(there.id, true));
    else (there ? other : fresh).push(row);
    before.set(row.externalId, earlier ?? row);
  }
  // two who change the same come one after the other, and the second sees what the first did
  const held = other.length ? await knownOf(tx, kind, other, true) : known;
  const changed = new Map(other.map((row) => [row, held.get(row.externalId)!] as const));
  for (const [row, { id, digest }] of changed)
    if (isSame(digest, row.digest)) {
      verdicts.set(row, again(id, true));
      changed.delete(row);
    }
  return { fresh, changed, twice };
}

const again = (id: string | null, same: boolean): Verdict =>
  same
    ? { verdict: 'UNCHANGED', id, errors: [] }
    : refusedFor('externalId', 'It is there already with other values');

async function knownOf(tx: Tx, kind: ImportKind, rows: readonly Row[], held = false) {
  const { rows: found } = await sql<Known & { external_id: string }>`
    select external_id, id, digest from external_ids
    where kind = ${kind} and external_id = any(${rows.map(({ externalId }) => externalId)})
    ${held ? sql`order by external_id for no key update` : sql``}`.execute(tx);
  return new Map(found.map((one) => [one.external_id, one]));
}

async function bring(
  tx: Tx,
  by: By,
  kind: ImportKind,
  rows: readonly Row[],
  verdicts: Map<Row, Verdict>,
): Promise<void> {
  const { refuse, insert } = KINDS[kind];
  let coming: Coming[] = [];
  const found = await find(tx, kind, rows);
  for (const [at, row] of rows.entries()) {
    const one = found[at]!;
    if ('errors' in one) verdicts.set(row, { verdict: 'REFUSED', id: null, errors: one.errors });
    else coming.push({ row, id: randomUUIDv7(), found: one });
  }
  // in one order, so that two who bring the same wait for each other and for nobody else
  coming.sort((a, b) => (a.row.externalId < b.row.externalId ? -1 : 1));
  const reasons = (await refuse?.(tx, coming)) ?? new Map<Coming, FieldError>();
  // what somebody brought at the same moment may be the very reason
  const there = reasons.size
    ? await knownOf(
        tx,
        kind,
        [...reasons.keys()].map(({ row }) => row),
      )
    : new Map();
  for (const [{ row }, { field, message }] of reasons) {
    const one = there.get(row.externalId);
    verdicts.set(
      row,
      one ? again(one.id, isSame(one.digest, row.digest)) : refusedFor(field, message),
    );
  }
  coming = coming.filter((one) => !reasons.has(one));
  if (!coming.length) return;
  const claimed = new Set(await claim(tx, kind, coming));
  const late = coming.filter(({ id }) => !claimed.has(id));
  if (late.length) {
    // somebody brought them at the same moment
    const known = await knownOf(
      tx,
      kind,
      late.map(({ row }) => row),
    );
    for (const { row } of late) {
      const there = known.get(row.externalId)!;
      verdicts.set(row, again(there.id, isSame(there.digest, row.digest)));
    }
    coming = coming.filter(({ id }) => claimed.has(id));
  }
  for (const { row, id } of coming) verdicts.set(row, { verdict: 'CREATED', id, errors: [] });
  if (coming.length) await insert(tx, by, coming);
}

async function claim(tx: Tx, kind: ImportKind, coming: readonly Coming[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into external_ids (kind, external_id, id, digest)
    select ${kind}, external_id, id, digest
    from unnest(${coming.map(({ row }) => row.externalId)}::text[], ${coming.map(({ id }) => id)}::uuid[],
      ${coming.map(({ row }) => row.digest)}::bytea[]) as c (external_id, id, digest)
    on conflict do nothing returning id`.execute(tx);
  return rows.map(({ id }) => id);
}
