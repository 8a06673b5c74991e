import { randomUUIDv7 } from 'node:crypto';
import type { LoadReport } from '@paydesk/contract/kernel/loads.ts';
import { SANCTION_SOURCES } from '@paydesk/contract/resources/screening.ts';
import { sql } from 'kysely';
import { partsOf } from '../../domain/screening/names.ts';
import { beginLoad } from '../../domain/screening/own-list.ts';
import { audit } from '../../platform/audit.ts';
import { cellsOf, Refusals, type LoadHow } from '../../platform/csv-file.ts';
import type { Database } from '../../platform/db/database.ts';
import { invalid } from '../../platform/errors.ts';
import { shapeOf, type Read, type Source } from './shapes.ts';

const PORTION = 5000;
/** Of the first lines one is the head, or the first row. */
const HEAD_WITHIN = 5;
const MOST_NAMES = 500_000;

interface Name {
  entry: string;
  name: string;
  born: string | null;
}

/**
 * Loads the people of a sanctions list out of its file, in place of those of the same list, in one
 * step; firms and ships are left out. Everybody is looked for anew from then on.
 */
export async function loadNames(
  database: Database,
  by: Parameters<typeof audit>[1],
  file: AsyncIterable<Buffer>,
  { source, ...how }: LoadHow & { source: Source },
): Promise<LoadReport> {
  const refusals = new Refusals();
  const names: Name[] = [];
  let read: Read | undefined;
  let [rows, before] = [0, 0];
  for await (const { line, cells } of cellsOf(file)) {
    if (!read) {
      const shape = shapeOf(cells);
      if (!shape && ++before < HEAD_WITHIN) continue;
      if (!shape) throw invalid('file', 'This is the file of no list that is known here');
      // under another name it would take that list's place, and nobody on that was looked for any more
      if (source !== 'OTHER' && shape.of !== null && shape.of !== source)
        throw invalid(
          'file',
          `This is the list “${SANCTION_SOURCES[shape.of]}”, and not “${SANCTION_SOURCES[source]}”`,
        );
      ({ read } = shape);
      if (!shape.isRow) continue;
    }
    const found = read(cells);
    if (!found) continue;
    rows++;
    if (typeof found === 'string') refusals.add(line, found);
    else if (!found.names.some((name) => partsOf(name).length))
      refusals.add(line, 'Name has no letters that are known here');
    else for (const name of found.names) names.push({ entry: found.entry, name, born: found.born });
    if (names.length > MOST_NAMES) throw invalid('file', `At most ${MOST_NAMES} names`);
  }
  const report = refusals.report(rows, how);
  if (how.check) return { ...report, replaced: false };
  await database.longTransaction(async (tx) => {
    const since = await beginLoad(tx);
    const gone = await sql`delete from sanctioned_names where source = ${source}`.execute(tx);
    for (let at = 0; at < names.length; at += PORTION) {
      const some = names.slice(at, at + PORTION);
      await sql`
        insert into sanctioned_names (id, source, entry, name, born, created_date)
        select n.id, ${source}, n.entry, n.name, n.born, ${since}::timestamptz from unnest(
          ${some.map(() => randomUUIDv7())}::uuid[], ${some.map(({ entry }) => entry)}::text[],
          ${some.map(({ name }) => name)}::text[], ${some.map(({ born }) => born)}::text[])
          n (id, entry, name, born)`.execute(tx);
    }
    const changes = {
      names: { before: Number(gone.numAffectedRows ?? 0n), after: names.length },
    };
    await audit(tx, by, {
      action: 'LOAD_SANCTIONED_NAMES',
      entityType: 'SANCTIONED_NAMES',
      entityId: randomUUIDv7(),
      merchantId: null,
      result: 'SUCCESS',
      details: { source, changes, refused: report.refused },
    });
  });
  return { ...report, replaced: true };
}
