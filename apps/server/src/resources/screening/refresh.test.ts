import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { tasksOf } from '../../resources.ts';
import { insertCustomer } from '../../seed/factories.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

const NOBODY = 'Nobody';
const minutes = (so: number) => new Date(Date.now() - so * 60_000);

describe('screening anew', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer({
      screening: (sandbox) => ({
        screen: async (person) => {
          if (person.name.startsWith(NOBODY)) throw new Error('no answer');
          return sandbox.screen(person);
        },
      }),
    });
    // what the demo data has is fresh
    await server.pool.query('update screening_results set created_date = now()');
    await server.pool.query(
      `insert into screening_results (id, customer_id, name, list, match_score, result, created_date)
       select gen_random_uuid(), id, 'Somebody', 'PEP', 0, 'CLEAR', now() from customers`,
    );
  });
  after(() => server.close());

  const run = () =>
    tasksOf(server.services)
      .find(({ type }) => type === 'SCREENING_UPDATE')!
      .run();
  const resultsOf = (id: string) =>
    server.all<{ list: string; score: number; reviewed: string | null; born: string }>(
      `select list, match_score as score, reviewed_by as reviewed, date_of_birth::text as born
       from screening_results where customer_id = $1 order by created_date desc, list`,
      [id],
    );
  async function screened(days: number, given: Parameters<typeof insertCustomer>[1] = {}) {
    const { id } = await insertCustomer(server.pool, { status: 'ACTIVE', ...given });
    await server.pool.query(
      `insert into screening_results (id, customer_id, name, date_of_birth, list, match_score, result,
         created_date)
       select gen_random_uuid(), $1, 'Test Customer', '1980-02-03', list, 101 - nth * 50, 'CLEAR',
         now() - make_interval(days => $2)
       from unnest(array['PEP', 'SANCTIONS']) with ordinality l (list, nth)`,
      [id, days],
    );
    return id;
  }

  test('AM-14, AM-64, CU-08 who was screened a month ago, or never, is screened on every list, once; nobody else is', async () => {
    const old = await screened(31);
    const fresh = await screened(29);
    const closed = await screened(31, { status: 'CLOSED' });
    const { id: never } = await insertCustomer(server.pool, {});
    assert.deepEqual(await run(), { processed: 2, failed: 0 });
    assert.deepEqual(await run(), { processed: 0, failed: 0 });
    const found = await resultsOf(old);
    assert.deepEqual(
      found.slice(0, 3).map(({ list }) => list),
      ['ADVERSE_MEDIA', 'PEP', 'SANCTIONS'],
    );
    assert.equal(found.length, 5, 'what was found before stays');
    assert.ok(found.every(({ born }) => born === '1980-02-03'));
    assert.equal((await resultsOf(fresh)).length, 2);
    assert.equal((await resultsOf(closed)).length, 2);
    assert.equal((await resultsOf(never)).length, 3);
  });

  test('AM-14, CU-08 a run screens everybody who is due, however many came; where nobody answers it leaves the rest', async () => {
    const many = (first: string, count: number) =>
      server.all<{ id: string }>(
        `insert into customers (id, first_name, last_name, email, status, created_date)
         select gen_random_uuid(), $1, 'Of Many', n || lower($1) || '@many.test', 'ACTIVE', now() - interval '1 year'
         from generate_series(1, $2) n returning id`,
        [first, count],
      );
    await many('Many', 620);
    assert.deepEqual(await run(), { processed: 620, failed: 0 });
    const unheard = await many(NOBODY, 620);
    assert.deepEqual(await run(), { processed: 500, failed: 500, why: 'no answer' });
    await server.pool.query('delete from customers where id = any($1)', [
      unheard.map(({ id }) => id),
    ]);
  });

  test('what somebody has looked at need not be looked at again while it is the same', async () => {
    const id = await screened(31);
    const [first] = await server.services.screening.screen({
      name: 'Test Customer',
      dateOfBirth: '1980-02-03',
    });
    await server.pool.query(
      `update screening_results set match_score = $2, result = $3, reviewed_by = 'Ada Birch',
         reviewed_at = now() where customer_id = $1 and list = 'PEP'`,
      [id, first!.matchScore, first!.result],
    );
    await server.pool.query(
      `update screening_results set match_score = 77, result = 'POSSIBLE_MATCH',
         reviewed_by = 'Ada Birch', reviewed_at = now() where customer_id = $1 and list = 'SANCTIONS'`,
      [id],
    );
    await run();
    const [, pep, sanctions] = await resultsOf(id);
    assert.deepEqual([pep!.list, pep!.reviewed], ['PEP', 'Ada Birch']);
    assert.deepEqual([sanctions!.list, sanctions!.reviewed], ['SANCTIONS', null]);
  });

  test('two at the same moment screen each once; who has no answer fails and is the next run’s', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => screened(40)));
    const lost = await screened(50, { firstName: NOBODY });
    const figures = (await Promise.all([run(), run()])) as { failed: number }[];
    assert.deepEqual(
      figures.map(({ failed }) => failed),
      [1, 1],
    );
    for (const id of ids) assert.equal((await resultsOf(id)).length, 5);
    assert.equal((await resultsOf(lost)).length, 2);
    assert.deepEqual(await run(), { processed: 1, failed: 1, why: 'no answer' });
  });

  test('AM-14, CU-08 whom a payment has just made a customer is screened within seconds; a provider that does not answer is left alone', async () => {
    const task = tasksOf(server.services).find(({ name }) => name === 'screen-newcomers')!;
    const come = async (lastName: string, createdDate: Date) =>
      (await insertCustomer(server.pool, { lastName, createdDate })).id;
    const now = await come('Ozola', minutes(0));
    const earlier = await come('Ozola', minutes(11));
    assert.deepEqual(await task.run(), { processed: 1, failed: 0 });
    assert.ok((await resultsOf(now)).length > 0);
    assert.deepEqual(await resultsOf(earlier), [], 'the hourly run’s');
    assert.deepEqual(await task.run(), { processed: 0, failed: 0 });
    const { id: unheard } = await insertCustomer(server.pool, {
      firstName: NOBODY,
      createdDate: minutes(0),
    });
    assert.deepEqual(await task.run(), { processed: 1, failed: 1, why: 'no answer' });
    assert.deepEqual(await task.run(), { processed: 0, failed: 0 }, 'not every two seconds');
    assert.deepEqual(await resultsOf(unheard), []);
  });
});
