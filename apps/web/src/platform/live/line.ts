import { ApiError, stream } from '../api.ts';
import { getSession } from '../session-store.ts';

/** What happened to what a screen shows; null: nobody knows, ask again. */
export interface Told {
  new?: string[];
  changed?: string[];
  gone?: string[];
}
type Listener = (told: Told | null) => void;

/**
 * One line of this window to the server, about all that stands on it (ADR 103). It is there while the
 * window can be seen, and goes on where it was whenever it was cut.
 */
const listeners = new Map<string, Map<Listener, number>>();

/** A window that is only passed by keeps its line. */
const HIDDEN_MS = 3000;
/** What comes and goes together asks once. */
const SETTLE_MS = 150;
/** The server says something every fifteen seconds. */
const SILENT_MS = 40_000;
const LONGEST_PAUSE_MS = 30_000;
/** After so long it has held. */
const HELD_MS = 5000;

let last: string | undefined;
let open: AbortController | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let failures = 0;
let watching = false;

/**
 * Hears of what is written to the list or record at the address, which was read at that time. Answers
 * what ends it.
 */
export function watch(address: string, readAt: number, listener: Listener): () => void {
  if (!watching) {
    watching = true;
    document.addEventListener('visibilitychange', onVisibility);
    addEventListener('online', () => later(0));
  }
  const of = listeners.get(address) ?? new Map<Listener, number>();
  listeners.set(address, of.set(listener, readAt));
  later(SETTLE_MS);
  return () => {
    of.delete(listener);
    if (!of.size && listeners.get(address) === of) listeners.delete(address);
    later(SETTLE_MS);
  };
}

function later(ms: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void connect(), ms);
}

function onVisibility(): void {
  if (document.visibilityState === 'hidden') later(HIDDEN_MS);
  else if (!open) later(0);
}

async function connect(): Promise<void> {
  open?.abort();
  open = null;
  const session = getSession();
  if (!session || document.visibilityState === 'hidden') return;
  if (!listeners.size) {
    // what comes next begins anew
    last = undefined;
    return;
  }
  const mine = new AbortController();
  open = mine;
  const began = Date.now();
  const silence = () => setTimeout(() => mine.abort(new Error('silent')), SILENT_MS);
  let quiet = silence();
  let pause: number | null = null;
  try {
    const oldest = Math.min(...[...listeners.values()].flatMap((of) => [...of.values()]));
    const age = Math.min(999, Math.ceil((Date.now() - oldest) / 1000) + 1);
    const response = await stream({
      query: { watch: [...listeners.keys()].join(' '), age: String(age) },
      signal: mine.signal,
      ...(last && { lastEventId: last }),
    });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      clearTimeout(quiet);
      quiet = silence();
      const blocks = (text + value).split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) take(block);
    }
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) {
      // what can't be watched is refused again, until the screen shows something else
      if (error.status !== 429) pause = Infinity;
    }
  } finally {
    clearTimeout(quiet);
  }
  // another one has taken its place
  if (open !== mine) return;
  open = null;
  failures = Date.now() - began > HELD_MS ? 0 : failures + 1;
  pause ??= Math.min(LONGEST_PAUSE_MS, 250 * 2 ** failures);
  if (pause < Infinity) later(pause * (0.5 + Math.random()));
}

/** One event, as it stands between two empty lines. */
function take(block: string): void {
  let event = '';
  let data = '';
  for (const line of block.split('\n'))
    if (line.startsWith('id: ')) last = line.slice(4);
    else if (line.startsWith('event: ')) event = line.slice(7);
    else if (line.startsWith('data: ')) data = line.slice(6);
  if (event === 'reset')
    for (const of of listeners.values()) for (const listener of of.keys()) listener(null);
  if (event !== 'change') return;
  const {
    watch: address,
    many,
    ...told
  } = JSON.parse(data) as Told & {
    watch: string;
    many?: boolean;
  };
  for (const listener of listeners.get(address)?.keys() ?? []) listener(many ? null : told);
}
