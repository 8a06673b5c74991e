import type { AddressInfo } from 'node:net';
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
  /** The host that browsers reach pages at, and the port that they had before; 0: none yet. */
  pages: { host: string; port: number };
}

/** What it says once it is there. */
export interface SandboxThere {
  port: number;
  pagesPort: number;
}

process.once('message', (start: SandboxStart) => {
  const { adapters, acquirer, close } = sandboxAdapters(start);
  const gateway = gatewayServer({ adapters, secretOf: () => start.secret });
  const notices = sendNotices(acquirer.disputes, { keyId: 'acquirer', secret: start.secret });
  gateway.server.listen(0, '127.0.0.1', async () => {
    const { port } = gateway.server.address() as AddressInfo;
    const pages = await acquirer.pages();
    process.send?.({ port, pagesPort: Number(new URL(pages.address).port) } satisfies SandboxThere);
  });
  process.once('disconnect', () => {
    void Promise.all([gateway.close(), notices.stop()])
      .then(close)
      .finally(() => process.exit(0));
  });
});
// the terminal's Ctrl-C reaches it too: whoever started it has answers under way
process.on('SIGINT', () => {});
