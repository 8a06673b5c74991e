import { sql } from 'kysely';
import { audit } from '../../platform/audit.ts';
import { isAway } from '../../platform/db/away.ts';
import { errorLine } from '../../platform/log.ts';
import type { Services } from '../../platform/services.ts';
import type { Counted, Repeating } from '../../platform/tasks.ts';
import { erasePerson, wordsSealed } from './erase.ts';
import { alike, ownWords, searchFor, searchForErased, type Found } from './search.ts';

const EVERY_MS = 10_000;
const AT_ONCE = 500;
/** Erasures that one search of everything sees to. */
const TOGETHER = 25;
const BY = { userId: null, userName: 'Erasure check', address: null };

type Parts = Pick<Services, 'database' | 'encryption' | 'log'>;
interface Erasure {
  id: string;
  customer_id: string;
  words: Buffer;
}

/** Messages that are done with and name anybody go; gives the words of those that are still to leave. */
async function throughOutbox(
  { database, encryption }: Parts,
  words: readonly string[],
): Promise<Set<string>> {
  const waiting = new Set<string>();
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await sql<{ id: string; payload: Buffer; done: boolean }>`
      select id, payload, delivered_date is not null or given_up_date is not null as done
      from outbox where id > ${after}::uuid order by id limit ${AT_ONCE}`.execute(database.kysely);
    for (const { id, payload, done } of rows) {
      let text = '';
      try {
        text = encryption.open(payload, 'outbox').toLowerCase();
      } catch {
        // it opens under no key that this process has: a change of keys says so
      }
      const named = words.filter((word) => text.includes(word));
      if (!named.length) continue;
      if (!done) for (const word of named) waiting.add(word);
      else
        await sql`delete from outbox where id = ${id}
          and (delivered_date is not null or given_up_date is not null)`.execute(database.kysely);
    }
    if (rows.length < AT_ONCE) return waiting;
    after = rows.at(-1)!.id;
  }
}

const writeDown = ({ database }: Parts, { id, customer_id }: Erasure, found: readonly Found[]) =>
  database.transaction('all', async (tx) => {
    const { numAffectedRows } = await sql`update erasures set words = null, checked_date = now(),
      found = ${JSON.stringify(found)}::jsonb where id = ${id} and words is not null`.execute(tx);
    // another process has looked as well
    if (!numAffectedRows) return;
    await audit(tx, BY, {
      action: 'CHECK_ERASURE',
      entityType: 'CUSTOMER',
      entityId: customer_id,
      merchantId: null,
      result: found.length ? 'FAILED' : 'SUCCESS',
      details: { erasureId: id, found },
    });
  });

/** Of several by one search of everything; where it finds something, by one for each. */
async function check(parts: Parts, erasures: readonly Erasure[]): Promise<number> {
  const { kysely } = parts.database;
  const named = erasures.map((erasure) => ({
    erasure,
    words: wordsSealed(parts.encryption, erasure.words),
  }));
  const others = await alike(kysely, [...new Set(named.flatMap(({ words }) => words))]);
  // what bears a name alone that is another's too may be theirs
  const all = named.map((one) => ({ ...one, own: ownWords(one.words, others) }));
  const waiting = await throughOutbox(
    parts,
    all.flatMap(({ own }) => own),
  );
  // what is to leave leaves first, or is given up
  const ready = all.filter(({ own }) => !own.some((word) => waiting.has(word)));
  const any = await searchFor(kysely, parts, [...new Set(ready.flatMap(({ words }) => words))]);
  for (const { erasure, words } of ready)
    await writeDown(
      parts,
      erasure,
      any.length
        ? await searchForErased(kysely, parts, {
            customerId: erasure.customer_id,
            words,
            alike: others,
          })
        : [],
    );
  return ready.length;
}

/** The rest of somebody goes, once it need not be kept. */
const eraseRest = (
  services: Services,
  { id, customer_id: customerId, reason }: Pick<Erasure, 'id' | 'customer_id'> & { reason: string },
) =>
  services.database.transaction('all', async (tx) => {
    await sql`select from customers where id = ${customerId} for update`.execute(tx);
    const { rows: still } = await sql`
      select from erasures where id = ${id} and kept_until < now()`.execute(tx);
    if (!still.length) return 0;
    await audit(tx, BY, {
      action: 'ERASE_PERSON',
      entityType: 'CUSTOMER',
      entityId: customerId,
      merchantId: null,
      result: 'SUCCESS',
      details: await erasePerson(tx, services, { customerId, reason, by: BY.userName }),
    });
    return 1;
  });

/** After each erasure: whether anything of the person stands anywhere; and the rest, once it need not be kept. */
export const checkErasures = (services: Services): Repeating => ({
  name: 'check-erasures',
  everyMs: EVERY_MS,
  firstAfterMs: 1000,
  async run(stopping) {
    const { database, log } = services;
    const done: Counted = { processed: 0, failed: 0 };
    /** Of one that can't be seen to nobody else has to wait; of several it is found out one by one. */
    async function seeTo<E extends { id: string }>(
      some: readonly E[],
      work: (some: readonly E[]) => Promise<number>,
    ): Promise<void> {
      try {
        done.processed += await work(some);
      } catch (error) {
        if (isAway(error)) throw error;
        if (some.length > 1) {
          for (const one of some) await seeTo([one], work);
          return;
        }
        log.error({ err: error, erasureId: some[0]!.id }, 'an erasure was not seen to');
        done.processed++;
        done.failed++;
        done.why = errorLine(error);
      }
    }
    const { rows: over } = await sql<{ id: string; customer_id: string; reason: string }>`
      select id, customer_id, reason from erasures where kept_until < now()`.execute(
      database.kysely,
    );
    for (const one of over) {
      if (stopping?.aborted) return done;
      await seeTo([one], () => eraseRest(services, one));
    }
    const { rows } = await sql<Erasure>`select id, customer_id, words from erasures
      where words is not null order by created_date`.execute(database.kysely);
    for (let nth = 0; nth < rows.length; nth += TOGETHER) {
      if (stopping?.aborted) break;
      await seeTo(rows.slice(nth, nth + TOGETHER), (some) => check(services, some));
    }
    return done;
  },
});
