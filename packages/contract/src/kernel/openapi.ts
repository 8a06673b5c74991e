import * as z from 'zod';
import { isEdit } from './body.ts';
import { fileColumns } from './columns.ts';
import { fileWait, type Endpoint, type EndpointTable } from './endpoint.ts';
import { ERROR } from './openapi/error.ts';
import { waits } from './waiting.ts';
import { IDEMPOTENCY_KEY, SHOPPER_KEY } from './openapi/keys.ts';
import { lateTotal, PREFER } from './openapi/late-total.ts';
import { waitingResponse } from './openapi/waiting.ts';
import { asksStepUp } from './sensitive.ts';
import { listParameters, queryParameters } from './openapi/parameters.ts';
import type { OpenApiDocument, Operation, Parameter, Response, Schema } from './openapi/types.ts';
import { isFile } from './resource.ts';
import { GENERAL_WORDS, headersOf, REFUSALS, STALE_WORDS } from './openapi/words.ts';

type Schemas = Record<string, Schema>;

const BEARER = 'session';
const API_KEY = 'apiKey';
const SIGNATURE = 'signature';
const PROVIDER_KEY = 'providerKey';

/** The OpenAPI 3.1 document of the endpoint table; nothing in it is written twice. */
export function openApi(
  table: EndpointTable,
  { version, url = '/' }: { version: string; url?: string },
): OpenApiDocument {
  const schemas: Schemas = { Error: ERROR };
  const paths: OpenApiDocument['paths'] = {};
  const tags = new Set<string>();
  for (const [key, row] of Object.entries<Endpoint>(table)) {
    const [method, path] = key.split(' ') as [string, string];
    const tag = tagOf(path, row, table);
    tags.add(tag);
    (paths[path] ??= {})[method.toLowerCase()] = operationOf(method, path, row, tag, schemas);
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Paydesk API', version, description: GENERAL_WORDS },
    servers: [{ url }],
    tags: [...tags].map((name) => ({ name })),
    paths,
    components: {
      schemas,
      responses: Object.fromEntries(
        Object.values(REFUSALS).map(({ name, words }) => [name, refusal(words)]),
      ),
      securitySchemes: {
        [BEARER]: {
          type: 'http',
          scheme: 'bearer',
          description: 'The `token` that `POST /api/login` answers.',
        },
        [API_KEY]: {
          type: 'http',
          scheme: 'bearer',
          description: 'The API key of a merchant, for its own systems.',
        },
        [PROVIDER_KEY]: {
          type: 'http',
          scheme: 'bearer',
          description: 'A key of the provider’s, for a core that runs beside Paydesk.',
        },
        [SIGNATURE]: {
          type: 'apiKey',
          in: 'header',
          name: 'Signature',
          description:
            'An HTTP Message Signature (RFC 9421) by the key of one of the merchant’s active certificates, `keyid` its id; `Signature-Input` stands beside it.',
        },
      },
    },
  };
}

function securityOf({ access }: Endpoint): Operation['security'] {
  if (access === 'public') return [];
  if (access === 'provider') return [{ [PROVIDER_KEY]: [] }];
  return access === 'machine' ? [{ [API_KEY]: [] }, { [SIGNATURE]: [] }] : [{ [BEARER]: [] }];
}

function operationOf(
  method: string,
  path: string,
  row: Endpoint,
  tag: string,
  schemas: Schemas,
): Operation {
  return {
    operationId: operationId(method, path),
    tags: [tag],
    summary: row.summary,
    description: whoMay(row),
    security: securityOf(row),
    parameters: [
      ...pathParameters(row),
      ...(row.list ? listParameters(row.list) : queryParameters(row)),
      ...(row.idempotent ? [IDEMPOTENCY_KEY] : []),
      ...(row.shopperKey ? [SHOPPER_KEY] : []),
      ...(row.list?.as === 'page' ? [PREFER] : []),
    ],
    ...(row.body && {
      requestBody: {
        required: !row.bodiless,
        content: { 'application/json': { schema: jsonSchema(row.body, 'input', schemas) } },
      },
    }),
    ...(row.takes && {
      requestBody: {
        required: true,
        content: { [row.takes.type]: { schema: { type: 'string' } } },
      },
    }),
    responses: responsesOf(method, row, schemas),
    'x-serves': row.serves,
    'x-access': { access: row.access, ...(row.roles && { roles: row.roles }), scope: row.scope },
  };
}

/** The row's own tag, the title of the list its path lies under, or the path's first part in words. */
function tagOf(path: string, row: Endpoint, table: EndpointTable): string {
  if (row.tag) return row.tag;
  const [, first = ''] = /^\/api\/([^/.]+)/.exec(row.list?.resource.path ?? path) ?? [];
  const words = first.replaceAll('-', ' ');
  const list = table[`GET /api/${first}`]?.list;
  return list?.resource.title ?? capital(words);
}

/** 'PUT /api/transactions/{id}/actions/refund' → putTransactionsByIdActionsRefund */
function operationId(method: string, path: string): string {
  return method.toLowerCase() + pascal(path.replace('/api/', '').replace(/\{(\w+)\}/g, 'by-$1'));
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const pascal = (text: string) =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map(capital)
    .join('');

function whoMay(row: Endpoint): string {
  const {
    access,
    roles,
    scope,
    whileExpired,
    beforeSecondFactor,
    callsAMinute,
    callsAMinuteOfMerchant,
  } = row;
  const words =
    access === 'public'
      ? ['Open to everybody.']
      : access === 'authenticated'
        ? ['For every signed-in user.']
        : access === 'machine'
          ? ['For a merchant’s own systems, by API key or signature; for no person.']
          : access === 'provider'
            ? ['For the provider’s own systems, by a key that may write this; for no person.']
            : [`For holders of ${access.map((name) => `\`${name}\``).join(' or ')}.`];
  if (roles) words.push(`Roles: ${roles.map((role) => `\`${role}\``).join(', ')}.`);
  if (scope === 'merchant') words.push('Merchant users reach what is their own merchant’s alone.');
  if (scope === 'own') words.push('The own merchant’s alone; who has none gets a 404.');
  if (callsAMinuteOfMerchant)
    words.push(`At most ${callsAMinuteOfMerchant} calls a minute by the people of one merchant.`);
  if (whileExpired) words.push('Works while the password is expired.');
  if (callsAMinute) words.push(`At most ${callsAMinute} such calls a minute from one address.`);
  if (beforeSecondFactor) words.push('Works before a required second factor is set up.');
  if (asksStepUp(row))
    words.push('Whoever has a second factor must have shown it within the last five minutes.');
  return words.join(' ');
}

function pathParameters(row: Endpoint): Parameter[] {
  if (!row.params) return [];
  const { properties = {} } = jsonSchema(row.params, 'input', {});
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'path',
    required: true,
    description: 'One that is absent, or another merchant’s, is a 404.',
    schema,
  }));
}

function responsesOf(method: string, row: Endpoint, schemas: Schemas): Operation['responses'] {
  const answer = answerOf(row, schemas);
  const content = { [row.answerType ?? 'application/json']: { schema: answer } };
  const responses: Operation['responses'] = {
    200: {
      description: answerWords(method, row),
      ...headersOf(method, row, isFile(row.list?.as)),
      content,
    },
  };
  const wait = isFile(row.list?.as) ? jsonSchema(fileWait(), 'output', schemas) : null;
  const also = wait
    ? { 'application/json': { schema: wait } }
    : row.list?.as === 'page'
      ? lateTotal(answer)
      : content;
  for (const [status, words] of Object.entries(row.alsoAnswers ?? {}))
    responses[status] =
      Number(status) < 300 ? { description: words, content: also } : refusal(words);
  if (row.secondPerson)
    responses[202] = waitingResponse(
      row.alsoAnswers?.[202],
      wait ?? (row.alsoAnswers?.[202] ? answer : null),
      jsonSchema(waits(), 'output', schemas),
    );
  if (isEdit(row.body)) responses[409] = refusal(STALE_WORDS);
  for (const [status, { name }] of Object.entries(REFUSALS)) {
    if ((status === '401' || status === '403') && row.access === 'public') continue;
    if (status === '404' && !canBeAbsent(row)) continue;
    responses[status] ??= { $ref: `#/components/responses/${name}` };
  }
  return responses;
}

/** What a path names, the newest of none, or the merchant of somebody who has none. */
const canBeAbsent = ({ params, list, scope }: Endpoint) =>
  params !== undefined || list?.as === 'first' || scope === 'own';

/** The answer's schema; the row of a list stands among the shared ones, by its resource's name. */
function answerOf(row: Endpoint, schemas: Schemas): Schema {
  const schema = jsonSchema(row.answer, 'output', schemas);
  const content = row.list?.as === 'page' ? schema.properties?.content : undefined;
  if (!content?.items) return schema;
  const name = `${pascal(row.list!.resource.slug)}Row`;
  schemas[name] = content.items;
  content.items = { $ref: `#/components/schemas/${name}` };
  return schema;
}

function answerWords(method: string, { list }: Endpoint): string {
  if (list?.as === 'page') return 'One page of rows.';
  if (list?.as === 'lines') return 'A line a record, each as the list answers it.';
  if (list?.as !== 'csv') return method === 'GET' ? 'What was asked for.' : 'Done.';
  const labels = fileColumns(Object.entries(list.resource.columns)).map(([, { label }]) => label);
  return `The file, in UTF-8 with a byte order mark; limited columns only for those who see them. Columns: ${labels.join(', ')}.`;
}

/** The schema as JSON Schema; what has an id of its own goes among the shared ones. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output', schemas: Schemas): Schema {
  const { $defs, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: part }) => {
      delete part.$schema;
      // zod spells out what the format and the type say already
      if (part.format) delete part.pattern;
      if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum;
      if (part.minimum === Number.MIN_SAFE_INTEGER) delete part.minimum;
    },
  });
  delete json.$schema;
  const [shared, own] = JSON.parse(
    JSON.stringify([$defs ?? {}, json]).replaceAll('"#/$defs/', '"#/components/schemas/'),
  ) as [Schemas, Schema];
  for (const [name, { ...definition }] of Object.entries(shared)) schemas[name] = definition;
  return own;
}

function refusal(description: string): Response {
  const schema = { $ref: '#/components/schemas/Error' };
  return { description, content: { 'application/json': { schema } } };
}
