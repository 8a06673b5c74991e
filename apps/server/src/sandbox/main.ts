import type { AddressInfo } from 'node:net';
import { gatewayServer } from '../gateways/protocol/server.ts';
import { sandboxAdapters } from './adapters.ts';

/**
 * The sandboxes, in a process of their own on this machine's own address. Whoever starts it says over the
 * channel between them where the books are and which secret they share, and hears the port; it ends when
 * that one does, however that one ends.
 */

export interface SandboxStart {
  databaseUrl: string;
  timeoutMs: number;
  secret: string;
}

process.once('message', (start: SandboxStart) => {
  const { adapters, close } = sandboxAdapters(start);
  const gateway = gatewayServer({ adapters, secretOf: () => start.secret });
  gateway.server.listen(0, '127.0.0.1', () => {
    process.send?.({ port: (gateway.server.address() as AddressInfo).port });
  });
  process.once('disconnect', () => {
    void gateway
      .close()
      .then(close)
      .finally(() => process.exit(0));
  });
});
// the terminal's Ctrl-C reaches it too: whoever started it has answers under way
process.on('SIGINT', () => {});
