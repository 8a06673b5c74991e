import { fork, type ChildProcess, type Serializable } from 'node:child_process';
import type { Log } from '../platform/log.ts';

const SHORTEST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
const LONGEST_END_MS = 3000;

interface Beside<Heard> {
  program: string;
  /** As the log names it: 'the sandboxes'. */
  what: string;
  log: Log;
  /** What it is told when it begins. */
  start: () => Serializable;
  /** What it says; the first of it means that it is there. */
  hear: (message: Heard) => void;
  /** It has ended, and is begun again. */
  over?: () => void;
}

/**
 * A program in a process of its own beside this server, from `begin` on: one that ends is begun again, with
 * longer and longer pauses, and nothing here waits for it. It ends when the channel between them does.
 */
export function beside<Heard>({ program, what, log, start, hear, over }: Beside<Heard>) {
  let child: ChildProcess | undefined;
  let ended = false;
  let pauseMs = SHORTEST_PAUSE_MS;
  let again: NodeJS.Timeout | undefined;

  function begin() {
    const own = fork(program, [], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    child = own;
    own.on('message', (message) => {
      pauseMs = SHORTEST_PAUSE_MS;
      hear(message as Heard);
    });
    let gone = false;
    const end = (why: object) => {
      if (ended || gone) return;
      gone = true;
      log.warn(why, `${what} ended, and is begun again`);
      over?.();
      again = setTimeout(begin, pauseMs);
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    };
    // one that never came up has no exit
    own.once('error', (error) => end({ err: error }));
    own.once('exit', (code, signal) => end({ code, signal }));
    own.send(start(), () => {});
  }

  return {
    /** Once the server is there: a start does not wait for it, nor share its processors with it. */
    begin,
    /** The number of its process, while there is one. */
    pid: () => child?.pid,
    /** False where it is not there to hear it. */
    tell: (message: Serializable): boolean =>
      child?.connected === true && child.send(message, () => {}),
    async stop(): Promise<void> {
      ended = true;
      clearTimeout(again);
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((done) => child!.once('exit', done));
      if (child.connected) child.disconnect();
      const harsher = setTimeout(() => child!.kill('SIGKILL'), LONGEST_END_MS);
      await gone;
      clearTimeout(harsher);
    },
  };
}
