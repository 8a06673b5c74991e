import { randomUUIDv7 } from 'node:crypto';
import { inTime } from '@paydesk/contract/kernel/in-time.ts';
import { sql } from 'kysely';
import type { RefundOrder } from '../gateways/financing-institution.ts';
import { Undeliverable, type Mail } from '../gateways/mail.ts';
import type { Callback } from './callbacks.ts';
import type { Tx } from './db/database.ts';
import { errorLine } from './log.ts';
import { TOO_LATE } from './outbox/ageing.ts';
import { claimByLanes, claimOldest, type Claimed, type Which } from './outbox/claims.ts';
import { AddressFails, laneFails, laneWorks } from './outbox/lanes.ts';
import { keepGoing } from './outbox/work.ts';
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

const LONGEST_PAUSE_SECONDS = 3600;
const PURPOSE = 'outbox';
/** While something is under way, how soon the next is looked for. */
const LOOK_MS = 250;

interface Queue {
  name: string;
  /** How many are on their way at once in this process. */
  atOnce: number;
  /** What takes longer counts as failed. */
  patienceSeconds: number;
  leaseSeconds: number;
}

/** Mails and what is done for them: who could not take one will hardly take the next. */
const MAILS: Queue = { name: 'deliver-outbox', atOnce: 4, patienceSeconds: 30, leaseSeconds: 60 };
/** Each merchant has its share of these; most of them wait for an answer. */
const CALLBACKS: Queue = {
  name: 'deliver-callbacks',
  atOnce: 64,
  patienceSeconds: 10,
  leaseSeconds: 15,
};

/**
 * Puts one into the box; after `minutes` it is of no use any more, and given up; null: never. What is
 * of one `subject` leaves in the order of posting.
 */
export async function post<K extends Kind>(
  tx: Tx,
  { encryption, config, demo, log, now }: Services,
  kind: K,
  payload: Outgoing[K],
  {
    minutes,
    merchantId,
    subject,
  }: { minutes: number | null; merchantId?: string; subject?: string | null },
): Promise<void> {
  // a demo sends no mail: whoever tries it out finds the link in the log (AM-47)
  if ('link' in payload && !config.SMTP_URL && demo)
    log.info({ to: payload.to, link: payload.link }, 'a mail waits in the outbox');
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
      expires_date:
        minutes === null ? null : new Date(at.getTime() + minutes * 60_000).toISOString(),
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
    .set({ delivered_date: sql`now()`, error: null, taken_by: null })
    .where('id', '=', id)
    .where('delivered_date', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** How often a callback is tried in quick succession; then a task of its own goes on (CALLBACK_RETRY). */
export const QUICK_ATTEMPTS = 6;
/** Of one run; what is left is the next run's. */
const MOST_RETRIED = 2000;

/**
 * Delivers what is due of these kinds, and tries again with longer and longer pauses what could not
 * be delivered. Each queue has a task of its own: money to an institution waits for no mail.
 */
export function deliverOutbox(
  services: Services,
  by: Partial<Deliveries>,
  { name = MAILS.name }: { name?: string } = {},
): Task {
  const { deliver } = deliveries(services, by, MAILS);
  const which = { kinds: Object.keys(by), leaseSeconds: MAILS.leaseSeconds };
  return {
    name,
    everyMs: 1000,
    inEachProcess: true,
    async run(stopping) {
      if (!which.kinds.length) return;
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

type Callbacks = Pick<Deliveries, 'CALLBACK'>;

/**
 * Delivers callbacks by lanes: a merchant's address that hangs or fails takes no more than its share,
 * and next to nothing once its breaker is open (AM-48).
 */
export function deliverCallbacks(
  services: Services,
  by: Callbacks,
  { lookMs = LOOK_MS }: { lookMs?: number } = {},
): Task {
  const { deliver } = deliveries(services, by, CALLBACKS);
  const claim = byLanes(services, { below: QUICK_ATTEMPTS });
  return {
    name: CALLBACKS.name,
    everyMs: 1000,
    inEachProcess: true,
    run: (stopping) =>
      keepGoing(stopping, lookMs, { claim, deliver: async (row) => void (await deliver(row)) }),
  };
}

/** Tries each callback once more that was not taken at once; a run says how many there were, and how many still wait or are given up. */
export function retryCallbacks(services: Services, by: Callbacks): Task {
  const { deliver } = deliveries(services, by, CALLBACKS);
  const claim = byLanes(services, { from: QUICK_ATTEMPTS });
  return {
    name: 'retry-callbacks',
    type: 'CALLBACK_RETRY',
    everyMs: 600_000,
    firstAfterMs: 60_000,
    async run(stopping) {
      const figures = { processed: 0, failed: 0 };
      await keepGoing(stopping, LOOK_MS, {
        claim: async (underWay) => (figures.processed < MOST_RETRIED ? claim(underWay) : []),
        async deliver(row) {
          figures.processed++;
          if ((await deliver(row)) !== 'delivered') figures.failed++;
        },
      });
      return figures;
    },
  };
}

const byLanes = (services: Services, which: Pick<Which, 'from' | 'below'>) => (underWay: number) =>
  claimByLanes(
    services,
    { ...which, kinds: ['CALLBACK'], leaseSeconds: CALLBACKS.leaseSeconds },
    { all: CALLBACKS.atOnce - underWay, unproven: CALLBACKS.atOnce / 2 },
  );

/** Delivering the rows of these kinds, one by one. */
function deliveries(
  { database, encryption, log, now }: Services,
  by: Partial<Deliveries>,
  { patienceSeconds }: Queue,
) {
  const late = () => {
    throw new AddressFails(`There was no answer within ${patienceSeconds} seconds`);
  };

  async function deliver(row: Claimed): Promise<'delivered' | 'given up' | 'again'> {
    const { id, kind, attempts, lane, claimed } = row;
    // who has lost the lease meanwhile leaves the row alone
    const mine = database.kysely
      .updateTable('outbox')
      .where('id', '=', id)
      .where('taken_by', '=', row.takenBy)
      .where('delivered_date', 'is', null);
    try {
      if (row.tooLate) throw new Undeliverable(TOO_LATE);
      const content = JSON.parse(encryption.open(row.payload, PURPOSE));
      await inTime(by[kind as Kind]!(id, content), patienceSeconds * 1000, late);
      const at = now().toISOString();
      await mine.set({ delivered_date: at, error: null, taken_by: null }).execute();
      if (lane) await laneWorks(database, lane.lane, lane.address);
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
      if (lane && error instanceof AddressFails)
        await laneFails(database, lane, { claimed, at: at.toISOString(), error: words });
      log.warn(
        { outboxId: id, kind, attempts, err: error },
        final ? 'not delivered, given up' : 'not delivered, tried again',
      );
      return final ? 'given up' : 'again';
    }
  }

  return { deliver };
}
