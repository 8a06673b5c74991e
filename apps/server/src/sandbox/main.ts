import type { AddressInfo } from 'node:net';
import type { DisputeStatus } from '@paydesk/contract/payments.ts';
import { clockOf } from '../gateways/institution-sandbox/books.ts';
import { gatewayServer } from '../gateways/protocol/server.ts';
import { sandboxAdapters } from './adapters.ts';
import { sendNotices } from './notices.ts';

/**
 * The sandboxes, in a process of their own on this machine's own address. Whoever starts it says over the
 * channel between them where the books are and which secret they share, and hears the ports; it ends when
 * that one does, however that one ends.
 */

export interface SandboxStart {
  databaseUrl: string;
  timeoutMs: number;
  secret: string;
  /** Where pages listen, the ports that they had before (0: none yet), and how browsers call a host of all addresses. */
  pages: { host: string; port: number; identifyPort: number; name: string };
}

/** After its start: have the last payment of this merchant disputed, or its last dispute decided. */
export interface DisputeAsked {
  dispute: string;
  becomes: DisputeStatus;
  question: number;
}

/** That it is there, and what came of a question. */
export type FromSandboxes =
  | { port: number; pagesPort: number; identifyPort: number }
  | { question: number; raised: boolean };

const portOf = ({ address }: { address: string }) => Number(new URL(address).port);

const EVERYWHERE = ['0.0.0.0', '::'];

// whoever has ended meanwhile hears nothing, and this ends by 'disconnect'
const tell = (message: FromSandboxes) => process.send?.(message, () => undefined);

process.once('message', (start: SandboxStart) => {
  const { host, port: before, identifyPort, name } = start.pages;
  const where = (port: number) => ({
    host,
    port,
    ...(EVERYWHERE.includes(host) && { address: (at: number) => `http://${name}:${at}` }),
  });
  const { adapters, acquirer, identifyPages, close, ...books } = sandboxAdapters({
    ...start,
    now: clockOf(start.databaseUrl),
    pages: where(before),
    identifyPages: where(identifyPort),
  });
  process.on('message', ({ dispute, becomes, question }: DisputeAsked) => {
    const { disputes } = acquirer;
    void (becomes === 'OPEN' ? disputes.raiseLast(dispute) : disputes.decideLast(dispute, becomes))
      .catch(() => false)
      .then((raised) => tell({ question, raised }));
  });
  const gateway = gatewayServer({ adapters, secretOf: () => start.secret });
  const { secret } = start;
  const notices = [
    sendNotices(acquirer.disputes, { keyId: 'acquirer', secret }),
    sendNotices(books.notices, { keyId: 'institution', secret }),
  ];
  const ready = new Promise<void>((done) => gateway.server.listen(0, '127.0.0.1', () => done()));
  void Promise.all([acquirer.pages(), identifyPages(), ready]).then(([pages, identify]) => {
    const { port } = gateway.server.address() as AddressInfo;
    tell({ port, pagesPort: portOf(pages), identifyPort: portOf(identify) });
  });
  process.once('disconnect', () => {
    void Promise.all([gateway.close(), ...notices.map((one) => one.stop())])
      .then(close)
      .finally(() => process.exit(0));
  });
});
// the terminal's Ctrl-C reaches it too: whoever started it has answers under way
process.on('SIGINT', () => {});
