import { sql } from 'kysely';
import { CannotStart } from './cannot-start.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';

/**
 * The clock of the house (ADR 119). Everywhere but in demos and tests it is the real one and nothing else. A demo's
 * can be moved, forward alone: code reads it by `services.now()`, SQL by `now()`, of all processes on the database.
 * What is between this machine and the outside stays by the real time: sessions, signatures, limits of calls.
 */
export interface Clock {
  now: () => Date;
  /** Null where it can't be moved. */
  move: ((seconds: number) => Promise<void>) | null;
  close(): void;
}

/** How soon the other processes know. */
const LOOK_MS = 250;

export const REAL_CLOCK: Clock = { now: () => new Date(), move: null, close: () => {} };

/** Whether this start's clock can be moved; stops the start where it is asked for outside of a demo. */
export function clockMoves(
  { CLOCK_OFFSET_SECONDS: asked }: Config,
  demo: boolean,
  shop: boolean,
): boolean {
  if (asked !== undefined && !demo)
    throw new CannotStart('Wrong settings: CLOCK_OFFSET_SECONDS: is for a demo alone');
  return demo && (asked !== undefined || shop);
}

/** Of a database that is made ready: follows what any process moves. */
export async function openClock(database: Database): Promise<Clock> {
  let offsetMs = 0;
  const look = async () => {
    const { rows } = await sql<{ seconds: number }>`
      select seconds::float8 as seconds from clock.moved`.execute(database.kysely);
    offsetMs = Math.max(offsetMs, (rows[0]?.seconds ?? 0) * 1000);
  };
  await look();
  // a database that is away is asked again
  const timer = setInterval(() => void look().catch(() => {}), LOOK_MS).unref();
  return {
    now: () => new Date(Date.now() + offsetMs),
    async move(seconds) {
      if (!(seconds > 0)) throw new Error('The clock goes forward alone');
      await sql`update clock.moved set seconds = seconds + ${seconds}`.execute(database.kysely);
      await look();
    },
    close: () => clearInterval(timer),
  };
}
