import assert from 'node:assert/strict';
import { table, type Key } from '@paydesk/contract/index.ts';
import type { Endpoint } from '@paydesk/contract/kernel/endpoint.ts';
import { ERROR_STATUS, type ErrorAnswer } from '@paydesk/contract/kernel/errors.ts';
import * as z from 'zod';

/** What came back; `body` only where the call was answered, `error` only where it was refused. */
export interface Reply<A = unknown> {
  status: number;
  headers: Record<string, string>;
  text: string;
  readonly body: A;
  readonly error: ErrorAnswer;
}

interface Response {
  statusCode: number;
  headers: Record<string, unknown>;
  body: string;
}

const errorShape = z.strictObject({
  errorCode: z.enum(Object.keys(ERROR_STATUS) as [ErrorAnswer['errorCode']]),
  message: z.string().min(1),
  errors: z.array(
    z.strictObject({
      field: z.string(),
      message: z.string().min(1),
      // of what is no longer as it was read
      value: z.unknown().optional(),
      changedBy: z.string().nullable().optional(),
      changedDate: z.iso.datetime().nullable().optional(),
    }),
  ),
  requestId: z.uuid(),
});

/** Words of PostgreSQL, of a stack or of a library that no person should ever read (SB-48). */
const INSIDES = /\bselect\b.*\bfrom\b|relation "|syntax error|\n? {4}at |node_modules|\.ts:\d|zod/i;

/** Holds an answer against its row of the table, a refusal against the error shape. */
export function checkAnswer<A>(key: Key, response: Response): Reply<A> {
  const status = response.statusCode;
  const headers = response.headers as Record<string, string>;
  const text = response.body;
  const row = table[key] as Endpoint;
  const what = `${key} answered ${status}`;
  const isJson = headers['content-type']?.startsWith('application/json');
  assert.ok(headers['x-request-id'], `${what} without a request id`);
  if (status >= 400) checkError({ status, headers, text }, what);
  else if (row.answerType) assert.ok(headers['content-type']?.startsWith(row.answerType), what);
  else {
    assert.ok(isJson, `${what} with ${headers['content-type']}`);
    const parsed = row.answer.safeParse(JSON.parse(text));
    if (!parsed.success) assert.fail(`${what}, not as its row says: ${parsed.error.message}`);
  }
  const json = (wanted: boolean): unknown => {
    assert.ok(wanted, `${what}: ${text.slice(0, 500)}`);
    return JSON.parse(text);
  };
  return {
    status,
    headers,
    text,
    get body() {
      return json(status < 400) as A;
    },
    get error() {
      return json(status >= 400) as ErrorAnswer;
    },
  };
}

/** Every refusal has one shape, its code and its status agree, and it tells nothing of the insides. */
export function checkError(
  { status, headers, text }: { status: number; headers: Record<string, unknown>; text: string },
  what: string,
): ErrorAnswer {
  const parsed = errorShape.safeParse(JSON.parse(text));
  if (!parsed.success) assert.fail(`${what}, not in the error shape: ${text.slice(0, 500)}`);
  assert.equal(ERROR_STATUS[parsed.data.errorCode], status, what);
  assert.equal(parsed.data.requestId, headers['x-request-id'], what);
  assert.doesNotMatch(text, INSIDES, what);
  return parsed.data;
}

/** The refusal without what differs at every call. */
export function refusalOf({ error }: Reply): Omit<ErrorAnswer, 'requestId'> {
  const { requestId: _, ...rest } = error;
  return rest;
}
