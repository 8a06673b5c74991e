import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { RefundOrder } from '../gateways/financing-institution.ts';
import { Undeliverable, type Mail } from '../gateways/mail.ts';
import type { Callback } from './callbacks.ts';
import type { Tx } from './db/database.ts';
import { errorLine } from './log.ts';
import type { Services } from './services.ts';
import type { Task } from './tasks.ts';

/**
 * What leaves the house: written in the transaction of the change it tells of, delivered by a task
 * at least once, under an id that stays the same at each attempt.
 */
export interface Outgoing {
  MAIL: Mail & { link: string };
  /** Somebody forgot a password: answered later, so that no answer tells whether they are known (SB-08). */
  RECOVERY: { email: string; address: string; askedDate: string };
  /** A merchant's system is told of a change (AM-48). */
  CALLBACK: Callback;
  /** What the institution gets of a refund request, whole: nothing of it is read later. */
  CREDIT_REFUND: Omit<RefundOrder, 'amountCents'> & { amountCents: string };
}

type Kind = keyof Outgoing;

/** Delivers one row, or throws and is tried again. */
export type Deliveries = {
  [K in Kind]: (id: string, payload: Outgoing[K]) => Promise<void>;
};

/** How many are on their way at once in this process. */
const AT_ONCE = 4;
/** How many each of these takes before the task pauses, so that a stop need not wait for all. */
const IN_A_ROW = 10;
/** The same of a run that a task makes now and then; what is left is the next run's. */
const RETRIED_IN_A_ROW = 50;
/** What takes longer counts as failed. */
const PATIENCE_SECONDS = 30;
/** Longer than any delivery takes: until then no other process takes the row. */
const LEASE_SECONDS = 60;
const LONGEST_PAUSE_SECONDS = 3600;
const PURPOSE = 'outbox';

/** Puts one into the box; after `minutes` it is of no use any more, and given up; null: never. */
export async function post<K extends Kind>(
  tx: Tx,
  { encryption, config, demo, log }: Services,
  kind: K,
  payload: Outgoing[K],
  { minutes }: { minutes: number | null },
): Promise<void> {
  // a demo sends no mail: whoever tries it out finds the link in the log (AM-47)
  if ('link' in payload && !config.SMTP_URL && demo)
    log.info({ to: payload.to, link: payload.link }, 'a mail waits in the outbox');
  await tx
    .insertInto('outbox')
    .values({
      id: randomUUIDv7(),
      kind,
      payload: encryption.seal(JSON.stringify(payload), PURPOSE),
      created_date: sql`now()`,
      due_date: sql`now()`,
      expires_date: sql`now() + make_interval(mins => ${minutes})`,
    })
    .execute();
}

/**
 * For a delivery that only writes to the database: true once, in the transaction of what it writes,
 * so that a crash after it does not do it twice.
 */
export async function markDelivered(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('outbox')
    .set({ delivered_date: sql`now()`, error: null })
    .where('id', '=', id)
    .where('delivered_date', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** How often a callback is tried in quick succession; then a task of its own goes on (CALLBACK_RETRY). */
export const QUICK_ATTEMPTS = 6;

interface Which {
  /** So many attempts were made at least, or fewer than so many. */
  from?: number;
  below?: number;
}

/** Delivers what is due, and tries again with longer and longer pauses what could not be delivered. */
export function deliverOutbox(
  services: Services,
  by: Partial<Deliveries>,
  { name = 'deliver-outbox', below }: { name?: string; below?: number } = {},
): Task {
  const { claim, deliver } = deliveries(services, by, { ...(below && { below }) });

  async function work() {
    for (let taken = 0; taken < IN_A_ROW; taken++) {
      const row = await claim();
      // who could not take this one will hardly take the next
      if (!row || (await deliver(row)) === 'again') return;
    }
  }

  return {
    name,
    inEachProcess: true,
    everyMs: 1000,
    async run() {
      if (Object.keys(by).length) await Promise.all(Array.from({ length: AT_ONCE }, work));
    },
  };
}

/** Tries each callback once more that was not taken at once; a run says how many there were, and how many still wait or are given up. */
export function retryCallbacks(services: Services, by: Pick<Deliveries, 'CALLBACK'>): Task {
  const { claim, deliver } = deliveries(services, by, { from: QUICK_ATTEMPTS });
  return {
    name: 'retry-callbacks',
    type: 'CALLBACK_RETRY',
    everyMs: 600_000,
    firstAfterMs: 60_000,
    async run(stopping) {
      const figures = { processed: 0, failed: 0 };
      async function work() {
        for (let taken = 0; taken < RETRIED_IN_A_ROW; taken++) {
          const row = stopping?.aborted ? undefined : await claim();
          if (!row) return;
          figures.processed++;
          if ((await deliver(row)) !== 'delivered') figures.failed++;
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      return figures;
    },
  };
}

/** Taking and delivering the rows of these kinds, one by one. */
function deliveries(
  { database, encryption, log }: Services,
  by: Partial<Deliveries>,
  { from = 0, below }: Which,
) {
  const kinds = Object.keys(by);

  /** Takes one that is due, for as long as the lease lasts; of several workers one gets it. */
  async function claim() {
    return database.kysely
      .updateTable('outbox')
      .set({
        attempts: sql`attempts + 1`,
        due_date: sql`now() + make_interval(secs => ${LEASE_SECONDS})`,
      })
      .where('id', '=', (query) =>
        query
          .selectFrom('outbox')
          .select('id')
          .where('delivered_date', 'is', null)
          .where('given_up_date', 'is', null)
          .where('due_date', '<=', sql<string>`now()`)
          .where('kind', 'in', kinds)
          .where('attempts', '>=', from)
          .$if(below !== undefined, (some) => some.where('attempts', '<', below!))
          .orderBy('due_date')
          .limit(1)
          .forUpdate()
          .skipLocked(),
      )
      .returning(['id', 'kind', 'payload', 'attempts'])
      .returning(sql<boolean>`coalesce(expires_date <= now(), false)`.as('too_late'))
      .executeTakeFirst();
  }

  async function deliver(
    row: NonNullable<Awaited<ReturnType<typeof claim>>>,
  ): Promise<'delivered' | 'given up' | 'again'> {
    const { id, kind, attempts } = row;
    // who has lost the lease meanwhile leaves the row alone
    const mine = database.kysely
      .updateTable('outbox')
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .where('delivered_date', 'is', null);
    try {
      if (row.too_late) throw new Undeliverable('It came too late');
      const content = JSON.parse(encryption.open(row.payload, PURPOSE));
      await inTime(by[kind as Kind]!(id, content));
      await mine.set({ delivered_date: sql`now()`, error: null }).execute();
      return 'delivered';
    } catch (error) {
      const final = error instanceof Undeliverable;
      const pause = Math.min(2 ** Math.min(attempts, 20), LONGEST_PAUSE_SECONDS);
      await mine
        .set({
          error: errorLine(error),
          ...(final
            ? { given_up_date: sql`now()` }
            : { due_date: sql`now() + make_interval(secs => ${pause})` }),
        })
        .execute();
      const words = final ? 'not delivered, given up' : 'not delivered, tried again';
      log.warn({ outboxId: id, kind, attempts, err: error }, words);
      return final ? 'given up' : 'again';
    }
  }

  return { claim, deliver };
}

async function inTime(delivery: Promise<void>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`No answer in ${PATIENCE_SECONDS} s`)),
    PATIENCE_SECONDS * 1000,
  );
  await Promise.race([delivery, promise]).finally(() => clearTimeout(timer));
}
