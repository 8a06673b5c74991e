import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SignedCall } from '../auth/signatures.ts';
import { masked } from '../card-numbers.ts';
import type { Services } from '../services.ts';
import { Refusal } from '../errors.ts';
import { signedCallOf } from './access.ts';
import type { limitsOf } from './limits.ts';

/**
 * What gateways call, by a protocol of its own (docs/gateways) and not by the API: each call proves by its
 * signature whose it is. It throws a refusal for whom it does not know.
 */
export interface Hook {
  /** '/gateway-answers/acquirer'. */
  path: `/${string}`;
  take(call: { signed: SignedCall; body: unknown; address: string }): Promise<object>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its body is kept as it came, for the digest. */
    hook?: true;
  }
}

export function serveHook(
  app: FastifyInstance,
  { path, take }: Hook,
  services: Pick<Services, 'config' | 'installation'>,
  limits: Pick<ReturnType<typeof limitsOf>, 'ofCaller' | 'ofFailures'>,
): void {
  app.post(path, { config: { hook: true } }, async (request: FastifyRequest, reply) => {
    const call = {
      signed: signedCallOf(request, services),
      body: masked(request.body),
      address: request.ip,
    };
    reply.header('cache-control', 'no-store');
    return take(call).catch(async (error: unknown) => {
      // who is believed may call as often as it has to say something
      await limits.ofCaller(request);
      if (error instanceof Refusal && error.code === 'UNAUTHORIZED')
        await limits.ofFailures(request);
      throw error;
    });
  });
}
