import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { checkoutHost } from './checkout-host.ts';
import plugin from './plugin.ts';

declare module 'fastify' {
  interface FastifyReply {
    nonce: string;
  }
}

const nonces = new WeakMap<IncomingMessage, string>();
const nonceSource = (request: IncomingMessage) => `'nonce-${nonces.get(request)}'`;

interface Options {
  checkoutUrl?: string | undefined;
}

/** Of what is refused before any hook runs: an address that can't be read. */
export const BARE_HEADERS = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
} as const;

/**
 * Security headers with a strict policy: own origin only, scripts and styles by nonce (SB-51); and
 * which host answers what.
 */
export const headers = plugin(async (app: FastifyInstance, { checkoutUrl }: Options) => {
  app.decorateReply('nonce', '');
  // one nonce for scripts and styles: the page hands it to what makes its style elements
  app.addHook('onRequest', async (request, reply) => {
    reply.nonce = randomBytes(16).toString('base64url');
    nonces.set(request.raw, reply.nonce);
  });
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'", nonceSource],
        'style-src': ["'self'", nonceSource],
        'img-src': ["'self'", 'data:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'"],
        // what a shopper sees, shown beside what is typed (ADR 134)
        'frame-src': ["'self'"],
        'manifest-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
  });
  // after them: what is refused bears them too
  await app.register(checkoutHost, { address: checkoutUrl });
});
