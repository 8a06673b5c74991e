import type { DisputeStatus } from '@paydesk/contract/payments.ts';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { inTime } from '@paydesk/contract/kernel/in-time.ts';
import type { Sandboxes } from '../compose.ts';
import { acquirerOver, callersOf, screeningOver } from '../gateways/protocol/gateways.ts';
import { identificationOver } from '../gateways/protocol/identification.ts';
import { institutionCallersOf, institutionOver } from '../gateways/protocol/institution.ts';
import { gatewayLine, sendPlainly } from '../gateways/protocol/line.ts';
import type { Role } from '../gateways/protocol/messages.ts';
import type { Log } from '../platform/log.ts';
import { beside } from './beside.ts';
import type { DisputeAsked, FromSandboxes, SandboxStart } from './main.ts';

const PROGRAM = join(import.meta.dirname, 'main.ts');
const PATIENCE_MS = 10_000;

interface Options extends Omit<SandboxStart, 'secret' | 'pages'> {
  log: Log;
  /** Where payers' browsers reach the pages for cards; this machine alone, where nothing is said. */
  pagesHost?: string;
  /** Where late answers are sent to. */
  publicUrl: () => string;
}

/**
 * The sandboxes beside this server. Nothing here waits for them but who asks them. The secret is made now, and
 * is nowhere but in these two processes.
 */
export function startSandboxes({ log, publicUrl, pagesHost = '127.0.0.1', ...start }: Options) {
  const secret = randomBytes(32).toString('base64');
  let port = Promise.withResolvers<number>();
  /** The pages stay where they are: somebody may have one open. */
  let [pagesPort, identifyPort] = [0, 0];
  const asked = new Map<number, (raised: boolean) => void>();
  let questions = 0;
  const child = beside<FromSandboxes>({
    program: PROGRAM,
    what: 'the sandboxes’ process',
    log,
    start: () =>
      ({
        ...start,
        secret,
        pages: {
          host: pagesHost,
          port: pagesPort,
          identifyPort,
          name: URL.parse(publicUrl())?.hostname ?? pagesHost,
        },
      }) satisfies SandboxStart,
    hear(message) {
      if ('port' in message) {
        ({ pagesPort, identifyPort } = message);
        port.resolve(message.port);
      } else {
        asked.get(message.question)?.(message.raised);
        asked.delete(message.question);
      }
    },
    over() {
      port = Promise.withResolvers();
    },
  });

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
    institution: institutionOver(lineTo('institution', PATIENCE_MS), () =>
      institutionCallersOf(publicUrl()),
    ),
    identification: identificationOver(lineTo('identification', PATIENCE_MS)),
    screening: screeningOver(lineTo('screening', PATIENCE_MS)),
    secret,
  };
  return {
    sandboxes,
    begin: child.begin,
    pid: child.pid,
    stop: child.stop,
    /**
     * Has the last payment of a merchant disputed, or its last dispute decided; false where there is none, or nobody
     * to ask.
     */
    dispute(merchantId: string, becomes: DisputeStatus): Promise<boolean> {
      const question = ++questions;
      const raised = new Promise<boolean>((done) => asked.set(question, done));
      if (!child.tell({ dispute: merchantId, becomes, question } satisfies DisputeAsked))
        return Promise.resolve(false);
      return inTime(raised, PATIENCE_MS, () => false);
    },
  };
}
