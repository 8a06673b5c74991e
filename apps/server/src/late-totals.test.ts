import assert from 'node:assert/strict';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { PAGE_FIRST, TOTAL_ALONE } from '@paydesk/contract/kernel/late-total.ts';
import { ROLE_PERMISSIONS } from '@paydesk/contract/permissions.ts';
import { readListQuery } from './platform/list/query.ts';
import { pageStatement } from './platform/list/sql.ts';
import { ordersList } from './resources/orders/lists.ts';
import { waiting } from './testing/at-once.ts';
import { testServer, type Client, type TestServer } from './testing/server.ts';

/** The order that a page by amount comes to last, and every total. */
const LAST = `select id from orders_kept where merchant_id = $1 order by amount_cents, id limit 1`;
const LOCK = 4711;

/** Whoever reads the one order waits for as long as somebody holds a lock: totals are late, first pages are not. */
describe('totals that take long', () => {
  let server: TestServer;
  let staff: Client;
  let owner: Client;
  let exact: { ofAll: number; ofOwn: number };

  before(async () => {
    server = await testServer();
    staff = await server.as('admin@paydesk.test');
    owner = await server.as('owner@amber.test');
    const merchantId = await server.merchantId('Amber & Oak');
    await server.pool.query('alter table orders rename to orders_kept');
    const { id } = await server.one<{ id: string }>(LAST, [merchantId]);
    // so dear that a page is read in its order, and no further than it goes
    await server.pool.query(`
      create function held(id uuid) returns boolean language plpgsql cost 1000000 as $$
      begin
        if id = '${id}' then perform pg_advisory_xact_lock_shared(${LOCK}); end if;
        return true;
      end $$;
      create view orders as select * from orders_kept where held(id);
      grant select on orders to paydesk_server, paydesk_merchant;`);
    exact = await server.one(
      `select count(*)::int as "ofAll", count(*) filter (where merchant_id = $1)::int as "ofOwn" from orders_kept`,
      [merchantId],
    );
  });
  after(() => server.close());

  /** While somebody holds the lock. */
  async function held<T>(work: (letGo: () => Promise<unknown>) => Promise<T>): Promise<T> {
    const client = await server.pool.connect();
    await client.query(`select pg_advisory_lock(${LOCK})`);
    const letGo = () => client.query('select pg_advisory_unlock_all()');
    try {
      return await work(letGo);
    } finally {
      await letGo();
      client.release();
    }
  }

  /** Until the database works at nothing that waits. */
  async function nobodyWaits() {
    const sql = `select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted and objid = ${LOCK}`;
    for (let tries = 0; tries < 500; tries++) {
      if ((await server.one<{ n: number }>(sql)).n === 0) return;
      await sleep(10);
    }
    assert.fail('a statement goes on that nobody waits for');
  }

  /** What a page alone knows of how many there are. */
  const told = async (query: Record<string, string>) => {
    const actor = {
      userId: staff.userId!,
      merchantId: null,
      userRole: 'BACKOFFICE_ADMIN',
      permissions: ROLE_PERMISSIONS.BACKOFFICE_ADMIN,
    } as const;
    const request = readListQuery(ordersList.resource, actor, query, 'page');
    const statement = pageStatement(ordersList, actor, request, undefined, undefined, false);
    const [row] = await server.services.database.run(statement, 'all');
    return (JSON.parse(row!.answer) as { totalElements: number | null }).totalElements;
  };

  const PAGE = { size: '2', sort: 'amount,DESC' };
  const ask = (by: Client, prefer?: string, query: Record<string, string> = PAGE) =>
    by.call('GET /api/orders', { query, headers: prefer ? { prefer } : {} });

  test('GT-21, SB-05 the page is answered at once and says that its total is late; what counts it is cancelled', async () => {
    const pages = await held(async () => {
      const answers = [];
      for (const by of [staff, owner]) {
        answers.push(await ask(by, PAGE_FIRST));
        await nobodyWaits();
      }
      return answers;
    });
    for (const [nth, { status, headers, body }] of pages.entries()) {
      assert.equal(status, 202);
      assert.equal(headers['preference-applied'], PAGE_FIRST);
      const { totalElements, ...page } = body;
      assert.equal(totalElements, null);
      const asBefore = await ask([staff, owner][nth]!);
      const { totalElements: total, ...whole } = asBefore.body;
      assert.deepEqual([asBefore.status, page], [200, whole], 'the same rows');
      assert.equal(total, [exact.ofAll, exact.ofOwn][nth]);
    }
  });

  test('GT-21 who asks as before waits for both; the total alone comes without rows, exact', async () => {
    const answers = await held(async (letGo) => {
      const calls = [ask(staff), ask(staff, TOTAL_ALONE), ask(owner, TOTAL_ALONE)];
      await waiting(server, calls.length);
      await letGo();
      return Promise.all(calls);
    });
    assert.deepEqual(
      answers.map(({ status, body }) => [status, body.content.length, body.totalElements]),
      [
        [200, 2, exact.ofAll],
        [200, 0, exact.ofAll],
        [200, 0, exact.ofOwn],
      ],
    );
    const query = { f_status: 'PAID' };
    const [alone, whole] = [await ask(staff, TOTAL_ALONE, query), await ask(staff, '', query)];
    assert.equal(alone.body.totalElements, whole.body.totalElements);
    assert.equal((await ask(owner, TOTAL_ALONE, { f_nothing: '1' })).status, 400);
  });

  test('GT-21 what nobody waits for any more ends in the database too, and its connection is as good as before', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    await held(async () => {
      for (const by of [staff, owner, staff]) {
        const headers = { authorization: `Bearer ${by.token}`, prefer: TOTAL_ALONE };
        const request = get({ port, path: '/api/orders', headers });
        request.on('error', () => {});
        await waiting(server, 1);
        request.destroy();
        await nobodyWaits();
      }
    });
    for (const by of [staff, owner]) assert.equal((await ask(by)).status, 200);
  });

  test('GT-21 a page that ends the list tells the total without counting', async () => {
    const size = 50;
    const last = Math.floor((exact.ofAll - 1) / size);
    assert.equal(await told({ size: String(size), page: String(last) }), exact.ofAll);
    assert.equal(await told({ size: String(size), page: '0' }), null);
    assert.equal(await told({ size: String(size), page: String(last + 1) }), null);
    assert.equal(await told({ f_label: 'nobody calls one so' }), 0);
  });
});
