import { createServer } from 'node:net';
import { join } from 'node:path';

export interface Address {
  /** What PostgreSQL is told about where to listen. */
  settings: Record<string, string | number>;
  port: number;
}

/** What fits in a socket address, on the narrowest system that has them. */
const LONGEST_SOCKET_PATH = 103;
/** On a socket the port is but a part of the file's name, and meets nobody else's. */
const SOCKET_PORT = 5432;

export const SOCKET_NAME = `.s.PGSQL.${SOCKET_PORT}`;

const socketOf = (cluster: string) => join(cluster, SOCKET_NAME);
const takesSocket = (cluster: string) =>
  process.platform !== 'win32' && Buffer.byteLength(socketOf(cluster)) <= LONGEST_SOCKET_PATH;

/**
 * A Unix socket inside the cluster's own folder (mode 0700), which is faster than TCP; a free port
 * on loopback where the path is too long for a socket or the system has none.
 */
export async function addressFor(cluster: string): Promise<Address> {
  if (takesSocket(cluster))
    return {
      settings: { listen_addresses: '', unix_socket_directories: '.', port: SOCKET_PORT },
      port: SOCKET_PORT,
    };
  const port = await freePort();
  return { settings: { listen_addresses: '127.0.0.1', unix_socket_directories: '', port }, port };
}

/** Where its owner signs in, to the cluster that listens by `addressFor`. */
export const urlOf = (cluster: string, password: string, port: number): string =>
  takesSocket(cluster)
    ? `postgresql://paydesk:${password}@localhost:${port}/paydesk?host=${encodeURIComponent(cluster)}`
    : `postgresql://paydesk:${password}@127.0.0.1:${port}/paydesk`;

/** A port of loopback that nobody listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('No port is free');
  return address.port;
}
