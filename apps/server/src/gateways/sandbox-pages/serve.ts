import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves the pages of a sandbox on an address of their own: no script of theirs, and no cookie, comes near Paydesk. */

const MOST_BYTES = 8 * 1024;

export interface Pages {
  /** 'http://127.0.0.1:4301' */
  address: string;
  close(): Promise<void>;
}

export interface Where {
  host: string;
  port: number;
  /** As browsers reach it, where that is not the host. */
  address?: (port: number) => string;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** A port that is taken by now gives way to a free one. */
export async function serve(
  answer: Answer,
  { host, port, address }: Where = { host: '127.0.0.1', port: 0 },
): Promise<Pages> {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  const listen = (at: number) =>
    new Promise<void>((ready, fail) =>
      server.once('error', fail).listen(at, host, () => {
        server.off('error', fail);
        ready();
      }),
    );
  await listen(port).catch(() => listen(0));
  // whoever forgets to close it is not kept from ending
  server.unref();
  const taken = (server.address() as AddressInfo).port;
  return {
    address: address?.(taken) ?? `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** The ways to answer one call: a page under a policy of its own, or elsewhere. */
export function answering(request: IncomingMessage, response: ServerResponse) {
  const nonce = randomBytes(16).toString('base64');
  return {
    nonce,
    /** `parent`: the one origin in whose frame it may stand. */
    page: (status: number, parent: string | null, body: string): void =>
      void response
        .writeHead(status, {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy':
            `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; ` +
            `script-src ${parent ? `'nonce-${nonce}'` : "'none'"}; frame-ancestors ${parent ?? "'none'"}`,
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
          'x-content-type-options': 'nosniff',
        })
        .end(request.method === 'HEAD' ? undefined : body),
    to: (location: string): void =>
      void response.writeHead(303, { location, 'cache-control': 'no-store' }).end(),
    /** False where it was answered already: by no page is anything else asked. */
    isAllowed(): boolean {
      if (['GET', 'HEAD', 'POST'].includes(request.method ?? '')) return true;
      response.writeHead(405, { allow: 'GET, HEAD, POST' }).end();
      return false;
    },
  };
}

export async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MOST_BYTES) throw new Error('The form is too long');
    parts.push(part);
  }
  return new URLSearchParams(Buffer.concat(parts).toString());
}
