import type { AnyRecord, RecordOf } from '@paydesk/contract/kernel/record.ts';
import type { Actor } from '@paydesk/contract/permissions.ts';
import type { Tx } from '../db/database.ts';
import { readRecord, type Stored, type Table } from '../record.ts';
import type { Services } from '../services.ts';
import { opened, shownTo } from './sealed.ts';

/** The record as it is answered, with what is reckoned of it. */
export async function answerOf<D extends AnyRecord, T extends Table>(
  services: Services,
  stored: Stored<D, T>,
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<RecordOf<D>> {
  const one = await readOpened(services, stored, tx, actor, id);
  return reckon(services, stored, tx, actor, shownTo(actor, stored, one));
}

/** As it is stored, with what lies sealed opened. */
export const readOpened = async <D extends AnyRecord, T extends Table>(
  services: Services,
  stored: Stored<D, T>,
  tx: Tx,
  actor: Actor,
  id: string,
) => opened(services, stored, await readRecord(tx, stored, actor, id));

/** With what is reckoned of the others. */
export async function reckon<D extends AnyRecord, T extends Table>(
  services: Services,
  stored: Stored<D, T>,
  tx: Tx,
  actor: Actor,
  one: RecordOf<D>,
): Promise<RecordOf<D>> {
  const columns: [string, unknown][] = Object.entries(stored.columns);
  const reckoned = columns.filter(
    (entry): entry is [string, (read: object, ...by: [Services, Tx, Actor]) => unknown] =>
      typeof entry[1] === 'function',
  );
  const also: [string, unknown][] = [];
  for (const [key, of] of reckoned) also.push([key, await of(one, services, tx, actor)]);
  return { ...one, ...Object.fromEntries(also) };
}
