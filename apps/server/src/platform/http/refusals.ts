import type { AuditAction } from '@paydesk/contract/audited.ts';
import { ERROR_STATUS, type ErrorAnswer } from '@paydesk/contract/kernel/errors.ts';
import type { Endpoint } from '@paydesk/contract/kernel/endpoint.ts';
import { inTime } from '@paydesk/contract/kernel/in-time.ts';
import { messages } from '@paydesk/contract/kernel/messages.ts';
import * as z from 'zod';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { audit } from '../audit.ts';
import { masked } from '../card-numbers.ts';
import { isAway } from '../db/away.ts';
import { Refusal } from '../errors.ts';
import type { Readiness } from '../readiness.ts';
import type { Services } from '../services.ts';
import { isUuid } from './read.ts';

/** Every failure of a call becomes an error answer (ER-20, ER-21). */
export function handleErrors(app: FastifyInstance, services: Services, { met }: Readiness) {
  app.setErrorHandler(async (error, request, reply) => {
    met(error);
    const refusal = asRefusal(error);
    const status = ERROR_STATUS[refusal.code];
    if (status >= 500) request.log.error({ err: error, requestId: request.id }, 'call failed');
    await auditRefusal(services, refusal, request);
    return sendRefusal(refusal, request, reply);
  });
  app.setNotFoundHandler((request, reply) => sendRefusal(new Refusal('NOT_FOUND'), request, reply));
}

export function sendRefusal(refusal: Refusal, request: FastifyRequest, reply: FastifyReply) {
  const answer: ErrorAnswer = {
    errorCode: refusal.code,
    message: refusal.message,
    // who sends a card number does not get it back either
    errors: masked(refusal.errors),
    requestId: request.id,
  };
  return reply.code(ERROR_STATUS[refusal.code]).headers(refusal.headers).send(answer);
}

/** The answer waits no longer for its audit row, which is written all the same. */
const LONGEST_WAIT_MS = 500;
const MOST_FIELDS = 20;

/**
 * One row for what a signed-in person or a machine was refused: a call that would change something, and whatever
 * they may not do (SB-46). By now the call's own transaction has been rolled back, so this is another.
 */
async function auditRefusal(
  { database, log }: Services,
  refusal: Refusal,
  request: FastifyRequest,
): Promise<void> {
  const by = request.signedIn ?? request.machine;
  const { endpoint } = request.routeOptions.config;
  const status = ERROR_STATUS[refusal.code];
  const changes = request.method !== 'GET' && status < 500 && ![401, 429].includes(status);
  if (!by || !endpoint || refusal.audited || !(changes || status === 403)) return;
  const { key, row } = endpoint;
  const entry = {
    ...entityOf(key, row, request.params, by.userId),
    action: key as AuditAction,
    merchantId: 'merchantId' in by ? by.merchantId : null,
    result: 'REFUSED' as const,
    details: { errorCode: refusal.code, ...fieldsOf(refusal, row) },
  };
  const written = database
    .transaction('all', (tx) => audit(tx, by, entry))
    .catch((error: unknown) =>
      log.error({ err: error, requestId: request.id, route: key }, 'refusal not audited'),
    );
  await inTime(written, LONGEST_WAIT_MS, () => {});
}

/**
 * The record that the path names last, as its own actions call it, else by the path: TRANSACTION for
 * /api/transactions/{id}/…; else the own person's.
 */
function entityOf(key: string, row: Endpoint, params: unknown, userId: string | null) {
  const self = row.scope === 'self' ? userId : null;
  // a machine's call is about what a person's would be
  const [, path = ''] = key.split(/\/api\/(?:merchant-api\/)?/);
  const [, parent, parameter] = /.*?([\w-]+)\/\{(\w+)\}(?!.*\{)/.exec(path) ?? [];
  const given = parameter ? (params as Record<string, string>)[parameter] : undefined;
  const entityId = given !== undefined && isUuid(given) ? given : null;
  if (!parent && self) return { entityType: 'USER', entityId: self };
  const name = (parent ?? path.split('/')[0]!).replace(/s$/, '');
  return { entityType: row.entity ?? name.replaceAll('-', '_').toUpperCase(), entityId };
}

const known = new WeakMap<Endpoint, Set<string>>();

/** Every name that the body of the row has, at any depth. */
function namesOf(row: Endpoint): Set<string> {
  let names = known.get(row);
  if (!names) {
    const schema = row.body
      ? z.toJSONSchema(row.body, { unrepresentable: 'any', io: 'input' })
      : {};
    known.set(row, (names = new Set()));
    for (const [, list] of JSON.stringify(schema).matchAll(/"properties":(\{.*)/g))
      for (const [, name] of list!.matchAll(/"(\w+)":\{/g)) names.add(name!);
  }
  return names;
}

/** Names alone, and only our own: what a caller made up may be anything, a password too. */
function fieldsOf({ errors }: Refusal, row: Endpoint): { fields?: string[] } {
  const madeUp: string[] = [messages.unknownField, messages.unknownQuery];
  // looked for in all that was sent, known or not
  const anywhere: string[] = [messages.cardNumber, messages.cardSecret];
  const isOurs = (path: string) =>
    path.split(/[.[\]]+/).every((name) => /^\d*$/.test(name) || namesOf(row).has(name));
  const names = errors.map(({ field, message }) =>
    madeUp.includes(message) || (anywhere.includes(message) && !isOurs(field)) ? 'unknown' : field,
  );
  return names.length ? { fields: [...new Set(names)].slice(0, MOST_FIELDS) } : {};
}

/** A database that stands still or is full is hardly better at once. */
const RETRY_SECONDS = '5';

/** A transaction that others waited for in a circle, or that saw rows as they are no more: nothing of it stands. */
const ENDED_FOR_OTHERS = /^(40001|40P01)$/;

/** What goes, and came to be referred to meanwhile: asked again, the record says by what. */
const isReferredTo = ({ code, message }: { code?: string; message?: string }) =>
  code === '23503' && Boolean(message?.startsWith('update or delete on table'));

/** What the framework and the database throw, as the refusals that callers know; the rest is a 500. */
function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === '57014') return new Refusal('TIMEOUT');
  if (isAway(error)) return new Refusal('UNAVAILABLE', [], { 'retry-after': RETRY_SECONDS });
  if ((code !== undefined && ENDED_FOR_OTHERS.test(code)) || isReferredTo(error as Error))
    return new Refusal('UNAVAILABLE', [], { 'retry-after': '1' });
  if (statusCode === 413) return new Refusal('PAYLOAD_TOO_LARGE');
  if (statusCode === 415) return new Refusal('UNSUPPORTED_MEDIA_TYPE');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Refusal('BAD_REQUEST');
  return new Refusal('SERVER_ERROR');
}
