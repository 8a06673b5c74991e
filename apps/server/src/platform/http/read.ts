import { maskCardNumbers } from '@paydesk/contract/kernel/card-numbers.ts';
import type { Endpoint } from '@paydesk/contract/kernel/endpoint.ts';
import type { FieldError } from '@paydesk/contract/kernel/errors.ts';
import { isBlank } from '@paydesk/contract/kernel/fields.ts';
import { REASON_HEADER } from '@paydesk/contract/kernel/second-person-headers.ts';
import { REASON_LENGTH } from '@paydesk/contract/kernel/second-person.ts';
import { messages } from '@paydesk/contract/kernel/messages.ts';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { ZodError } from 'zod';
import { stillHeld } from '../auth/session-rights.ts';
import { refuseCardNumbersIn, withoutCardNumbers } from '../card-numbers.ts';
import { notFound, Refusal, unauthorized } from '../errors.ts';
import type { Services } from '../services.ts';

/** Path parameters; one that can't be anybody's id, nor a name out of those known, is as absent as an unknown one. */
export function readParams(row: Endpoint, params: unknown): unknown {
  if (!row.params) return undefined;
  const parsed = row.params.safeParse(params);
  const { shape } = row.params as z.ZodObject;
  const found = Object.entries(parsed.data ?? {}).every(
    ([name, value]) =>
      shape[name] instanceof z.ZodEnum || (typeof value === 'string' && isUuid(value)),
  );
  if (!parsed.success || !found) throw notFound();
  return parsed.data;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const isUuid = (text: string): boolean => UUID.test(text);

/** The body by its schema; one error a field, unknown fields by their name (AM-104). */
export function readBody(row: Endpoint, body: unknown): unknown {
  if (!row.body) {
    if (body === undefined || body === null) return undefined;
    const fields = typeof body === 'object' ? Object.keys(body) : [];
    if (Array.isArray(body) || typeof body !== 'object') throw new Refusal('BAD_REQUEST');
    if (fields.length) throw new Refusal('VALIDATION_FAILURE', fields.map(unknownField));
    return undefined;
  }
  if (row.bodiless && (body === undefined || body === null)) return {};
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Refusal('BAD_REQUEST');
  // rows of a batch are looked through one by one, so that one of them keeps no other away
  const clean =
    row.access === 'provider'
      ? { body, errors: [] }
      : withoutCardNumbers(body, { mask: row.access === 'machine' });
  const parsed = row.body.safeParse(clean.body);
  const errors = parsed.success ? [] : fieldErrors(parsed.error);
  const said = new Set(clean.errors.map(({ field }) => field));
  const all = [...errors.filter(({ field }) => !said.has(maskCardNumbers(field))), ...clean.errors];
  if (all.length) throw new Refusal('VALIDATION_FAILURE', all);
  return parsed.data;
}

/** Query of a call that is no list: nothing beyond its schema, and nothing twice. */
export function readQuery(row: Endpoint, query: Record<string, unknown>): unknown {
  if (row.list) return query;
  const repeated = Object.keys(query).filter((field) => Array.isArray(query[field]));
  if (repeated.length)
    throw new Refusal(
      'VALIDATION_FAILURE',
      repeated.map((field) => ({ field, message: messages.repeated })),
    );
  const parsed = (row.query ?? NOTHING).safeParse(query);
  if (!parsed.success)
    throw new Refusal('VALIDATION_FAILURE', fieldErrors(parsed.error, messages.unknownQuery));
  return row.query ? parsed.data : undefined;
}

const NOTHING = z.strictObject({});

const unknownField = (field: string): FieldError => ({ field, message: messages.unknownField });

/** 'config.items[1].amount'. */
const pathOf = (path: readonly PropertyKey[]) =>
  path
    .map((key, at) => (typeof key === 'number' ? `[${key}]` : `${at ? '.' : ''}${String(key)}`))
    .join('')
    .toWellFormed();

function fieldErrors(error: ZodError, unknown: string = messages.unknownField): FieldError[] {
  const errors = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ field: pathOf([...issue.path, key]), message: unknown }))
      : [{ field: pathOf(issue.path), message: issue.message }],
  );
  const seen = new Set<string>();
  return errors.filter(({ field }) => !seen.has(field) && seen.add(field));
}

/** Why a second person should agree, percent-encoded since people write in their own letters. */
export function reasonOf({ headers }: FastifyRequest): string | null {
  const given = headers[REASON_HEADER];
  if (typeof given !== 'string') return null;
  let reason: string;
  try {
    reason = decodeURIComponent(given).trim();
  } catch {
    throw new Refusal('BAD_REQUEST');
  }
  refuseCardNumbersIn({ reason });
  if (reason.length > REASON_LENGTH)
    throw new Refusal('VALIDATION_FAILURE', [
      { field: 'reason', message: `Reason must be at most ${REASON_LENGTH} characters` },
    ]);
  return isBlank(reason) ? null : reason.toWellFormed();
}

/** 1 to 255 printable ASCII characters (AM-102). */
export function idempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key))
    throw new Refusal('VALIDATION_FAILURE', [
      { field: 'Idempotency-Key', message: 'Value must be 1 to 255 printable ASCII characters' },
    ]);
  refuseCardNumbersIn({ 'Idempotency-Key': key });
  return key;
}

/** One that can't be one opens nothing, and is kept nowhere. */
export function shopperKey({ headers }: FastifyRequest): string | null {
  const key = headers['shopper-key'];
  return typeof key === 'string' && /^[\w-]{22,255}$/.test(key) ? key : null;
}

/** The file of a row that takes one, and no more of it than the row takes. */
export async function* fileOf(
  { body, signedIn }: FastifyRequest,
  { mostBytes }: NonNullable<Endpoint['takes']>,
  services: Services,
) {
  const still = stillHeld(services, signedIn ?? {});
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new Refusal('PAYLOAD_TOO_LARGE');
    yield chunk;
  }
  // it came as slowly as its sender liked
  if (!(await still())) throw unauthorized();
}
