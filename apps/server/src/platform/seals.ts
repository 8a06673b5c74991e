import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from './db/database.ts';
import { checkRedactions, ledTo, redactionsOf } from './seals/redactions.ts';
import { ROW_TEXT } from './seals/text.ts';
import type { Services } from './services.ts';
import type { Repeating } from './tasks.ts';

const ROWS_A_SEAL = 1000;
/** A large backlog, as after the seed, is sealed over several runs. */
const SEALS_A_RUN = 20;
const NO_HASH = Buffer.alloc(32);
const HASH_BYTES = 32;

export interface Seal {
  number: bigint;
  created_date: string;
  ids: string[];
  row_hashes: Buffer;
  rows: number;
  hash: Buffer;
  previous_hash: Buffer;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();

const hashAt = (hashes: Buffer, nth: number) =>
  hashes.subarray(nth * HASH_BYTES, (nth + 1) * HASH_BYTES);

/** SHA-256 over number, time and previous hash, then a line for each row with its id and its own hash. */
export function sealHash(seal: Omit<Seal, 'hash' | 'rows'>): Buffer {
  const rows = seal.ids.map((id, nth) => `${id} ${hashAt(seal.row_hashes, nth).toString('hex')}`);
  const head = [seal.number, seal.created_date, seal.previous_hash.toString('hex')];
  return sha256([...head, ...rows].join('\n'));
}

/**
 * Seals what is committed and in no seal yet, oldest first; one sealer at a time, and no writer waits
 * for it. A row that commits later, with an earlier id, is in a later seal. Null if there is nothing
 * to do or somebody else does it.
 */
export async function sealBatch(
  database: Database,
): Promise<Pick<Seal, 'number' | 'rows' | 'hash'> | null> {
  return database.transaction('all', async (tx) => {
    const { rows: found } = await sql<{ held: boolean; now: string }>`
      select pg_try_advisory_xact_lock(hashtext('seal_audit')) as held, now() as now`.execute(tx);
    const { held, now } = found[0]!;
    if (!held) return null;
    const { rows } = await sql<{ id: string; text: string }>`
      with taken as (
        delete from audit_unsealed where id in (
          select id from audit_unsealed join audit_logs using (id) order by id limit ${ROWS_A_SEAL}
        ) returning id
      )
      select a.id, ${sql.raw(ROW_TEXT)} as text from audit_logs a join taken using (id)
      order by a.id`.execute(tx);
    if (!rows.length) return null;
    const { rows: last } = await sql<Pick<Seal, 'number' | 'hash'>>`
      select number, hash from audit_seals order by number desc limit 1`.execute(tx);
    const seal = {
      number: (last[0]?.number ?? 0n) + 1n,
      created_date: now,
      ids: rows.map(({ id }) => id),
      row_hashes: Buffer.concat(rows.map(({ text }) => sha256(text))),
      previous_hash: last[0]?.hash ?? NO_HASH,
    };
    const hash = sealHash(seal);
    await sql`
      insert into audit_seals (number, created_date, ids, row_hashes, rows, hash, previous_hash)
      values (${seal.number}, ${now}, ${seal.ids}::uuid[], ${seal.row_hashes}, ${rows.length},
        ${hash}, ${seal.previous_hash})`.execute(tx);
    return { number: seal.number, rows: rows.length, hash };
  });
}

/** Seals every few seconds; the log has each seal's number and hash, out of the database's reach (SB-46). */
export function sealAudit({ database, log }: Pick<Services, 'database' | 'log'>): Repeating {
  return {
    name: 'seal-audit',
    everyMs: 5000,
    async run(stopping) {
      let processed = 0;
      for (let nth = 0; nth < SEALS_A_RUN; nth++) {
        if (stopping?.aborted) break;
        const seal = await sealBatch(database);
        if (!seal) break;
        processed += seal.rows;
        log.info(
          { seal: String(seal.number), rows: seal.rows, hash: seal.hash.toString('hex') },
          'audit log sealed',
        );
      }
      return { processed, failed: 0 };
    },
  };
}

const SEALS_AT_ONCE = 20;
const MOST_STRAYS = 100;

const STRAYS = `
  with sealed as (select unnest(ids) as id from audit_seals)
  (select a.id, 'is in no seal and does not wait for one' as what from audit_logs a
   where not exists (select from sealed s where s.id = a.id)
     and not exists (select from audit_unsealed u where u.id = a.id) limit ${MOST_STRAYS})
  union all
  (select u.id, 'waits for its seal and is missing' from audit_unsealed u
   where not exists (select from audit_logs a where a.id = u.id) limit ${MOST_STRAYS})
  union all
  (select id, 'is sealed more than once' from (
     select id from sealed union all select id from audit_unsealed
   ) every group by id having count(*) > 1 limit ${MOST_STRAYS})`;

/** A seal as the server's log has it: number and hash in hex. */
export type Anchor = readonly [number: bigint, hash: string];

/**
 * Holds the chain against the rows, all of one snapshot, a few seals at a time. Says each fault with
 * its seal and its row; gives how many seals there are and the last of them. Who can write the whole
 * database can make another chain that agrees with itself: that one disagrees with the anchors.
 */
export async function checkSeals(
  database: Database,
  say: (fault: string) => void,
  anchors: readonly Anchor[] = [],
): Promise<{ seals: number; last: Anchor | null }> {
  return database.snapshot('all', async (client) => {
    await client.query('set local statement_timeout = 0');
    const anchored = new Map(anchors);
    let seals = 0;
    let number = 0n;
    let hash: Buffer = NO_HASH;
    for (;;) {
      const { rows: batch } = await client.query<Seal>(
        `select * from audit_seals where number > $1 order by number limit ${SEALS_AT_ONCE}`,
        [number],
      );
      if (!batch.length) break;
      const { rows } = await client.query<{ id: string; text: string }>(
        `select a.id, ${ROW_TEXT} as text from audit_logs a where a.id = any($1::uuid[])`,
        [batch.flatMap(({ ids }) => ids)],
      );
      const texts = new Map(rows.map(({ id, text }) => [id, text]));
      const known = await redactionsOf(client, [...texts.keys()]);
      for (const seal of batch) {
        const name = `seal ${seal.number}`;
        if (seal.number > number + 1n)
          say(`${name} follows seal ${number}: ${seal.number - number - 1n} are missing`);
        else if (!seal.previous_hash.equals(hash))
          say(`${name} does not continue seal ${number}: one of them was changed or replaced`);
        const whole = seal.rows === seal.ids.length;
        if (!whole || !seal.hash.equals(sealHash(seal))) say(`${name} was changed`);
        const anchor = anchored.get(seal.number);
        if (anchor && anchor !== seal.hash.toString('hex')) say(`${name} is not the one logged`);
        anchored.delete(seal.number);
        seal.ids.forEach((id, nth) => {
          const text = texts.get(id);
          if (text === undefined) say(`${name}: row ${id} is missing`);
          else if (!ledTo(known, id, hashAt(seal.row_hashes, nth), sha256(text)))
            say(`${name}: row ${id} was changed`);
        });
        seals++;
        ({ number, hash } = seal);
      }
    }
    for (const missing of anchored.keys()) say(`seal ${missing} was logged and is missing`);
    await checkRedactions(client, say);
    const { rows: strays } = await client.query<{ id: string; what: string }>(STRAYS);
    for (const { id, what } of strays) say(`row ${id} ${what}`);
    return { seals, last: seals ? [number, hash.toString('hex')] : null };
  });
}
