import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { isFilterable } from '@paydesk/contract/kernel/columns.ts';
import type { Endpoint } from '@paydesk/contract/kernel/endpoint.ts';
import type { OpenApiDocument, Operation } from '@paydesk/contract/kernel/openapi/types.ts';
import { table } from '@paydesk/contract/index.ts';
import { Validator } from '@seriousme/openapi-schema-validator';
import fastify, { type FastifyInstance } from 'fastify';
import { headers } from './headers.ts';
import { reference } from './reference.ts';

const rows = Object.entries<Endpoint>(table);

describe('the OpenAPI document', () => {
  let app: FastifyInstance;
  let document: OpenApiDocument;
  const at = (key: string): Operation => {
    const [method = '', path = ''] = key.split(' ');
    const operation = document.paths[path]?.[method.toLowerCase()];
    assert.ok(operation, `${key} is not documented`);
    return operation;
  };
  const parameter = (key: string, name: string) => {
    const found = at(key).parameters.find((each) => each.name === name);
    assert.ok(found, `${key} has no ${name}`);
    return found;
  };

  before(async () => {
    app = fastify();
    await app.register(headers);
    await app.register(reference, { table });
    document = (await app.inject('/api/openapi.json')).json();
  });

  it('API-100 asks for no multiple of a hundredth, which no float is', () => {
    assert.doesNotMatch(JSON.stringify(document), /multipleOf/);
  });

  it('is valid OpenAPI 3.1 (AM-110)', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate({ ...structuredClone(document) });
    assert.deepEqual({ valid, errors, version: validator.version }, {
      valid: true,
      errors: undefined,
      version: '3.1',
    } as never);
    validator.resolveRefs();
  });

  it('has every row of the table, no other, and each by a name of its own', () => {
    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    assert.deepEqual(documented.toSorted(), Object.keys(table).toSorted());
    const ids = rows.map(([key]) => at(key).operationId);
    assert.equal(new Set(ids).size, ids.length);
  });

  it('names who may call each row, and which rows of the specification it serves (API-01)', () => {
    for (const [key, row] of rows) {
      const operation = at(key);
      assert.equal(operation['x-serves'], row.serves);
      const schemes = {
        public: [],
        machine: [{ apiKey: [] }, { signature: [] }],
        provider: [{ providerKey: [] }],
      };
      const signedIn = [{ session: [] }];
      assert.deepEqual(
        operation.security,
        Object.hasOwn(schemes, String(row.access)) ? schemes[row.access as 'public'] : signedIn,
        key,
      );
      // ways in: whoever is nobody is told so
      const isWayIn =
        /\/(login|passkeys\/sign-in|sso\/finish)$/.test(key) && row.body !== undefined;
      assert.equal('401' in operation.responses, row.access !== 'public' || isWayIn, key);
      for (const status of ['200', '400', '429', '500'])
        assert.ok(operation.responses[status], `${key}: ${status}`);
      assert.equal(
        operation.parameters.some(({ name }) => name === 'Idempotency-Key'),
        row.idempotent === true,
        key,
      );
    }
  });

  it('spells out every filter and sort of a list out of its columns (AM-12, AM-33)', () => {
    for (const [key, { list }] of rows) {
      if (!list) continue;
      const { columns, created } = list.resource;
      const filters = Object.keys(columns).filter((name) => isFilterable(columns[name]!));
      const names = at(key).parameters.flatMap(({ name }) =>
        name.startsWith('f_') ? [name.slice(2)] : [],
      );
      assert.deepEqual(new Set(names), new Set([...filters, 'createdDate']), key);
      // a sum has no order
      if (list.as === 'totals') continue;
      const sorts = parameter(key, 'sort').schema.enum as string[];
      for (const name of Object.keys(columns))
        assert.equal(
          sorts.includes(`${name},DESC`),
          columns[name]!.sort === true || name === 'createdDate',
        );
      assert.equal(parameter(key, 'sort').schema.default, `${created},DESC`);
    }
  });

  it('says which columns are limited to whom (SB-04)', () => {
    const key = 'GET /api/transactions';
    assert.match(parameter(key, 'f_payer').description, /Staff only\./);
    assert.match(parameter(key, 'f_xid').description, /BACKOFFICE_TECHNICAL only\./);
    const row = document.components.schemas['TransactionsRow']!;
    assert.match(row.properties!['payer']!.description!, /Staff only\./);
    assert.ok(!row.required!.includes('payer'));
  });

  it('describes the file beside a list (CS-19, AM-110)', () => {
    const key = 'GET /api/transactions.csv';
    for (const name of ['dateFrom', 'dateTo']) parameter(key, name);
    const answer = at(key).responses['200']!;
    assert.ok('content' in answer && answer.content?.['text/csv']);
    assert.ok(answer.headers?.['X-Records-Truncated']);
  });

  it('has the body of a refund, and the 202 of an open answer (API-37, AM-102)', () => {
    const { requestBody, responses } = at('PUT /api/transactions/{id}/actions/refund');
    const body = requestBody!.content['application/json']!.schema;
    assert.deepEqual(body.required, ['amount', 'currency', 'refundReason']);
    assert.equal(body.additionalProperties, false);
    assert.ok(responses['202']);
    assert.ok(!('202' in at('PUT /api/payment-links/{id}/disable').responses));
  });

  it('is read by people on a page of our own, without a script (AM-110)', async () => {
    const answer = await app.inject('/api/docs');
    assert.equal(answer.statusCode, 200);
    assert.match(String(answer.headers['content-security-policy']), /default-src 'none'/);
    assert.doesNotMatch(answer.body, /<script|style=|https?:\/\//);
    for (const [key] of rows) assert.ok(answer.body.includes(`<h3 id="${at(key).operationId}">`));
    for (const [, target] of answer.body.matchAll(/href="#([^"]+)"/g))
      assert.ok(answer.body.includes(`id="${target}"`), `nothing is called ${target}`);
    const levels = [...answer.body.matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
    assert.ok(levels.every((level, at) => level <= (levels[at - 1] ?? 0) + 1));
    assert.equal((await app.inject('/api/docs.css')).statusCode, 200);
  });

  it('is packed once, and not sent again to who has it', async () => {
    const plain = await app.inject('/api/openapi.json');
    const packed = await app.inject({
      url: '/api/openapi.json',
      headers: { 'accept-encoding': 'gzip, br' },
    });
    assert.equal(gunzipSync(packed.rawPayload).toString(), plain.body);
    const known = await app.inject({
      url: '/api/openapi.json',
      headers: { 'if-none-match': String(plain.headers.etag) },
    });
    assert.equal(known.statusCode, 304);
  });
});
