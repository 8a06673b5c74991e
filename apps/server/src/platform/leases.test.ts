import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { testServer, type TestServer } from '../testing/server.ts';
import { dueRows, takeRow, whileTaken, type Leases } from './leases.ts';

/** Both places that lease rows: by another column, open in other words. */
const LEASES: Leases[] = [
  {
    table: 'outbox',
    due: 'due_date',
    open: sql`delivered_date is null and given_up_date is null`,
  },
  {
    table: 'recurring_charges',
    due: 'next_attempt_date',
    open: sql`status = 'PENDING'`,
  },
];

describe('leased rows', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
    await server.pool.query(`
      delete from outbox; delete from recurring_charges;
      insert into outbox (id, kind, payload, created_date, due_date, attempts)
      select gen_random_uuid(), 'MAIL', '', now(), now() - make_interval(mins => n), 0
      from generate_series(1, 3) n;
      insert into recurring_charges (id, merchant_id, recurring_payment_id, due_date, status, created_date,
        next_attempt_date)
      select t.id, t.merchant_id, t.recurring_payment_id, now(), 'PENDING', now(),
        now() - make_interval(mins => (row_number() over ())::int)
      from (select distinct on (recurring_payment_id) id, merchant_id, recurring_payment_id from transactions
        where recurring_payment_id is not null order by recurring_payment_id limit 3) t`);
  });
  after(() => server.close());

  for (const leases of LEASES)
    test(`AM-47 AM-102 ${leases.table}: one of many gets a row, and after its time another`, async () => {
      const { kysely } = server.services.database;
      const find = () => dueRows(kysely, leases, sql`now()`, 2);
      const found = await find();
      assert.equal(found.length, 2, 'no more than were asked for');
      assert.ok(found[0]!.due < found[1]!.due, 'the oldest first');
      const [row, other] = found as [(typeof found)[0], (typeof found)[0]];
      const soon = sql`now() + interval '1 minute'`;
      const takes = Array.from({ length: 10 }, () => takeRow(kysely, leases, row, soon));
      const got = (await Promise.all(takes)).filter((one) => one !== undefined);
      assert.deepEqual(got, [{ id: row.id }]);
      assert.ok(!(await find()).some(({ id }) => id === row.id), 'it is theirs for a minute');

      // its time is over: who had read it before still gets nothing, who reads it now does
      await takeRow(kysely, leases, other, sql`now() - interval '1 hour'`);
      assert.equal(await takeRow(kysely, leases, other, soon), undefined);
      const [again] = await find();
      assert.deepEqual([again!.id, again!.attempts], [other.id, 1]);

      // what is done meanwhile is taken by nobody
      await server.pool.query(
        leases.table === 'outbox'
          ? 'update outbox set delivered_date = now() where id = $1'
          : `update recurring_charges set status = 'APPROVED' where id = $1`,
        [again!.id],
      );
      assert.equal(await takeRow(kysely, leases, again!, soon), undefined);
    });

  test('AM-102 an asking that a kill cuts short is not counted, so that ten of them make no pause longer', async () => {
    const { kysely } = server.services.database;
    const [, leases] = LEASES as [Leases, Leases];
    const { id } = await server.one<{ id: string }>(
      `update recurring_charges set attempts = 0, status = 'PENDING', next_attempt_date = now() - interval '9 days'
       where id = (select id from recurring_charges limit 1) returning id`,
    );
    const standing = () =>
      server.one<{ attempts: number; pause: number }>(
        `select attempts, extract(epoch from next_attempt_date - now())::float8 as pause
         from recurring_charges where id = $1`,
        [id],
      );
    const take = async (work: () => Promise<void>) => {
      await server.pool.query(
        `update recurring_charges set next_attempt_date = now() - interval '9 days' where id = $1`,
        [id],
      );
      const [found] = await dueRows(kysely, leases, sql`now()`, 1);
      assert.equal(found!.id, id);
      const wait = { pauseSeconds: 2 ** found!.attempts, returning: sql<object>`id` };
      return whileTaken(kysely, leases, found!, wait, work);
    };
    // the process is gone: it neither answers nor counts
    for (let nth = 0; nth < 10; nth++)
      await new Promise<void>((taken) => {
        void take(() => {
          taken();
          return new Promise(() => {});
        });
      });
    const killed = await standing();
    assert.equal(killed.attempts, 0);
    assert.ok(killed.pause > 0 && killed.pause <= 1, String(killed.pause));
    // no answer, and a fault, are counted
    await take(async () => {});
    await assert.rejects(take(() => Promise.reject(new Error('a fault'))));
    assert.equal((await standing()).attempts, 2);
    // what went on meanwhile has a pause of its own
    await take(async () => {
      await server.pool.query(
        `update recurring_charges set attempts = 0, next_attempt_date = now() + interval '20 s' where id = $1`,
        [id],
      );
    });
    assert.equal((await standing()).attempts, 0);
  });
});
