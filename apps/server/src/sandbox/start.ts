import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { inTime } from '@paydesk/contract/kernel/in-time.ts';
import type { Sandboxes } from '../compose.ts';
import {
  acquirerOver,
  callersOf,
  institutionOver,
  screeningOver,
} from '../gateways/protocol/gateways.ts';
import { gatewayLine, sendPlainly } from '../gateways/protocol/line.ts';
import type { Role } from '../gateways/protocol/messages.ts';
import type { Log } from '../platform/log.ts';
import type { SandboxStart, SandboxThere } from './main.ts';

const PROGRAM = join(import.meta.dirname, 'main.ts');
const SHORTEST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
const PATIENCE_MS = 10_000;

interface Options extends Omit<SandboxStart, 'secret' | 'pages'> {
  log: Log;
  /** Where payers' browsers reach the pages for cards; this machine alone, where nothing is said. */
  pagesHost?: string;
  /** Where late answers are sent to. */
  publicUrl: () => string;
}

/**
 * The sandboxes beside this server, from `begin` on: one that ends is begun again, and nothing here waits
 * for it but who asks it. The secret is made now, and is nowhere but in these two processes.
 */
export function startSandboxes({ log, publicUrl, pagesHost = '127.0.0.1', ...start }: Options) {
  const secret = randomBytes(32).toString('base64');
  let child: ChildProcess | undefined;
  let ended = false;
  let pauseMs = SHORTEST_PAUSE_MS;
  let again: NodeJS.Timeout | undefined;
  let port = Promise.withResolvers<number>();
  /** The pages stay where they are: somebody may have one open. */
  let pagesPort = 0;

  function begin() {
    const own = fork(PROGRAM, [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] });
    child = own;
    own.once('message', (there: SandboxThere) => {
      pauseMs = SHORTEST_PAUSE_MS;
      ({ pagesPort } = there);
      port.resolve(there.port);
    });
    let gone = false;
    const over = (why: object) => {
      if (ended || gone) return;
      gone = true;
      log.warn(why, 'the sandboxes ended, and are begun again');
      port = Promise.withResolvers();
      again = setTimeout(begin, pauseMs);
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    };
    // one that never came up has no exit
    own.once('error', (error) => over({ err: error }));
    own.once('exit', (code, signal) => over({ code, signal }));
    const pages = { host: pagesHost, port: pagesPort };
    own.send({ ...start, secret, pages } satisfies SandboxStart, () => {});
  }

  const there = () =>
    inTime(port.promise, PATIENCE_MS, () => {
      throw new Error('The sandboxes do not answer');
    });
  const lineTo = (role: Role, timeoutMs: number) =>
    gatewayLine(
      async () => ({ url: `http://127.0.0.1:${await there()}/${role}`, keyId: role, secret }),
      sendPlainly(timeoutMs),
    );
  const sandboxes: Sandboxes = {
    acquirer: acquirerOver(lineTo('acquirer', start.timeoutMs), () => callersOf(publicUrl())),
    institution: institutionOver(
      lineTo('institution', PATIENCE_MS),
      () => `${publicUrl()}/gateway-answers/institution`,
    ),
    screening: screeningOver(lineTo('screening', PATIENCE_MS)),
    secret,
  };
  return {
    sandboxes,
    /** Once the server is there: a start does not wait for them, nor share its processors with them. */
    begin,
    /** The number of its process, while there is one. */
    pid: () => child?.pid,
    async stop(): Promise<void> {
      ended = true;
      clearTimeout(again);
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((done) => child!.once('exit', done));
      if (child.connected) child.disconnect();
      const harsher = setTimeout(() => child!.kill('SIGKILL'), 3000);
      await gone;
      clearTimeout(harsher);
    },
  };
}
