import assert from 'node:assert/strict';
import { table, type Key } from '@paydesk/contract/index.ts';
import { fileColumns } from '@paydesk/contract/kernel/columns.ts';
import type { Endpoint } from '@paydesk/contract/kernel/endpoint.ts';
import { ERROR_STATUS, type ErrorAnswer } from '@paydesk/contract/kernel/errors.ts';
import { openApi } from '@paydesk/contract/kernel/openapi.ts';
import type { OpenApiDocument, Response } from '@paydesk/contract/kernel/openapi/types.ts';
import * as z from 'zod';

/** What came back; `body` only where the call was answered, `error` only where it was refused. */
export interface Reply<A = unknown> {
  status: number;
  headers: Record<string, string>;
  text: string;
  readonly body: A;
  readonly error: ErrorAnswer;
}

export interface Sent {
  status: number;
  headers: Record<string, string>;
  text: string;
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

/** What a client may meet at any call, and the document says once for all of them. */
const ANYWHERE = [405, 413, 415, 503, 504];
const documents = new Map<Key, OpenApiDocument>();
const schemas = new Map<string, z.ZodType>();

/** What the published document says of this status and type of this call, as a schema again. */
function declared(key: Key, status: number, type: string): z.ZodType {
  // of the one row: the whole document takes longer than many a test
  const document = documents.get(key) ?? openApi({ [key]: table[key] }, { version: 'test' });
  documents.set(key, document);
  const [method, path] = key.split(' ') as [string, string];
  const { responses } = document.paths[path]![method.toLowerCase()]!;
  const found = responses[status] ?? (ANYWHERE.includes(status) && responses['default']);
  assert.ok(found, `${key} answers ${status}, which the document does not say`);
  const { components } = document;
  const shared = '$ref' in found ? found.$ref.split('/').at(-1)! : null;
  const response = shared === null ? (found as Response) : components.responses[shared]!;
  const content = response.content?.[type];
  assert.ok(content, `${key} answers ${status} as ${type}, which the document does not say`);
  const name = shared ?? `${key} ${status} ${type}`;
  let schema = schemas.get(name);
  if (!schema) {
    const text = JSON.stringify({ ...content.schema, $defs: components.schemas });
    schema = z.fromJSONSchema(
      JSON.parse(
        text.replaceAll('#/components/schemas/', '#/$defs/'),
      ) as z.core.JSONSchema.JSONSchema,
    );
    schemas.set(name, schema);
  }
  return schema;
}

/**
 * Holds an answer against the published document and against its row of the table, a refusal against
 * the error shape. Every call of every test goes through here (ADR 78).
 */
export function checkAnswer(key: Key, { status, headers, text }: Sent): void {
  const what = `${key} answered ${status}`;
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  assert.ok(headers['x-request-id'], `${what} without a request id`);
  const schema = declared(key, status, type);
  const row = table[key] as Endpoint;
  if (type === 'text/csv') return checkFile(row, text, what);
  if (type === 'application/jsonl') return checkLines(row, text, what);
  const body: unknown = type.startsWith('text/') ? text : JSON.parse(text);
  const held = [
    schema.safeParse(firstRows(body)),
    ...(status === 200 ? [row.answer.safeParse(body)] : []),
  ];
  for (const { error } of held)
    if (error) assert.fail(`${what}, not as it is declared: ${error.message}`);
  if (status >= 400) checkError({ status, headers, text }, what);
  if (!isSeenWhole(key)) assert.doesNotMatch(text.replace(ASKED_FOR, ''), NEVER_WHOLE, what);
}

/** The rows of a page are made by one select: what the document says of a few, it says of all. */
function firstRows(body: unknown): unknown {
  const { content } = (body ?? {}) as { content?: unknown };
  return Array.isArray(content) ? { ...(body as object), content: content.slice(0, 5) } : body;
}

/** A personal id as Latvia and Sweden write it, and what is kept of a password (API-23, SB-47). */
const NEVER_WHOLE = /"\d{6}-\d{4,5}"|\$argon2/;
/** Who has said why sees a customer's for half a minute (ADR 162). */
const ASKED_FOR = /"shownPersonalId":"[^"]+"/;
/** A loan says whose it is, also to whoever does something with it (LN-33). */
const isSeenWhole = (key: Key) =>
  // and an export is made to say all (SB-46)
  key === 'GET /api/personal-data/{id}' ||
  key === 'GET /api/financing/consumer-credits/{id}' ||
  key.startsWith('POST /api/financing/consumer-credits/{id}/');

/** The file has the columns of its list, in their order, but for those that the caller may not see. */
function checkFile(row: Endpoint, text: string, what: string) {
  const { columns } = row.list!.resource;
  const labels = fileColumns(Object.entries(columns)).map(([, { label }]) => label);
  const [line = ''] = text.replace(/^\uFEFF/, '').split('\r\n');
  const heads = line.split(',');
  assert.deepEqual(
    heads,
    labels.filter((label) => heads.includes(label)),
    `${what} with columns of its own`,
  );
}

/** Each line is a record of the list, with no field that the list has not. */
function checkLines(row: Endpoint, text: string, what: string) {
  const known = Object.keys(row.list!.resource.columns);
  for (const line of text.split('\n').filter(Boolean))
    for (const key of Object.keys(JSON.parse(line) as object))
      assert.ok(known.includes(key), `${what} with ${key}`);
}

/** What came back, as tests read it. */
export function replyOf<A>(key: Key, { status, headers, text }: Sent): Reply<A> {
  const json = (wanted: boolean): unknown => {
    assert.ok(wanted, `${key} answered ${status}: ${text.slice(0, 500)}`);
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
