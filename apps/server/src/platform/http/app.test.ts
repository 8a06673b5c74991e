import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { table } from '@paydesk/contract/index.ts';
import { handlersOf, lists } from '../../resources.ts';
import { DEMO_PASSWORD } from '../../seed/seed.ts';
import { checkError } from '../../testing/answers.ts';
import { insertPayment, refund, standing } from '../../testing/money.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';
import { openDatabase } from '../db/database.ts';
import { buildApp } from './app.ts';
import { Answer } from './handlers.ts';

interface Raw {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'HEAD' | 'OPTIONS';
  url: string;
  headers?: Record<string, string>;
  payload?: string;
  remoteAddress?: string;
}

describe('the HTTP server', () => {
  let server: TestServer;
  let owner: Client;
  before(async () => {
    server = await testServer();
    owner = await server.as('owner@amber.test');
  });
  after(() => server.close());

  async function raw({ headers = {}, ...request }: Raw) {
    const authorization = `Bearer ${owner.token}`;
    const response = await server.app.inject({
      ...request,
      headers: { authorization, ...headers },
    });
    const { statusCode: status, body: text } = response;
    return { status, text, headers: response.headers as Record<string, string> };
  }

  async function refusal(request: Raw) {
    const response = await raw(request);
    const what = `${request.method ?? 'GET'} ${request.url}`;
    return { ...response, error: checkError(response, what) };
  }

  const body = JSON.stringify({ username: 'owner@amber.test', password: DEMO_PASSWORD });
  const login = (type: string | null, payload = body) =>
    raw({
      method: 'POST',
      url: '/api/login',
      payload,
      headers: type === null ? {} : { 'content-type': type },
    });

  test('SB-51 a body is JSON by its content type or it is 415; none slips past the schema', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/json',
      'application/jsonp',
      'application/vnd.api+json',
      'application/xml',
      'application/octet-stream',
      '*/*',
      'json',
    ])
      assert.equal((await login(type)).status, 415, type);
    assert.equal((await login('application/json; charset=utf-8')).status, 200);
    const more = JSON.stringify({ ...(JSON.parse(body) as object), admin: true });
    for (const type of [
      'application/json',
      'application/json; charset=utf-8',
      'APPLICATION/JSON',
      ' application/json',
      'application/json\ta',
      'application/json ; a',
      'application/json,text/plain',
    ]) {
      const reply = await login(type, more);
      const error = checkError(reply, type);
      if (reply.status !== 415) assert.deepEqual(error.errors[0]!.field, 'admin', type);
    }
  });

  test('SB-51 a body over 1 MB is 413, one that is no JSON object is 400', async () => {
    const json = { 'content-type': 'application/json' };
    const post = (payload: string) =>
      refusal({ method: 'POST', url: '/api/login', payload, headers: json });
    const large = JSON.stringify({ username: 'x'.repeat(1024 * 1024), password: 'y' });
    assert.equal((await post(large)).status, 413);
    for (const payload of [
      '{',
      '',
      'null',
      '1',
      '"text"',
      '[]',
      '{"username":}',
      `{"__proto__":{"admin":true},${body.slice(1)}`,
      `{"constructor":{"prototype":{"admin":true}},${body.slice(1)}`,
      '\u0000',
      '[['.repeat(10_000),
      `{"username":${'['.repeat(3000)}${']'.repeat(3000)},"password":"y"}`,
      `{"username":"\\ud800","password":"y"}`,
      `{"\\udfff":"x","password":"y"}`,
    ])
      assert.equal((await post(payload)).status, 400, payload.slice(0, 40));
    assert.equal(({} as { admin?: boolean }).admin, undefined);
  });

  test('ER-20, ER-21 whatever is wrong with a path or a method has the error shape', async () => {
    for (const url of [
      '/api/nothing',
      '/api',
      '/api/transactions/',
      '/api/transactions/1',
      '/api/transactions/%ZZ',
      '/api/transactions/%00',
      `/api/transactions/${'a'.repeat(300)}`,
      '/api/../etc/passwd',
      '/api/%2e%2e/%2e%2e/etc/passwd',
      '//api/users/me',
      '/nothing',
      '/api/users/me%0d%0aset-cookie:a=b',
    ]) {
      const response = await raw({ url });
      if (url === '/api/transactions/') assert.equal(response.status, 200);
      else {
        checkError(response, url);
        assert.ok([400, 404].includes(response.status), `${url} ${response.status}`);
      }
      assert.ok(!response.headers['set-cookie'], url);
    }
  });

  test('ER-20 another method is 405 and says which are allowed; OPTIONS and HEAD open nothing', async () => {
    for (const [method, url, allow] of [
      ['DELETE', '/api/transactions', 'GET'],
      ['PATCH', '/api/users/me', 'GET, PUT'],
      ['GET', '/api/login', 'POST'],
      ['GET', `/api/transactions/${crypto.randomUUID()}/actions/refund`, 'PUT, POST'],
      ['OPTIONS', '/api/transactions', 'GET'],
      ['HEAD', '/api/login', 'POST'],
    ] as const) {
      const response = await raw({ method, url });
      assert.equal(response.status, 405, `${method} ${url}`);
      assert.equal(response.headers['allow'], allow, `${method} ${url}`);
    }
    for (const header of ['x-http-method-override', 'x-method-override'])
      assert.equal(
        (await raw({ method: 'GET', url: '/api/login', headers: { [header]: 'POST' } })).status,
        405,
      );
  });

  test('SB-51 security headers on answers and refusals alike, and no other origin is let in', async () => {
    for (const url of ['/api/users/me', '/api/nothing', '/health/live', '/api/transactions.csv']) {
      const { headers } = await raw({ url, headers: { origin: 'https://evil.test' } });
      assert.match(
        headers['content-security-policy']!,
        /default-src 'none'.*frame-ancestors 'none'/,
      );
      assert.doesNotMatch(headers['content-security-policy']!, /unsafe|\*/);
      assert.equal(headers['x-content-type-options'], 'nosniff', url);
      assert.match(headers['strict-transport-security']!, /max-age=31536000; includeSubDomains/);
      assert.equal(headers['referrer-policy'], 'same-origin');
      assert.equal(headers['x-frame-options'], 'SAMEORIGIN');
      assert.equal(headers['x-powered-by'], undefined);
      assert.equal(headers['server'], undefined);
      assert.equal(headers['access-control-allow-origin'], undefined, url);
      assert.equal(headers['set-cookie'], undefined);
      if (url.startsWith('/api/users') || url.endsWith('csv'))
        assert.equal(headers['cache-control'], 'no-store', url);
    }
    const policies = await Promise.all([1, 2].map(() => raw({ url: '/health/live' })));
    const nonces = policies.map(({ headers }) => headers['content-security-policy']);
    assert.notEqual(nonces[0], nonces[1]);
  });

  test('SB-49, SB-48 a fault is a 500 with its id, tells nothing, and nothing stays half-done', async () => {
    const id = await insertPayment(server, { merchantId: await server.merchantId('Amber & Oak') });
    const earlier = await standing(server, id);
    await server.pool.query(`
      create function fail() returns trigger language plpgsql as
        $$ begin raise exception 'no room for person@secret.test'; end $$;
      create trigger fail before insert on audit_logs for each row execute function fail()`);
    const reply = await refund(owner, id, 10);
    await server.pool.query('drop trigger fail on audit_logs; drop function fail()');
    assert.equal(reply.status, 500);
    assert.equal(reply.error.errorCode, 'SERVER_ERROR');
    assert.doesNotMatch(reply.text, /secret|audit|trigger/);
    assert.deepEqual(await standing(server, id), earlier);
    const lines = server.logLines.filter((line) => line.includes(reply.error.requestId));
    assert.ok(lines.some((line) => line.includes('call failed') && line.includes('"P0001"')));
    assert.ok(!lines.join().includes('secret'));
  });

  test('SB-47 no log line holds a password, a token, a key, a card, a name, an address or a filter', async () => {
    const secrets = [
      'needle-password',
      'needle-note',
      'needle-filter',
      'needle-key',
      'needle-agent',
    ];
    const from = '203.0.113.77';
    await server.anonymous.call('POST /api/login', {
      body: { username: 'needle-user@secret.test', password: 'needle-password' },
      headers: { 'user-agent': 'needle-agent' },
    });
    const person = await server.signIn('operator@amber.test');
    const merchantId = await server.merchantId('Amber & Oak');
    const id = await insertPayment(server, { merchantId, cardPan: '411111******4242' });
    await refund(
      person,
      id,
      1,
      { refundNote: 'needle-note' },
      {
        headers: { 'idempotency-key': 'needle-key' },
      },
    );
    await refund(person, id, 1e6, { refundNote: 'needle-note' });
    for (const query of ['f_description=needle-filter', 'needle-filter=1']) {
      await person.call('GET /api/transactions', { query });
      await person.call('GET /api/transactions.csv', { query, from });
    }
    await raw({ url: `/api/needle-filter?token=${person.token}` });
    await raw({ method: 'POST', url: '/api/login', payload: '{"password":"needle-password"' });
    await server.pool.query('alter table soap_logs rename to gone');
    const admin = await server.as('admin@paydesk.test');
    const broken = await admin.call('GET /api/soap-logs', {
      query: { f_operation: 'needle-filter' },
    });
    await server.pool.query('alter table gone rename to soap_logs');
    assert.equal(broken.status, 500);
    await person.call('POST /api/logout');

    const log = server.logLines.join('');
    secrets.push(person.token!, owner.token!, DEMO_PASSWORD, '411111***', '***4242', '@amber.test');
    secrets.push('needle-user', 'Toms', 'Liepiņš', 'Anna Ozola', 'Bearer', from, '$argon2');
    for (const secret of secrets) assert.ok(!log.includes(secret), `${secret} is in the log`);
    const calls = server.logLines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const refunds = calls.filter(({ route }) => String(route).endsWith('/actions/refund'));
    assert.ok(refunds.some(({ userId, status }) => userId === person.userId && status === 200));
    assert.ok(calls.every((line) => line['msg'] !== 'call' || line['requestId']));
    const files = calls.filter(
      ({ route, msg }) => msg === 'call' && String(route).endsWith('.csv'),
    );
    assert.ok(files.length >= 2, 'files are logged too');
  });

  test('SB-04, SB-49 an answer that its row does not say stays here: a field, a type, a status', async () => {
    const right = { recordsLimit: 10 };
    const key = 'GET /api/csv/records-limit';
    let answer: unknown;
    const { services } = server;
    const app = await buildApp({
      services,
      table,
      handlers: { ...handlersOf(services), [key]: async () => answer },
      lists,
      pages: [],
      draining: () => false,
      webFolder: null,
    });
    const headers = { authorization: `Bearer ${owner.token}` };
    for (const [given, status] of [
      [right, 200],
      [new Answer(200, right), 200],
      [{ ...right, personal_id: '120385-12945' }, 500],
      [{ recordsLimit: '120385-12945' }, 500],
      [{}, 500],
      [null, 500],
      [new Answer(201, right), 500],
      [new Answer(202, right), 500],
    ] as const) {
      answer = given;
      const url = '/api/csv/records-limit';
      const { statusCode, headers: sent, body: text } = await app.inject({ url, headers });
      assert.equal(statusCode, status, JSON.stringify(given));
      if (status === 500) checkError({ status, headers: sent, text }, key);
      assert.doesNotMatch(text + server.logLines.join(''), /120385/);
    }
    await app.close();
  });

  test('SB-01 health: live without the database, ready with it and not while draining; metrics for loopback alone', async () => {
    assert.deepEqual(JSON.parse((await raw({ url: '/health/live' })).text), { status: 'live' });
    assert.equal((await raw({ url: '/health/ready' })).status, 200);
    server.state.draining = true;
    const draining = await raw({ url: '/health/ready' });
    assert.equal(draining.status, 503);
    assert.deepEqual(JSON.parse(draining.text), { status: 'draining' });
    assert.equal((await raw({ url: '/health/live' })).status, 200);
    server.state.draining = false;

    const database = openDatabase('postgres://nobody@127.0.0.1:1/none', {
      statementTimeoutMs: 1000,
    });
    const services = { ...server.services, database };
    const parts = {
      table,
      handlers: handlersOf(services),
      lists,
      pages: [],
      draining: () => false,
      webFolder: null,
    };
    const app = await buildApp({ ...parts, services });
    assert.equal((await app.inject('/health/live')).statusCode, 200);
    assert.equal((await app.inject('/health/ready')).statusCode, 503);
    const headers = { authorization: `Bearer ${'a'.repeat(43)}` };
    const call = await app.inject({ url: '/api/users/me', headers });
    assert.equal(call.statusCode, 503);
    checkError({ status: 503, text: call.body, headers: call.headers }, 'without a database');
    await app.close();
    await database.close();

    const metrics = await raw({ url: '/metrics' });
    assert.equal(metrics.status, 200);
    assert.match(metrics.text, /paydesk_http_request_seconds_bucket\{.*route="\/api\/login"/);
    const notLocal: Omit<Raw, 'url'>[] = [
      { remoteAddress: '203.0.113.9' },
      { remoteAddress: '::ffff:203.0.113.9' },
      { headers: { 'x-forwarded-for': '127.0.0.1' } },
      { headers: { forwarded: 'for=127.0.0.1;host=localhost' } },
      { headers: { 'x-real-ip': '127.0.0.1' } },
      { headers: { via: '1.1 proxy' } },
      // a proxy that says nothing of it
      { headers: { host: 'desk.example.com' } },
      { headers: { host: 'localhost.example.com:3000' } },
    ];
    for (const host of ['127.0.0.1:3000', 'localhost:3000', '[::1]:3000'])
      assert.equal((await raw({ url: '/metrics', headers: { host } })).status, 200, host);
    for (const request of notLocal)
      assert.equal((await raw({ url: '/metrics', ...request })).status, 404);
    // a proxy that is trusted, everybody even, says whom it forwards, and makes nobody local
    for (const proxies of ['198.51.100.0/24', '0.0.0.0/0, ::/0', 'loopback']) {
      const config = { ...server.services.config, TRUST_PROXY: proxies };
      const behind = await buildApp({ ...parts, services: { ...server.services, config } });
      for (const remoteAddress of ['198.51.100.7', '127.0.0.1'])
        for (const name of ['x-forwarded-for', 'forwarded']) {
          const request = { url: '/metrics', remoteAddress, headers: { [name]: '127.0.0.1' } };
          assert.equal((await behind.inject(request)).statusCode, 404, proxies);
        }
      assert.equal((await behind.inject('/metrics')).statusCode, 200);
      await behind.close();
    }
  });
});
