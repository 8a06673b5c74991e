import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createListener, type AddressInfo, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { after, before, beforeEach, describe, test } from 'node:test';
import { testServer, type TestServer } from '../testing/server.ts';
import { audit } from './audit.ts';
import { pushAudit, syslogMessage } from './audit-push.ts';
import { readConfig } from './config.ts';
import { sealBatch } from './seals.ts';

interface Line {
  seal: string;
  id: string;
  action: string;
  result: string;
  details: { nth: number; words: string };
}

const nths = (lines: readonly Line[]) => lines.map(({ details }) => details.nth);

describe('SB-46 the audit log goes to a collector', () => {
  let server: TestServer;
  let nth = 0;
  const listening: Server[] = [];
  before(async () => {
    server = await testServer();
    while (await sealBatch(server.database));
  });
  beforeEach(async () => {
    await server.pool.query(
      `insert into audit_push (seal, pushed_date) select max(number), now() from audit_seals
       on conflict (single) do update set seal = excluded.seal`,
    );
  });
  after(async () => {
    for (const one of listening) one.close();
    await server.close();
  });

  async function addAndSeal(count: number) {
    for (let at = 0; at < count; at++) {
      await server.database.transaction('all', (tx) =>
        audit(
          tx,
          { userId: null, userName: 'Ieva Kalniņa', address: null },
          {
            action: 'PING',
            entityType: 'TEST',
            entityId: null,
            merchantId: null,
            result: nth % 2 ? 'REFUSED' : 'SUCCESS',
            details: { nth: nth++, words: 'ķēde\n"]' },
          },
        ),
      );
      // ids of one millisecond have no order among each other
      await wait(2);
    }
    while (await sealBatch(server.database));
  }

  async function on<S extends Server>(listener: S): Promise<string> {
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    listening.push(listener);
    return `127.0.0.1:${(listener.address() as AddressInfo).port}`;
  }

  const pushing = (settings: Record<string, string>) => {
    const config = { ...server.services.config, ...readConfig(settings) };
    return pushAudit({ config, database: server.database })!;
  };

  test('as JSON lines over HTTP: in order, again after a failure, nothing lost, what comes twice by the same id', async () => {
    const got: Line[] = [];
    const heads: IncomingMessage['headers'][] = [];
    let answers: number[] = [];
    const listener = createServer((request, response) => {
      void text(request).then((body) => {
        const status = answers.shift() ?? 204;
        heads.push(request.headers);
        // one that takes it and whose answer is lost has it twice later
        if (status !== 503)
          got.push(
            ...body
              .trim()
              .split('\n')
              .map((line) => JSON.parse(line) as Line),
          );
        if (status === 0) request.socket.destroy();
        else response.writeHead(status).end();
      });
    });
    const at = await on(listener);
    const task = pushing({
      AUDIT_COLLECTOR: `http://${at}/in`,
      AUDIT_COLLECTOR_TOKEN: 'a token of the collector',
    });
    const first = nth;
    await addAndSeal(3);
    await addAndSeal(2);
    answers = [503];
    await assert.rejects(Promise.resolve(task.run()), /answered 503/);
    assert.deepEqual(got, []);
    assert.deepEqual(await task.run(), { processed: 5, failed: 0 });
    assert.deepEqual(
      nths(got),
      [0, 1, 2, 3, 4].map((one) => first + one),
    );
    assert.equal(heads.at(-1)!['content-type'], 'application/x-ndjson');
    assert.equal(heads.at(-1)!.authorization, 'Bearer a token of the collector');
    // one seal was taken, the answer for the next is lost
    await addAndSeal(2);
    await addAndSeal(1);
    answers = [204, 0];
    await assert.rejects(Promise.resolve(task.run()));
    assert.deepEqual(await task.run(), { processed: 1, failed: 0 });
    assert.deepEqual(
      nths(got),
      [0, 1, 2, 3, 4, 5, 6, 7, 7].map((one) => first + one),
    );
    assert.equal(new Set(got.map(({ id }) => id)).size, 8);
    assert.deepEqual(await task.run(), { processed: 0, failed: 0 });
  });

  test('by syslog over TCP: messages of RFC 5424 with their lengths; a receiver that fails and comes back has all in order', async () => {
    const got: string[] = [];
    let breaks = 2;
    const listener = createListener((socket) => {
      if (breaks-- > 0) return void socket.resetAndDestroy();
      void text(socket).then((body) => {
        got.push(body);
        socket.end();
      });
    });
    const at = await on(listener);
    const task = pushing({ AUDIT_COLLECTOR: `syslog+tcp://${at}` });
    const first = nth;
    await addAndSeal(2);
    await addAndSeal(1);
    for (let tries = 0; tries < 2; tries++) await assert.rejects(Promise.resolve(task.run()));
    assert.deepEqual(await task.run(), { processed: 3, failed: 0 });
    const lines: Line[] = [];
    for (let rest = Buffer.from(got.join('')); rest.length;) {
      const [, length] = /^(\d+) /.exec(rest.toString('latin1'))!;
      const from = length!.length + 1;
      const message = rest.subarray(from, from + Number(length)).toString();
      const parts =
        /^<(\d+)>1 (\S+Z) (\S+) paydesk - PING \[paydesk@32473 seal="(\d+)" id="([0-9a-f-]{36})"\] \uFEFF(.*)$/s.exec(
          message,
        );
      assert.ok(parts, message);
      const line = JSON.parse(parts[6]!) as Line;
      assert.deepEqual([line.seal, line.id], [parts[4], parts[5]]);
      assert.equal(parts[1], line.result === 'SUCCESS' ? '110' : '108');
      lines.push(line);
      rest = rest.subarray(from + Number(length));
    }
    assert.deepEqual(
      nths(lines),
      [0, 1, 2].map((one) => first + one),
    );
    assert.equal(lines[0]!.details.words, 'ķēde\n"]');
    const odd = syslogMessage(
      { ...(lines[0] as unknown as Parameters<typeof syslogMessage>[0]), action: 'A B\n' },
      'host',
    );
    assert.match(odd, / host paydesk - AB \[/);
  });

  test('AT-01, SB-06 and into a file, under the filters of the list', async () => {
    const staff = await server.as('admin@paydesk.test');
    const owner = await server.as('owner@amber.test');
    await owner.call('POST /api/login', {
      body: { username: 'owner@amber.test', password: 'wrong' },
      from: '198.51.100.7',
    });
    const query = { f_address: '198.51.100.7', f_action: 'login', timeZone: 'UTC' };
    const { status, text: file } = await staff.call('GET /api/audit-logs/users.csv', { query });
    assert.equal(status, 200, file);
    const lines = file.trim().split('\n');
    assert.equal(lines.length, 2, file);
    assert.match(lines[0]!, /Created.*User.*Action.*Details/);
    assert.match(lines[1]!, /Amber & Oak.*198\.51\.100\.7/);
    const count = await staff.call('GET /api/audit-logs/users.csv/count', { query });
    assert.equal(count.body.totalElements, 1);
    assert.equal((await owner.call('GET /api/audit-logs/users.csv')).status, 403);
  });

  test('nobody is asked where no collector is named; an address that is none stops the start', () => {
    assert.equal(pushAudit(server.services), null);
    for (const AUDIT_COLLECTOR of [
      'ftp://a.test',
      'http://logs.example.com/in',
      'syslog+tcp://a.test',
    ])
      assert.throws(() => readConfig({ AUDIT_COLLECTOR }), /AUDIT_COLLECTOR/);
  });
});
