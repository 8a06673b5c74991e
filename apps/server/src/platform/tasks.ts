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
      await pause(task.everyMs, stopping.signal);
    }
  });
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
