import assert from 'node:assert/strict';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { testServer, type Client, type TestServer } from './testing/server.ts';

const LARGE = { rows: 8000, letters: 8000 };

async function until(what: string, holds: () => Promise<boolean>, ms = 5000): Promise<void> {
  const end = performance.now() + ms;
  while (!(await holds())) {
    assert.ok(performance.now() < end, what);
    await sleep(20);
  }
}

describe('long answers under load', () => {
  let server: TestServer;
  let admin: Client;
  let port: number;
  const sockets = new Set<Socket>();

  before(async () => {
    server = await testServer({ settings: { STATEMENT_TIMEOUT_MS: '500' } });
    admin = await server.as('admin@paydesk.test');
    const merchantId = await server.merchantId('Amber & Oak');
    const client = await server.pool.connect();
    await client.query('begin; set local statement_timeout = 0');
    // a statement that is silent beyond its time is cut from this side: in portions
    for (let rows = 0; rows < LARGE.rows; rows += 500)
      await client.query(
        `insert into transactions (id, merchant_id, date, status, amount_cents, currency, batch_id, description)
         select gen_random_uuid(), $1, now(), 'SUCCESS', 100, 'EUR', 'large', repeat('x', $2)
         from generate_series(1, 500)`,
        [merchantId, LARGE.letters],
      );
    await client.query('commit');
    client.release();
    server.app.server.on('connection', (socket) => sockets.add(socket));
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = server.app.server.address() as AddressInfo);
  });
  after(async () => {
    for (const socket of sockets) socket.destroy();
    await server.close();
  });

  const sent = () => [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, 0);

  /** A file on its way, whose reader has read nothing of it yet. */
  const open = (query: string, by = admin) => {
    const headers = { authorization: `Bearer ${by.token}` };
    const request = get({ port, path: `/api/transactions.csv?${query}`, headers });
    const answer = new Promise<IncomingMessage>((resolve, reject) =>
      request.on('response', resolve).on('error', reject),
    );
    answer.catch(() => {});
    return { request, answer };
  };

  /** What the database still does for files. */
  const running = () =>
    server.all<{ query: string; wait: string }>(
      `select query, wait_event as wait from pg_stat_activity
       where datname = current_database() and state <> 'idle'
         and (query like 'copy%' or query like 'select (select count%')`,
    );

  /** While somebody holds the customers, a filter by payer waits for as long. */
  async function withCustomersLocked(work: () => Promise<void>): Promise<void> {
    const client = await server.pool.connect();
    await client.query('begin; lock table customers in access exclusive mode');
    try {
      await work();
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  test('SB-06 a reader who stops is waited for: the database sends no more, the server keeps nothing', async () => {
    const { request, answer } = open('f_batchId=large');
    const response = await answer;
    let bytes = 0;
    response.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes > 1_000_000) response.pause();
    });
    await until('what is on its way is full', async () => {
      const before = sent();
      await sleep(300);
      return bytes > 1_000_000 && sent() === before;
    });
    const [sentThen, heldThen, readThen] = [sent(), process.memoryUsage().arrayBuffers, bytes];
    await sleep(700);
    assert.equal(sent(), sentThen, 'nothing more was sent');
    assert.ok(process.memoryUsage().arrayBuffers - heldThen < 1_000_000, 'nothing more is kept');
    assert.equal((await running())[0]?.wait, 'ClientWrite');
    assert.ok(
      readThen < LARGE.rows * LARGE.letters,
      'the file is larger than what fits on its way',
    );

    const whole = new Promise((resolve) => response.once('end', resolve));
    response.removeAllListeners('data');
    let records = 0;
    response.on('data', (part: Buffer) => {
      bytes += part.length;
      records += part.toString('latin1').split('\r\n').length - 1;
    });
    response.resume();
    await whole;
    assert.ok(bytes > LARGE.rows * LARGE.letters, 'the reader who goes on gets it all');
    assert.ok(records > 0);
    assert.ok(response.complete);
    request.destroy();
  });

  test('SB-06 who leaves while the records are counted, or sent, ends the statement within a second', async () => {
    const leave = async (request: { destroy(): void }) => {
      request.destroy();
      await until('the statement ends', async () => (await running()).length === 0, 1000);
    };
    await withCustomersLocked(async () => {
      const { request } = open('f_payer=a');
      await until('it counts', async () => (await running())[0]?.wait === 'relation');
      await leave(request);
    });
    const { request, answer } = open('f_batchId=large');
    await answer;
    await until('it is sent', async () => (await running())[0]?.wait === 'ClientWrite');
    await leave(request);
    await sleep(100);
    const faults = server.logLines.filter((line) => /file cut short|call failed/.test(line));
    assert.deepEqual(faults, [], 'a reader who left is no fault');
  });

  test('SB-05, SB-06 however many read files slowly, lists are answered', async () => {
    // a person has two of the four places
    const other = await server.as('technical@paydesk.test');
    const files = Array.from({ length: 24 }, (_, nth) =>
      open('f_batchId=large', nth % 2 ? other : admin),
    );
    await until('some are on their way, and stuck', async () => {
      const copies = await running();
      return copies.length === 4 && copies.every(({ wait }) => wait === 'ClientWrite');
    });
    for (let nth = 0; nth < 20; nth++) {
      const { status } = await admin.call('GET /api/transactions', { query: { size: '10' } });
      assert.equal(status, 200);
    }
    assert.equal((await running()).length, 4, 'four at once, the others wait for their turn');
    assert.equal(server.pool.waitingCount, 0);
    for (const { request } of files) request.destroy();
    await until('all are gone', async () => (await running()).length === 0);
    const { request, answer } = open('f_batchId=large');
    assert.equal((await answer).statusCode, 200, 'and the next gets a file');
    request.destroy();
  });

  test('SB-05 a list that takes too long is a 504 that says what to do, and the next is answered', async () => {
    await withCustomersLocked(async () => {
      const late = await admin.call('GET /api/transactions', { query: { f_payer: 'a' } });
      assert.equal(late.status, 504);
      assert.equal(late.error.errorCode, 'TIMEOUT');
      assert.equal(late.error.message, 'The answer took too long, try narrower filters');
    });
    const { status } = await admin.call('GET /api/transactions', { query: { f_payer: 'a' } });
    assert.equal(status, 200);
  });
});
