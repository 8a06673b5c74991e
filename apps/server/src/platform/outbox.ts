import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Mail } from '../gateways/mail.ts';
import type { Tx } from './db/database.ts';
import type { Services } from './services.ts';
import type { Task } from './tasks.ts';

/**
 * What leaves the house: written in the transaction of the change it tells of, delivered by a task
 * at least once, under an id that stays the same at each attempt.
 */
export interface Outgoing {
  MAIL: Mail & { link: string };
  /** Somebody forgot a password: answered later, so that no answer tells whether they are known (SB-08). */
  RECOVERY: { email: string; address: string };
}

type Kind = keyof Outgoing;

/** Delivers one row, or throws and is tried again. */
export type Deliveries = {
  [K in Kind]: (id: string, payload: Outgoing[K]) => Promise<void>;
};

const BATCH = 20;
/** Longer than any delivery takes: until then no other process takes the row. */
const LEASE_SECONDS = 60;
const LONGEST_PAUSE_SECONDS = 3600;
const PURPOSE = 'outbox';

export async function post<K extends Kind>(
  tx: Tx,
  { encryption, config, log }: Services,
  kind: K,
  payload: Outgoing[K],
): Promise<void> {
  // a demo sends no mail: whoever tries it out finds the link in the log (AM-47)
  if ('link' in payload && !config.SMTP_URL && config.SEED === 'demo')
    log.info({ to: payload.to, link: payload.link }, 'a mail waits in the outbox');
  await tx
    .insertInto('outbox')
    .values({
      id: randomUUIDv7(),
      kind,
      payload: encryption.seal(JSON.stringify(payload), PURPOSE),
      created_date: sql`now()`,
      due_date: sql`now()`,
    })
    .execute();
}

/** Delivers what is due, and tries again with longer and longer pauses what could not be delivered. */
export function deliverOutbox(
  { database, encryption, log }: Services,
  by: Partial<Deliveries>,
): Task {
  async function claim() {
    return database.kysely
      .updateTable('outbox')
      .set({
        attempts: sql`attempts + 1`,
        due_date: sql`now() + make_interval(secs => ${LEASE_SECONDS})`,
      })
      .where('id', 'in', (query) =>
        query
          .selectFrom('outbox')
          .select('id')
          .where('delivered_date', 'is', null)
          .where('due_date', '<=', sql<string>`now()`)
          .where('kind', 'in', Object.keys(by))
          .orderBy('due_date')
          .limit(BATCH)
          .forUpdate()
          .skipLocked(),
      )
      .returning(['id', 'kind', 'payload', 'attempts'])
      .execute();
  }

  return {
    name: 'deliver-outbox',
    inEachProcess: true,
    everyMs: 1000,
    async run() {
      const rows = await claim();
      await Promise.all(
        rows.map(async ({ id, kind, payload, attempts }) => {
          try {
            const content = JSON.parse(encryption.open(payload, PURPOSE));
            await by[kind as Kind]!(id, content);
            await database.kysely
              .updateTable('outbox')
              .set({ delivered_date: sql`now()`, error: null })
              .where('id', '=', id)
              .execute();
          } catch (error) {
            const pause = Math.min(2 ** Math.min(attempts, 20), LONGEST_PAUSE_SECONDS);
            await database.kysely
              .updateTable('outbox')
              .set({
                due_date: sql`now() + make_interval(secs => ${pause})`,
                error: String(error).slice(0, 500),
              })
              .where('id', '=', id)
              .execute();
            log.warn({ outboxId: id, kind, attempts, err: error }, 'not delivered, tried again');
          }
        }),
      );
    },
  };
}
