import { setTimeout } from 'node:timers/promises';
import type { Log } from './log.ts';

/** Work that repeats; it must be safe to run in several processes at once. */
export interface Task {
  name: string;
  everyMs: number;
  run(): Promise<void>;
}

/** Runs each task again and again, never twice at once in this process; stop waits for what runs. */
export function startTasks(tasks: readonly Task[], log: Log): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const loops = tasks.map(async (task) => {
    while (!stopping.signal.aborted) {
      await task
        .run()
        .catch((error: unknown) => log.error({ err: error, task: task.name }, 'task failed'));
      // refused at once when the stop has come while the task ran
      await setTimeout(task.everyMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  });
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}
