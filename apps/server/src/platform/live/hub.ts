import { setTimeout as wait } from 'node:timers/promises';
import { rightsOf } from '../auth/session-rights.ts';
import type { SignedIn } from '../auth/sessions.ts';
import { isAway } from '../db/away.ts';
import { questions } from '../list/among.ts';
import { errorLine } from '../log.ts';
import type { Services } from '../services.ts';
import { positionNow, toldSince, toldWithin, type Told } from './feed.ts';
import type { ListDefinition } from '../list/definition.ts';
import { withFollowing } from './follows.ts';
import { merge, type Watch } from './watch.ts';

/** What is told goes out together, so that no screen hears more often than this. */
const TICK_MS = 600;
/** A session that ended has no open line for longer, though nothing is told on it. */
const LOOK_MS = 2000;
const HEARTBEAT_MS = 15_000;
/** Who takes nothing for so many bytes is cut, and goes on where it was. */
const MOST_WAITING = 256 * 1024;

/** An open line to one screen. */
export interface Stream {
  actor: SignedIn;
  watches: readonly Watch[];
  write(text: string): void;
  /** Bytes that nobody has taken yet. */
  waiting(): number;
  end(): void;
  cut(): void;
}

interface Open extends Stream {
  lastWrite: number;
}

export interface Hub {
  /** Tells on it from now on, and first what has happened since it was told last, or since what it shows was read. */
  open(stream: Stream, from: { position?: string; age?: number }): Promise<void>;
  close(stream: Stream): void;
  size(of?: Pick<SignedIn, 'userId'>): number;
  /** Ends all, and whatever is just being opened. */
  endAll(): void;
}

const RESET = 'event: reset\ndata: {}\n\n';

/** Reads what was written, while anybody listens, and tells each screen what of it is in its lists and records. */
export function liveHub(
  { database, log, config }: Pick<Services, 'database' | 'log' | 'config'>,
  lists: readonly ListDefinition[],
  draining: () => boolean,
): Hub {
  const streams = new Map<Stream, Open>();
  let position: string | null = null;
  let running = false;
  let missed = false;
  let looked = 0;
  let over = false;

  const say = (stream: Open, text: string) => {
    if (stream.waiting() > MOST_WAITING) {
      stream.cut();
      streams.delete(stream);
      return;
    }
    stream.lastWrite = performance.now();
    stream.write(text);
  };
  const end = (stream: Stream) => {
    streams.delete(stream);
    stream.end();
  };

  /** Ends what belongs to a session that is over, or to somebody who may do something else now. */
  async function endOver(some: readonly Open[]) {
    const rights = await rightsOf(
      database,
      [...new Set(some.map(({ actor }) => actor.sessionId))],
      config,
    );
    // held against the call that opened it: what is told goes by what its person could do then
    for (const stream of some)
      if (rights.get(stream.actor.sessionId) !== stream.actor.rights) end(stream);
  }

  async function tell(some: readonly Open[], { position: at, changes }: Told) {
    if (!changes) {
      for (const stream of some) say(stream, `id: ${at}\n${RESET}`);
      return;
    }
    if (!changes.length) return;
    const merged = await withFollowing(database, lists, merge(changes));
    const asked = new Map<string, { watch: Watch; of: [Open, string][] }>();
    for (const stream of some)
      for (const watch of stream.watches) {
        const same = asked.get(watch.key);
        if (same) same.of.push([stream, watch.address]);
        else asked.set(watch.key, { watch, of: [[stream, watch.address]] });
      }
    const ask = questions(database);
    await Promise.all(
      [...asked.values()].map(async ({ watch, of }) => {
        const rest = await watch.look(merged, ask);
        if (!rest) return;
        for (const [stream, address] of of)
          if (streams.has(stream))
            say(
              stream,
              `id: ${at}\nevent: change\ndata: {"watch":${JSON.stringify(address)},${rest}\n\n`,
            );
      }),
    );
  }

  const all = () => [...streams.values()];

  async function tick() {
    if (draining()) return endThem();
    const told = await toldSince(database, position!);
    // who asks again is to find it
    if (told.changes?.length !== 0) await database.replica?.caughtUp();
    const now = performance.now();
    if (told.changes?.length !== 0 || missed || now - looked > LOOK_MS) {
      looked = now;
      await endOver(all());
    }
    await tell(all(), missed ? { ...told, changes: null } : told);
    missed = false;
    position = told.position;
    for (const stream of all())
      if (now - stream.lastWrite > HEARTBEAT_MS) say(stream, `: \nid: ${position}\n\n`);
  }

  async function run() {
    while (streams.size) {
      await tick().catch((error: unknown) => {
        // after a crash of the database what was told last may be gone
        missed = true;
        if (isAway(error)) log.warn({ why: errorLine(error) }, 'nothing can be told now');
        else log.error({ err: error }, 'telling what happens failed');
      });
      await wait(TICK_MS, undefined, { ref: false });
    }
    running = false;
    position = null;
  }

  function endThem() {
    for (const stream of streams.keys()) end(stream);
  }

  return {
    async open(stream, { position: last, age }) {
      const now = await positionNow(database);
      if (over) return stream.end();
      // that of who came first, where two come at once
      position ??= now;
      const open = Object.assign(stream as Open, {
        lastWrite: performance.now(),
      });
      streams.set(stream, open);
      if (!running) {
        running = true;
        // it says itself what fails in it
        run().catch(() => {});
      }
      // what is told twice, now and by the next tick, is the same ids
      await endOver([open]);
      const told = last
        ? await toldSince(database, last)
        : age
          ? await toldWithin(database, age)
          : { position: now, changes: [] };
      if (!streams.has(stream)) return;
      say(open, `retry: 1000\nid: ${told.position}\n\n`);
      await tell([open], told);
    },
    close: (stream) => void streams.delete(stream),
    size: (of) =>
      of
        ? [...streams.keys()].filter(({ actor }) => actor.userId === of.userId).length
        : streams.size,
    endAll() {
      over = true;
      endThem();
    },
  };
}
