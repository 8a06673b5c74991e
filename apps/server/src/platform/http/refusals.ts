import { ERROR_STATUS, type ErrorAnswer } from '@paydesk/contract/kernel/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isAway } from '../db/database.ts';
import { Refusal } from '../errors.ts';

/** Every failure of a call becomes an error answer (ER-20, ER-21). */
export function handleErrors(app: FastifyInstance) {
  app.setErrorHandler((error, request, reply) => {
    const refusal = asRefusal(error);
    const status = ERROR_STATUS[refusal.code];
    if (status >= 500) request.log.error({ err: error, requestId: request.id }, 'call failed');
    sendRefusal(refusal, request, reply);
  });
  app.setNotFoundHandler((request, reply) => sendRefusal(new Refusal('NOT_FOUND'), request, reply));
}

export function sendRefusal(refusal: Refusal, request: FastifyRequest, reply: FastifyReply) {
  const answer: ErrorAnswer = {
    errorCode: refusal.code,
    message: refusal.message,
    errors: refusal.errors,
    requestId: request.id,
  };
  return reply.code(ERROR_STATUS[refusal.code]).headers(refusal.headers).send(answer);
}

/** What the framework and the database throw, as the refusals that callers know; the rest is a 500. */
function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === '57014') return new Refusal('TIMEOUT');
  if (isAway(error)) return new Refusal('UNAVAILABLE');
  if (statusCode === 413) return new Refusal('PAYLOAD_TOO_LARGE');
  if (statusCode === 415) return new Refusal('UNSUPPORTED_MEDIA_TYPE');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Refusal('BAD_REQUEST');
  return new Refusal('SERVER_ERROR');
}
