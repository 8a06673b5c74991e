import { setTimeout } from 'node:timers/promises';
import type { Log } from './log.ts';

/** Work that repeats; it must be safe to run in several processes at once. */
export interface Task {
  name: string;
  everyMs: number;
  /** Until the first run; at once where it says nothing. Heavy work keeps out of the start. */
  firstAfterMs?: number;
  run(): Promise<void>;
}

/** Runs each task again and again, never twice at once in this process; stop waits for what runs. */
export function startTasks(tasks: readonly Task[], log: Log): { stop(): Promise<void> } {
  const stopping = new AbortController();
  // refused at once when the stop has come while the task ran
  const pause = (ms: number) =>
    setTimeout(ms, undefined, { signal: stopping.signal }).catch(() => {});
  const loops = tasks.map(async (task) => {
    if (task.firstAfterMs) await pause(task.firstAfterMs);
    while (!stopping.signal.aborted) {
      await task
        .run()
        .catch((error: unknown) => log.error({ err: error, task: task.name }, 'task failed'));
      await pause(task.everyMs);
    }
  });
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}
