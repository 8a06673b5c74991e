import { saveFile } from '../../ui/saveFile.ts';
import { ApiError, download } from '../api.ts';
import { inColumnWords } from '../column-words.ts';
import { isWaiting } from '../errors.ts';
import { notify, SHOWN_MS } from '../notify-store.ts';
import { sessionStore } from '../session-store.ts';
import { files, type Export, type Wanted } from './list.ts';
import { recordCounter } from './records.ts';

let lastId = 0;
const running = new Map<number, AbortController>();

const change = (id: number, part: Partial<Export>) =>
  files.set(files.get().map((one) => (one.id === id ? { ...one, ...part } : one)));

/** Begins to fetch the file; it is saved when all of it is there. */
export async function startExport(wanted: Wanted, id = ++lastId): Promise<void> {
  const begun: Export = {
    id,
    wanted,
    phase: 'running',
    bytes: 0,
    records: 0,
    wait: null,
    waitsFor: null,
    truncated: false,
  };
  files.set([...files.get().filter((one) => one.id !== id), begun]);
  const controller = new AbortController();
  running.set(id, controller);
  addEventListener('beforeunload', warn);
  const count = recordCounter(wanted.as);
  let bytes = 0;
  try {
    const file = await download(wanted.key, {
      query: wanted.query as never,
      signal: controller.signal,
      onPart: (part) => {
        bytes += part.length;
        change(id, { bytes, records: count(part), wait: null });
      },
      onWait: (wait) => change(id, { wait }),
    });
    saveFile(file.blob, wanted.fileName);
    change(id, { phase: 'done', wait: null, truncated: file.truncated });
    setTimeout(() => dismiss(id), SHOWN_MS);
  } catch (error) {
    if (controller.signal.aborted) return;
    // what waits is said where the file would stand
    if (error instanceof ApiError && isWaiting(error)) {
      change(id, { phase: 'asked', wait: null, waitsFor: error.waits });
      return;
    }
    notify.failure(inColumnWords(error, wanted.columns));
    change(id, { phase: 'failed', wait: null });
  } finally {
    running.delete(id);
    if (!running.size) removeEventListener('beforeunload', warn);
  }
}

/** The same file again, at the same place. */
export function retry({ id, wanted }: Export): void {
  void startExport(wanted, id);
}

/** Ends it if it runs, and forgets it. */
export function dismiss(id: number): void {
  running.get(id)?.abort();
  files.set(files.get().filter((one) => one.id !== id));
}

/** Whoever leaves the page loses what is not there yet; the browser asks in its own words. */
function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

// nothing of one who has left goes on
sessionStore.subscribe(() => {
  if (!sessionStore.get()) for (const { id } of files.get()) dismiss(id);
});
