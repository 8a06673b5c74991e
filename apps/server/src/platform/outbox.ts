import { randomUUIDv7 } from 'node:crypto';
import { inTime } from '@paydesk/contract/kernel/in-time.ts';
import { sql } from 'kysely';
import { Undeliverable, type Mail } from '../gateways/mail.ts';
import type { Tx } from './db/database.ts';
import { errorLine } from './log.ts';
import { TOO_LATE } from './outbox/ageing.ts';
import { claimOldest, type Claimed } from './outbox/claims.ts';
import { AddressFails, keepGoing, LeftAlone } from './outbox/work.ts';
import type { Services } from './services.ts';
import type { Task } from './tasks.ts';

/**
 * What leaves the house: written in the transaction of the change it tells of, delivered by a task
 * at least once, under an id that stays the same at each attempt. A kind is added here by the room it
 * belongs to, which says how it is delivered.
 */
export interface Outgoing {
  MAIL: Mail & { link: string };
}

type Kind = keyof Outgoing;

/** Delivers one row, or throws and is tried again. */
export type Deliveries = {
  [K in Kind]: (id: string, payload: Outgoing[K]) => Promise<void>;
};

const LONGEST_PAUSE_SECONDS = 3600;
const PURPOSE = 'outbox';
/** While something is under way, how soon the next is looked for. */
const LOOK_MS = 250;

/** How a kind leaves: those of one queue share a task, and what hangs in one holds up no other. */
export interface WayOut<K extends Kind = Kind> {
  queue: string;
  /** Null where there is none: it waits in the box. */
  deliver: (services: Services) => Deliveries[K] | null;
}
export type WaysOut = { readonly [K in Kind]?: WayOut<K> };

export interface Queue {
  name: string;
  /** How many are on their way at once in this process. */
  atOnce: number;
  /** What takes longer counts as failed. */
  patienceSeconds: number;
  leaseSeconds: number;
}

/** Who could not take one will hardly take the next. */
const MAILS: Queue = { name: 'deliver-outbox', atOnce: 4, patienceSeconds: 30, leaseSeconds: 60 };

/** Of a mail that nothing can take yet, in words for who reads the list. */
const NO_SERVER = 'No mail server is set';

export const mails: WayOut<'MAIL'> = {
  queue: MAILS.name,
  deliver: (services) => {
    const mailer = services.mailer();
    return mailer && ((id, mail) => mailer.send(id, mail));
  },
};
/**
 * Puts one into the box; after `minutes` it is of no use any more, and given up; null: never. What is
 * of one `subject` leaves in the order of posting.
 */
export async function post<K extends Kind>(
  tx: Tx,
  { encryption, mailer, demo, log, now }: Services,
  kind: K,
  payload: Outgoing[K],
  {
    minutes,
    merchantId,
    subject,
  }: { minutes: number | null; merchantId?: string; subject?: string | null },
): Promise<void> {
  // a demo sends no mail: whoever tries it out finds the link in the log (AM-47). What merchants' payers are
  // told is much and goes on by itself: it would take the sign-ins out of sight
  if ('link' in payload && !mailer() && demo)
    log[merchantId ? 'debug' : 'info'](
      { to: payload.to, link: payload.link },
      'a mail waits in the outbox',
    );
  const at = now();
  await tx
    .insertInto('outbox')
    .values({
      id: randomUUIDv7(),
      kind,
      payload: encryption.seal(JSON.stringify(payload), PURPOSE),
      merchant_id: merchantId ?? null,
      subject: subject ?? null,
      created_date: at.toISOString(),
      due_date: at.toISOString(),
      error: kind === 'MAIL' && !mailer() ? NO_SERVER : null,
      expires_date:
        minutes === null ? null : new Date(at.getTime() + minutes * 60_000).toISOString(),
    })
    .execute();
}

/** What one says, as it was posted. */
export const contentOf = <K extends Kind>(
  { encryption }: Pick<Services, 'encryption'>,
  payload: Buffer,
): Outgoing[K] => JSON.parse(encryption.open(payload, PURPOSE));

/**
 * For a delivery that only writes to the database: true once, in the transaction of what it writes,
 * so that a crash after it does not do it twice.
 */
export async function markDelivered(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('outbox')
    .set({ delivered_date: sql`now()`, error: null, taken_by: null })
    .where('id', '=', id)
    .where('delivered_date', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The tasks of these kinds, one a queue. */
export const outboxTasks = (services: Services, ways: WaysOut): Task[] =>
  [...Map.groupBy(Object.entries(ways), ([, { queue }]) => queue)].map(([name, of]) => {
    // asked at each run: staff may have set a mail server since the last one
    const ways = () => {
      const by = of.map(([kind, { deliver }]) => [kind, deliver(services)] as const);
      return Object.fromEntries(by.filter(([, way]) => way));
    };
    return deliverOutbox(services, ways, { name });
  });

/**
 * Delivers what is due of these kinds, and tries again with longer and longer pauses what could not
 * be delivered. Each queue has a task of its own: money to an institution waits for no mail.
 */
export function deliverOutbox(
  services: Services,
  ways: () => Partial<Deliveries>,
  { name = MAILS.name }: { name?: string } = {},
): Task {
  return {
    name,
    everyMs: 1000,
    inEachProcess: true,
    async run(stopping) {
      const by = ways();
      const which = { kinds: Object.keys(by), leaseSeconds: MAILS.leaseSeconds };
      if (!which.kinds.length) return;
      const { deliver } = deliveries(services, by, MAILS);
      let tired = 0;
      await keepGoing(stopping, LOOK_MS, {
        claim: async (underWay) => {
          const free = MAILS.atOnce - tired - underWay;
          return free > 0 ? claimOldest(services, which, free) : [];
        },
        async deliver(row) {
          if ((await deliver(row)) === 'again') tired++;
        },
      });
    },
  };
}

/** Delivering the rows of these kinds, one by one; `heard` is told how a row fared, once that is written. */
export function deliveries<R extends Claimed>(
  { database, demo, encryption, log, now }: Services,
  by: Partial<Deliveries>,
  { patienceSeconds }: Queue,
  heard: (row: R, error: unknown, at: string) => Promise<void> = async () => {},
) {
  const late = () => {
    throw new AddressFails(`There was no answer within ${patienceSeconds} seconds`);
  };

  async function deliver(row: R): Promise<'delivered' | 'given up' | 'again' | 'left alone'> {
    const { id, kind, attempts } = row;
    // who has lost the lease meanwhile leaves the row alone
    const mine = database.kysely
      .updateTable('outbox')
      .where('id', '=', id)
      .where('taken_by', '=', row.takenBy)
      .where('delivered_date', 'is', null);
    try {
      if (row.tooLate) throw new Undeliverable(TOO_LATE);
      const content = contentOf({ encryption }, row.payload);
      await inTime(by[kind as Kind]!(id, content as never), patienceSeconds * 1000, late);
      const at = now().toISOString();
      await mine.set({ delivered_date: at, error: null, taken_by: null }).execute();
      await heard(row, null, at);
      return 'delivered';
    } catch (error) {
      const final = error instanceof Undeliverable;
      const at = now();
      const pauseSeconds = Math.min(2 ** Math.min(attempts, 20), LONGEST_PAUSE_SECONDS);
      const words = errorLine(error);
      await mine
        .set({
          error: words,
          taken_by: null,
          ...(final
            ? { given_up_date: at.toISOString() }
            : { due_date: new Date(at.getTime() + pauseSeconds * 1000).toISOString() }),
        })
        .execute();
      await heard(row, error, at.toISOString());
      // the merchants of a demo answer nowhere: a hundred lines of that bury its sign-ins in the terminal
      const level = demo && !final && error instanceof AddressFails ? 'debug' : 'warn';
      log[level](
        {
          outboxId: id,
          kind,
          attempts,
          // of what the other side does the words are enough
          ...(final || error instanceof AddressFails ? { reason: words } : { err: error }),
        },
        final ? 'not delivered, given up' : 'not delivered, tried again',
      );
      return final ? 'given up' : error instanceof LeftAlone ? 'left alone' : 'again';
    }
  }

  return { deliver };
}
