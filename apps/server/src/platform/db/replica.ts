import type { ReplicaNotRead } from '@paydesk/contract/system.ts';
import type { RawBuilder } from 'kysely';
import type pg from 'pg';
import { setTimeout as wait } from 'node:timers/promises';
import { isAway } from './away.ts';
import { openPool, watch } from './connection.ts';
import { openProbe, type Probe } from './probe.ts';
import { readingOn, type Reading, type Sight } from './reading.ts';

export interface ReplicaState {
  /** Null while it is read from. */
  notRead: ReplicaNotRead | null;
  /** How old the newest is that it has not got yet, in milliseconds; null where nobody knows. */
  lagMs: number | null;
}

/** A copy of the database that follows it, for what may be read a moment later (ADR 176). */
export interface Replica {
  /**
   * Where to read what is to have everything up to this place in the log of writes: the replica, in
   * little time, or else the database itself.
   */
  reading(since: string | null): Promise<Reading>;
  /** Waits until the replica has what the database has committed by now, or is not read from any more. */
  caughtUp(): Promise<void>;
  state(): ReplicaState;
  close(): Promise<void>;
}

export interface ReplicaParts {
  settings: pg.PoolConfig;
  /** The database itself, and a way to it that nobody stands before. */
  primary: Reading;
  probe: Probe;
  size: { pool: number; longReaders: number };
  /** The longest that one of its statements may run. */
  endsAfterMs: number;
  /** Told when it is left, and when it is read from again. */
  onChange?: ((state: ReplicaState) => void) | undefined;
}

/** Further behind it is left, until it is well within: what is told within two seconds must be there to be read. */
const LONGEST_LAG_MS = 1000;
const BACK_AT_MS = 500;
const LOOK_MS = 200;
const ANSWER_MS = 1000;
/** So long a call waits for its own writes to arrive before it reads them from the database itself. */
const PATIENCE_MS = 100;

/** A place in the log of writes as a number: '16/B374D848'. */
export const placeOf = (lsn: string): bigint => {
  const [high, low] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
};

const PRIMARY = 'select pg_current_wal_insert_lsn()::text as lsn';
const REPLICA = `select pg_is_in_recovery() as follows, pg_last_wal_replay_lsn()::text as lsn`;

/** 40001: a row that it still read was to go, as the primary had it. */
const isItsOwn = (error: unknown) => isAway(error) || (error as { code?: string }).code === '40001';

/** Follows how far a replica is, and reads from it while it is near enough. */
export function openReplica(parts: ReplicaParts): Replica {
  const { settings, primary, probe, size, endsAfterMs, onChange } = parts;
  const pool = openPool({ ...settings, max: size.pool, pipeline: true });
  const longReaders = openPool({ ...settings, max: size.longReaders });
  const own = openProbe(settings);
  const unwatch = watch([{ pool, endsAfterMs }, { pool: longReaders }], own.answers);
  const itself = readingOn({ pool, longReaders, longest: size.longReaders, pooled: false });
  /** What the primary had written when, of what the replica has not got yet. */
  let ahead: { place: bigint; at: number }[] = [];
  let replayed = 0n;
  let state: ReplicaState = { notRead: 'AWAY', lagMs: null };
  const over = new AbortController();

  function become(next: ReplicaState) {
    const changed = next.notRead !== state.notRead;
    state = next;
    if (changed && !over.signal.aborted) onChange?.(state);
  }

  const placeOfPrimary = async () => {
    const [row] = await probe.ask<{ lsn: string }>(PRIMARY, [], ANSWER_MS);
    return placeOf(row!.lsn);
  };

  /** How far it is; whoever asks meanwhile knows at least that. */
  async function look(): Promise<void> {
    try {
      const [row] = await own.ask<{ follows: boolean; lsn: string | null }>(REPLICA, [], ANSWER_MS);
      if (!row!.follows || row!.lsn === null) return become({ notRead: 'NO_REPLICA', lagMs: null });
      replayed = placeOf(row!.lsn);
    } catch {
      return become({ notRead: 'AWAY', lagMs: null });
    }
    ahead = ahead.filter(({ place }) => place > replayed);
    const lagMs = ahead.length ? performance.now() - ahead[0]!.at : 0;
    const most = state.notRead === null ? LONGEST_LAG_MS : BACK_AT_MS;
    become({ notRead: lagMs > most ? 'BEHIND' : null, lagMs: Math.round(lagMs) });
  }

  async function follow(): Promise<void> {
    while (!over.signal.aborted) {
      // while the primary is away nothing is written that the replica could lack
      const place = await placeOfPrimary().catch(() => null);
      if (place === null) ahead = [];
      else if (place > (ahead.at(-1)?.place ?? replayed))
        ahead.push({ place, at: performance.now() });
      await look();
      await wait(LOOK_MS, undefined, { ref: false });
    }
  }
  const followed = follow();

  /** True once it has that; false where it has not in time, or is not read from. */
  async function has(place: bigint, patienceMs: number): Promise<boolean> {
    const until = performance.now() + patienceMs;
    while (state.notRead === null) {
      if (place <= replayed) return true;
      if (performance.now() > until) return false;
      await look();
      if (place > replayed) await wait(5);
    }
    return false;
  }

  /** What the replica itself fails at is asked of the database, and the replica left until it answers again. */
  async function orElse<T>(read: (where: Reading) => Promise<T>): Promise<T> {
    try {
      return await read(itself);
    } catch (error) {
      if (!isItsOwn(error)) throw error;
      if (isAway(error)) become({ notRead: 'AWAY', lagMs: null });
      return read(primary);
    }
  }

  const reading: Reading = {
    run: <T extends pg.QueryResultRow>(query: RawBuilder<T>, sight: Sight, signal?: AbortSignal) =>
      orElse((where) => where.run(query, sight, signal)),
    async snapshot(sight, work, signal) {
      // once a file has begun it can't begin again
      let begun = false;
      const once: typeof work = (client) => {
        begun = true;
        return work(client);
      };
      try {
        return await itself.snapshot(sight, once, signal);
      } catch (error) {
        if (begun || signal?.aborted || !isAway(error)) throw error;
        become({ notRead: 'AWAY', lagMs: null });
        return primary.snapshot(sight, work, signal);
      }
    },
    compile: itself.compile,
  };

  return {
    async reading(since) {
      if (state.notRead !== null) return primary;
      return since === null || (await has(placeOf(since), PATIENCE_MS)) ? reading : primary;
    },
    async caughtUp() {
      if (state.notRead !== null) return;
      const place = await placeOfPrimary().catch(() => null);
      if (place !== null) await has(place, LONGEST_LAG_MS);
    },
    state: () => state,
    async close() {
      over.abort();
      unwatch();
      await followed;
      await Promise.all([pool.end(), longReaders.end(), own.close(), probe.close()]);
    },
  };
}
