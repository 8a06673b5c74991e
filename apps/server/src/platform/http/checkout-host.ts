import type { FastifyInstance } from 'fastify';
import { Refusal } from '../errors.ts';
import plugin from './plugin.ts';

/**
 * Where the checkout has a host of its own (CHECKOUT_URL), that host answers shoppers and nobody else:
 * no sign-in, no console, none of the rest of the API (ADR 115). Their pages are there alone; who opens
 * one at the console's address is sent on, since shops have that in their pages.
 */
export const checkoutHost = plugin(
  async (app: FastifyInstance, { address }: { address: string | undefined }) => {
    if (!address) return;
    const { origin, host } = new URL(address);
    app.addHook('onRequest', async (request, reply) => {
      const { page, endpoint } = request.routeOptions.config;
      const shoppers = page?.onCheckoutHost ?? endpoint?.row.onCheckoutHost ?? false;
      if (hostOf(request.protocol, request.host) === host) {
        // a balancer asks each host
        if (!shoppers && !request.url.startsWith('/health/')) throw new Refusal('NOT_FOUND');
      } else if (page?.onCheckoutHost === true)
        return reply.header('cache-control', 'no-store').redirect(`${origin}${request.url}`, 307);
      return undefined;
    });
  },
);

/** As a URL has it: without the port that goes without saying. */
const hostOf = (protocol: string, host: string): string | null =>
  URL.parse(`${protocol}://${host}`)?.host ?? null;
