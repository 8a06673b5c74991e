import type { ServerResponse } from 'node:http';
import type { FileWait } from '@paydesk/contract/kernel/endpoint.ts';

/** Each takes one of the few connections that the database keeps for long readers. */
const AT_ONCE = 4;
/** Of these at most so many for one person, and for the people of one merchant. */
const SHARE = 2;
/** Who takes nothing for that long keeps a snapshot open for nobody; sooner where others wait for it. */
const PATIENT_MS = 60_000;
const HURRIED_MS = 5_000;
/** The place of one who was told to ask again is kept so long. */
const KEPT_MS = 10_000;

export interface Asker {
  userId: string;
  merchantId: string | null;
}

/** A file's turn: to be made now. */
export interface Turn {
  /** Cuts the file when its reader takes nothing any more. */
  watch(file: Pick<ServerResponse, 'writableNeedDrain' | 'on' | 'destroy'>): void;
  /** True once it was cut for that. */
  readonly stalled: boolean;
  release(): void;
}

interface Waiting {
  asker: Asker;
  since: number;
  begin: () => void;
}

/**
 * Who makes a file when: this process makes four at once, so that lists have their connections. A
 * person has two of them, and so have a merchant's people together; the rest of theirs waits even
 * where a place is free, so that one is left for others. Whoever waited longest comes first.
 */
export function fileTurns(options: { patientMs?: number; hurriedMs?: number } = {}) {
  const { patientMs = PATIENT_MS, hurriedMs = HURRIED_MS } = options;
  const running = new Set<Asker>();
  const waiting: Waiting[] = [];
  /** Since when somebody asks who was sent away to ask again. */
  const kept = new Map<string, { since: number; until: number }>();

  const ofPerson = (asker: Asker) => (one: Asker) => one.userId === asker.userId;
  const ofMerchant = (asker: Asker) => (one: Asker) =>
    asker.merchantId !== null && one.merchantId === asker.merchantId;
  const count = (by: (one: Asker) => boolean, but?: Asker) =>
    [...running].filter((one) => one !== but && by(one)).length;

  /** Whose files it must wait for; null where its turn has come, or would if `but` had ended. */
  function heldBy(asker: Asker, but?: Asker): FileWait['of'] | null {
    if (count(ofPerson(asker), but) >= SHARE) return 'PERSON';
    if (count(ofMerchant(asker), but) >= SHARE) return 'MERCHANT';
    return count(() => true, but) >= AT_ONCE ? 'EVERYBODY' : null;
  }

  function advance(): void {
    for (const next of waiting.slice()) if (heldBy(next.asker) === null) next.begin();
  }

  function begin(asker: Asker): Turn {
    // an object of its own: one person may have two
    const place = { ...asker };
    running.add(place);
    let timer: NodeJS.Timeout | undefined;
    let stalled = false;
    return {
      get stalled() {
        return stalled;
      },
      watch(file) {
        // counted by turns of the timer: a clock that jumps cuts nobody's file
        const lookMs = Math.min(1000, hurriedMs / 5);
        let idleMs = 0;
        file.on('drain', () => {
          idleMs = 0;
        });
        timer = setInterval(() => {
          // a reader who is faster than the database is not waited for
          idleMs = file.writableNeedDrain ? idleMs + lookMs : 0;
          const wanted = waiting.some((one) => heldBy(one.asker, place) === null);
          if (idleMs < (wanted ? hurriedMs : patientMs)) return;
          stalled = true;
          file.destroy();
        }, lookMs).unref();
      },
      release() {
        clearInterval(timer);
        if (running.delete(place)) advance();
      },
    };
  }

  /** What it waits for: the files of those who hold it, and of those who stand before it. */
  function waitOf({ asker, since }: Waiting): FileWait {
    const of = heldBy(asker) ?? 'EVERYBODY';
    const theirs =
      of === 'PERSON' ? ofPerson(asker) : of === 'MERCHANT' ? ofMerchant(asker) : () => true;
    const before = waiting.filter((one) => one.since < since && theirs(one.asker)).length;
    return { ahead: count(theirs) + before, of };
  }

  return {
    /** A turn as soon as there is one; after `waitMs` what it still waits for. */
    take(asker: Asker, waitMs: number, signal: AbortSignal): Promise<Turn | FileWait> {
      const now = Date.now();
      for (const [id, { until }] of kept) if (until < now) kept.delete(id);
      if (heldBy(asker) === null && !waiting.some((one) => heldBy(one.asker) === null)) {
        kept.delete(asker.userId);
        return Promise.resolve(begin(asker));
      }
      const since = kept.get(asker.userId)?.since ?? now;
      return new Promise((resolve, reject) => {
        const leave = () => {
          waiting.splice(waiting.indexOf(mine), 1);
          clearTimeout(timer);
          signal.removeEventListener('abort', gone);
        };
        const gone = () => {
          leave();
          reject(signal.reason as Error);
        };
        const mine: Waiting = {
          asker,
          since,
          begin() {
            leave();
            kept.delete(asker.userId);
            resolve(begin(asker));
          },
        };
        const timer = setTimeout(() => {
          const told = waitOf(mine);
          leave();
          kept.set(asker.userId, { since, until: Date.now() + KEPT_MS });
          resolve(told);
        }, waitMs);
        waiting.push(mine);
        waiting.sort((a, b) => a.since - b.since);
        if (signal.aborted) gone();
        else signal.addEventListener('abort', gone);
      });
    },
  };
}
