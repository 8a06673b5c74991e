import type { Endpoint } from '@paydesk/contract/kernel/endpoint.ts';
import { WAITING_HEADER } from '@paydesk/contract/kernel/second-person-headers.ts';
import { waits } from '@paydesk/contract/kernel/waiting.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../services.ts';
import { Answer } from './handlers.ts';
import { reasonOf } from './read.ts';

type Serve = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** A file that may wait for a second person: made at once, or a 202 that says what waits. */
export function guarded(services: Services, key: string, row: Endpoint, serve: Serve): Serve {
  if (!row.secondPerson) return serve;
  return async (request, reply) => {
    const context = {
      actor: request.signedIn!,
      params: undefined,
      query: request.query,
      body: undefined,
      file: null,
      idempotencyKey: null,
      address: request.ip,
      userAgent: null,
    };
    const result = await services.guard({ key, row, context, reason: reasonOf(request) }, () =>
      serve(request, reply),
    );
    if (!(result instanceof Answer) || !(WAITING_HEADER in result.headers)) return result;
    return reply.code(result.status).headers(result.headers).send(waits().parse(result.body));
  };
}
