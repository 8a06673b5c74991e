import { Worker } from 'node:worker_threads';
import { ownWords, whyWeak, type Strength } from '@paydesk/contract/kernel/password.ts';
import { messages } from '@paydesk/contract/kernel/messages.ts';
import { invalid, Refusal } from '../errors.ts';
import type { Question, Score } from './scorer.ts';

/** Each takes up to a tenth of a second: whoever stands further back is told so instead. */
const LINE = 100;
const RETRY_AFTER_SECONDS = '5';

type Found = Strength & Pick<Score, 'leaked'>;

interface Waiting {
  resolve: (strength: Found) => void;
  reject: (error: unknown) => void;
}

const waiting = new Map<number, Waiting>();
let worker: Worker | null = null;
let asked = 0;

/** The thread, started when it is first needed, and anew after it has died. */
function thread(): Worker {
  if (worker) return worker;
  // how our own program was given to node is no business of its
  const started = new Worker(new URL('./scorer.ts', import.meta.url), { execArgv: [] });
  worker = started;
  const gone = (error: unknown) => {
    if (worker !== started) return;
    worker = null;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  started.on('message', ({ id, ...strength }: Score) => {
    waiting.get(id)?.resolve(strength);
    waiting.delete(id);
    // whoever has nothing to wait for may end
    if (!waiting.size) started.unref();
  });
  started.on('error', gone);
  started.on('exit', (code) => gone(new Error(`The scorer ended with ${code}`)));
  return started;
}

/** How good a password is. It takes long, so it is found out in another thread: nobody else waits for it. */
export function score(password: string, words: readonly string[]): Promise<Found> {
  if (waiting.size >= LINE)
    throw new Refusal('UNAVAILABLE', [], { 'retry-after': RETRY_AFTER_SECONDS });
  const { promise, ...settle } = Promise.withResolvers<Found>();
  const id = ++asked;
  waiting.set(id, settle);
  const ready = thread();
  ready.ref();
  // a thread has no origin: that is a window's
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  ready.postMessage({ id, password, words } satisfies Question);
  return promise;
}

/** Refuses a password that is too easy to guess, for this person above all (AU-26, AU-27). */
export async function refuseWeak(
  password: string,
  person: Parameters<typeof ownWords>[0],
): Promise<void> {
  const found = await score(password, ownWords(person));
  const why = whyWeak(found) ?? (found.leaked ? messages.leakedPassword : null);
  if (why) throw invalid('newPassword', why);
}
