import type { FastifyInstance } from 'fastify';
import type { limitsOf } from './limits.ts';

/**
 * A protocol of others' beside the API, with errors and bodies of its own: what it registers counts below its
 * path alone.
 */
export interface Mount {
  /** '/scim/v2'. */
  path: `/${string}`;
  serve(
    app: FastifyInstance,
    limits: Pick<ReturnType<typeof limitsOf>, 'ofCaller' | 'ofFailures'>,
  ): void;
}
