import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { registerHooks } from 'node:module';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { otlpReceiver } from '../testing/otlp.ts';

/** Which parts of OpenTelemetry have been read. */
const read = new Set<string>();
registerHooks({
  load(url, context, next) {
    const [, name] = /\/@opentelemetry\/([^/]+)/.exec(url) ?? [];
    if (name) read.add(name);
    return next(url, context);
  },
});
const { testServer } = await import('../testing/server.ts');
const { startTasks } = await import('./tasks.ts');
const { statementOf } = await import('./tracing.ts');

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

test('without the setting nothing of OpenTelemetry is read, but the names that prom-client reads', async () => {
  const server = await testServer();
  const { statusCode } = await server.app.inject('/health/ready');
  assert.equal(statusCode, 200);
  assert.doesNotMatch(server.logLines.join(''), /trace_id/);
  await server.close();
  assert.deepEqual([...read], ['api']);
});

test('a receiver that reads OTLP finds a call, its statements, its gateway and a task, and no value of anybody', async () => {
  const receiver = await otlpReceiver();
  const server = await testServer({ settings: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url } });
  try {
    const traceparent = `00-${TRACE}-${PARENT}-01`;
    // over a socket: a body arrives there outside of what began with the call
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const signIn = await fetch(`${address}/api/login`, {
      method: 'POST',
      body: JSON.stringify({ username: 'nobody.needle@amber.test', password: 'needle-password' }),
      headers: { traceparent, 'content-type': 'application/json' },
    });
    const requestId = signIn.headers.get('x-request-id');
    await signIn.text();
    const fromAfar = await server.app.inject({
      url: '/api/login?needle=1',
      headers: { traceparent },
      remoteAddress: '203.0.113.9',
    });
    await server.app.inject({
      url: '/health/live',
      headers: { traceparent: `00-${'0'.repeat(32)}-${PARENT}-01` },
    });
    const ran = Promise.withResolvers<void>();
    const tasks = startTasks(
      [
        {
          name: 'a-task',
          type: 'HOUSEKEEPING',
          everyMs: 60_000,
          async run() {
            await server.database.transaction('all', (tx) =>
              tx.selectFrom('users').select('id').limit(1).execute(),
            );
            await server.services.acquirer.inquire(crypto.randomUUID());
            ran.resolve();
            return { processed: 1 };
          },
        },
      ],
      server.services,
    );
    await ran.promise;
    await tasks.stop();
    await server.close();

    assert.ok(read.has('sdk-trace'));
    assert.equal(signIn.status, 401);
    assert.deepEqual(receiver.wrong, []);
    const named = (name: string) => receiver.spans.filter((span) => span.name === name);
    const ofCall = (id: unknown) =>
      receiver.spans.find(({ attributes }) => attributes['paydesk.request_id'] === id)!;
    const call = ofCall(requestId);
    assert.deepEqual(
      { ...call, spanId: '' },
      {
        name: 'POST /api/login',
        traceId: TRACE,
        spanId: '',
        parentSpanId: PARENT,
        kind: 'SPAN_KIND_SERVER',
        attributes: {
          'http.request.method': 'POST',
          'http.route': '/api/login',
          'http.response.status_code': 401,
          'paydesk.request_id': requestId,
        },
        failed: false,
        service: 'paydesk',
      },
    );
    const statements = receiver.spans.filter(({ parentSpanId }) => parentSpanId === call.spanId);
    assert.ok(
      statements.some(({ name }) => name === 'select users'),
      statements.map(({ name }) => name).join(),
    );
    for (const { traceId, kind, attributes } of statements) {
      assert.equal(traceId, TRACE);
      assert.equal(kind, 'SPAN_KIND_CLIENT');
      assert.equal(attributes['db.system.name'], 'postgresql');
    }
    // a stranger does not say which trace it is, nor do ids that are none
    const other = ofCall(fromAfar.headers['x-request-id']);
    assert.notEqual(other.traceId, TRACE);
    assert.equal(other.parentSpanId, '');
    assert.equal(named('GET /health/live')[0]!.parentSpanId, '');

    const [gateway] = named('ACQUIRER inquire');
    assert.match(String(gateway!.attributes['paydesk.outcome']), /^[a-zA-Z]+$/);
    const [task] = named('task a-task');
    assert.equal(gateway!.parentSpanId, task!.spanId);
    assert.equal(task!.attributes['paydesk.outcome'], 'SUCCESS');
    assert.ok(
      named('select users').some(({ parentSpanId }) => parentSpanId === task!.spanId),
      'the statement of the task',
    );

    assert.doesNotMatch(receiver.text(), /needle|amber|203\.0\.113|127\.0\.0\.1/);

    const lines = server.logLines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const line = lines.find((each) => each['requestId'] === requestId && each['msg'] === 'call')!;
    assert.equal(line['trace_id'], TRACE);
  } finally {
    receiver.close();
  }
});

test('a receiver that refuses, takes and never answers, or is away holds up no call and no stop', async () => {
  let refuses = true;
  const receiver = createServer((_request, response) => {
    if (refuses) response.writeHead(400).end();
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  const { port } = receiver.address() as AddressInfo;
  const server = await testServer({
    settings: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, LOG_LEVEL: 'warn' },
  });
  const called = async (calls: number) => {
    const from = performance.now();
    for (let sent = 0; sent < calls; sent += 10)
      await Promise.all(
        Array.from({ length: 10 }, async () => {
          const { statusCode } = await server.app.inject('/health/live');
          assert.equal(statusCode, 200);
        }),
      );
    const took = performance.now() - from;
    assert.ok(took < 30_000, `${calls} calls took ${took} ms`);
  };
  await called(10);
  while (!server.logLines.length) await wait(20);
  refuses = false;
  // more than may wait
  await called(2500);
  receiver.closeAllConnections();
  receiver.close();
  await called(10);
  const from = performance.now();
  await server.close();
  const took = performance.now() - from;
  assert.ok(took < 4000, `the stop took ${took} ms`);
  const warnings = server.logLines.filter((line) => line.includes('traces are not taken'));
  assert.equal(warnings.length, 1, server.logLines.join(''));
});

const told = (text: string) => Object.values(statementOf(text)).join(' ');

test('of a statement its operation and its table are told, never what stands in it', () => {
  assert.equal(told('select * from "users" where email = $1'), 'select users');
  assert.equal(told("select 'from secrets' as x from orders"), 'select orders');
  assert.equal(told('insert into "audit_log" (id) values ($1)'), 'insert audit_log');
  assert.equal(told('UPDATE sessions set a = 1 from users'), 'update sessions');
  assert.equal(
    told('with due as (select id from outbox for update skip locked) delete from outbox'),
    'delete outbox',
  );
  assert.equal(told('with a as (select 1) select * from a'), 'select a');
  assert.equal(told("set local paydesk.merchant_id = '0198c1de'"), 'set ');
  assert.equal(told('select pg_advisory_unlock($1)'), 'select ');
});
