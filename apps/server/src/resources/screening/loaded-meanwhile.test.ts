import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, before, describe, test } from 'node:test';
import { tasksOf } from '../../resources.ts';
import { insertCustomer } from '../../seed/factories.ts';
import { atOnce, waiting } from '../../testing/at-once.ts';
import { insertCase } from '../../testing/screening.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

const HEAD = 'Entity_LogicalId;Entity_SubjectType;NameAlias_WholeName;BirthDate_BirthDate';

const nothing = async () => {};

describe('a list that is loaded while people are looked up', () => {
  let server: TestServer;
  let staff: Client;
  /** What is done while the provider is asked about somebody. */
  let whileAsked = nothing;
  before(async () => {
    server = await testServer({
      screening: () => ({
        screen: async () => {
          await whileAsked();
          return [{ list: 'PEP', matchScore: 3, result: 'CLEAR' }];
        },
      }),
    });
    staff = await server.as('admin@paydesk.test');
    await server.pool.query(`update customers set status = 'CLOSED'`);
    await load('13;P;Somebody Quite Else;1951-07-01');
  });
  after(() => server.close());

  const load = async (...rows: string[]) => {
    const { status } = await staff.call('POST /api/screening/names', {
      body: [HEAD, ...rows].join('\r\n'),
      query: { source: 'EU' },
    });
    assert.equal(status, 200);
  };
  const screen = () =>
    tasksOf(server.services)
      .find(({ type }) => type === 'SCREENING_UPDATE')!
      .run();
  const casesOf = (customerId: string) =>
    server.all<{ id: string; entry: string }>(
      `select id, entry from screening_cases where customer_id = $1 and list = 'SANCTIONS'`,
      [customerId],
    );
  const namesOf = (customerId: string) =>
    server.all<{ name: string }>(
      `select distinct name from screening_results where customer_id = $1`,
      [customerId],
    );
  const somebody = async (firstName: string, lastName: string) =>
    (await insertCustomer(server.pool, { firstName, lastName, status: 'ACTIVE' })).id;

  test('CU-08, AM-14 who was looked up on the list before is looked up on the new one, and not held for screened', async () => {
    const id = await somebody('Vsevolod', 'Karpinskiy');
    whileAsked = async () => {
      whileAsked = nothing;
      await load('21;P;Vsevolod Karpinskiy;');
    };
    await screen();
    await screen();
    assert.deepEqual(
      (await casesOf(id)).map(({ entry }) => entry),
      ['21'],
    );
  });

  test('CU-08, AM-14 a load that takes its time counts from when it stands: who was written down meanwhile is looked up anew', async () => {
    const id = await somebody('Anatoliy', 'Verkhovskiy');
    const client = await server.pool.connect();
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock_shared(hashtext('sanctioned-names'))`);
    const loading = load('31;P;Anatoliy Verkhovskiy;');
    await waiting(server, 1);
    const meanwhile = screen();
    // it is written down now, or waits for the load
    await Promise.race([meanwhile, waiting(server, 2)]);
    await client.query('commit');
    client.release();
    await Promise.all([loading, meanwhile]);
    await sleep(5);
    await screen();
    assert.deepEqual(
      (await casesOf(id)).map(({ entry }) => entry),
      ['31'],
    );
  });

  test('CU-08, SB-47 who is erased or has another name by the time that the provider has answered is not written down by the one before', async () => {
    const erased = await somebody('Valentina', 'Zelenskaya');
    whileAsked = async () => {
      whileAsked = nothing;
      const { status, text } = await staff.call('POST /api/personal-data/{id}', {
        params: { id: erased },
        body: { reason: 'Letter of 3 November' },
      });
      assert.equal(status, 200, text);
    };
    await screen();
    await screen();
    assert.deepEqual(await namesOf(erased), []);
    const renamed = await somebody('Tatjana', 'Sokolova');
    whileAsked = async () => {
      whileAsked = nothing;
      await server.pool.query(`update customers set last_name = 'Ozola' where id = $1`, [renamed]);
    };
    await screen();
    assert.deepEqual(await namesOf(renamed), [], 'the next run’s');
    await screen();
    assert.deepEqual(await namesOf(renamed), [{ name: 'Tatjana Ozola' }]);
    // nor by whoever asks about a case of theirs
    const id = await insertCase(server, 'LOW', { id: renamed, name: 'Tatjana Ozola' });
    await server.pool.query(
      `update screening_cases set source = 'PROVIDER', listed_name = null where id = $1`,
      [id],
    );
    whileAsked = async () => {
      whileAsked = nothing;
      await server.pool.query(`update customers set last_name = 'Berga' where id = $1`, [renamed]);
    };
    const asked = await staff.call('POST /api/screening/cases/{id}/actions/ask-provider', {
      params: { id },
    });
    assert.match(asked.text, /has not answered: ask it again/);
  });

  test('CU-08 who is asked about once more while a load waits is held from nobody who screens them', async () => {
    const id = await insertCase(server);
    const { customer } = await server.one<{ customer: string }>(
      `update screening_cases set source = 'PROVIDER', listed_name = null where id = $1
       returning customer_id as customer`,
      [id],
    );
    const client = await server.pool.connect();
    // whoever screens by the hour has read the list
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock_shared(hashtext('sanctioned-names'))`);
    const loading = load('61;P;Nobody At All;');
    await waiting(server, 1);
    const asking = staff.call('POST /api/screening/cases/{id}/actions/ask-provider', {
      params: { id },
    });
    await waiting(server, 2);
    try {
      await client.query(`set local lock_timeout = '500ms'`);
      await client.query('select from customers where id = $1 for no key update', [customer]);
    } finally {
      await client.query('commit');
      client.release();
    }
    await loading;
    assert.match((await asking).text, /has not answered: ask it again/);
  });

  test('CU-08, SB-42 a case that a load or another reader has changed since it was read is decided by nobody who has not read that', async () => {
    const id = await somebody('Bronislav', 'Yaroshenko');
    await load('51;P;Bronislav Yaroshenko;1971-01-01');
    await screen();
    const [one] = await casesOf(id);
    const read = async () =>
      (await staff.call('GET /api/screening/cases/{id}', { params: { id: one!.id } })).body;
    const decide = (by: Client, decision: 'FALSE_HIT' | 'TRUE_HIT', seenMatch?: string) =>
      by.call('POST /api/screening/cases/{id}/actions/decide', {
        params: { id: one!.id },
        body: { decision, reason: 'Born elsewhere', ...(seenMatch && { seenMatch }) },
      });
    const changed = async (by: Client, seenMatch: string) => {
      const { status, error } = await decide(by, 'TRUE_HIT', seenMatch);
      assert.deepEqual(
        [status, error.errorCode, error.errors.map(({ field }) => field)],
        [409, 'STALE', ['seenMatch']],
      );
    };
    // another day of birth, and another name beside the one that was found: neither was compared
    const { match: first } = await read();
    await load('51;P;Bronislav Yaroshenko;1971-02-02');
    await screen();
    await changed(staff, first);
    const { match: second, listedBorn, status } = await read();
    assert.deepEqual([listedBorn, status.name], ['1971-02-02', 'OPEN']);
    await load('51;P;Bronislav Yaroshenko;1971-02-02', '51;P;Bruno the Elder;1971-02-02');
    await screen();
    await changed(staff, second);
    // of somebody who read of a case that nothing comes of yet, and whose word would block the customer by now
    const { match: unread } = await read();
    assert.equal((await decide(staff, 'TRUE_HIT', unread)).status, 200);
    const other = await server.person({ userRole: 'BACKOFFICE_ADMIN', merchantId: null });
    await changed(other, unread);
    const { personStatus, match } = await read();
    assert.equal(personStatus, 'ACTIVE');
    assert.equal((await decide(other, 'TRUE_HIT', match)).body.status.name, 'TRUE_HIT');
  });

  test('CU-08 of two cases that are decided at the same moment the last one closes the result', async () => {
    const id = await somebody('Grigoriy', 'Mstislavskiy');
    await load('41;P;Grigoriy Mstislavskiy;', '42;P;Grigoriy Mstislavskiy;');
    await screen();
    const cases = await casesOf(id);
    assert.equal(cases.length, 2);
    await server.pool.query(
      `update screening_cases set risk_class = 'MEDIUM' where customer_id = $1`,
      [id],
    );
    const decided = await atOnce(server, () =>
      cases.map((one) =>
        staff.call('POST /api/screening/cases/{id}/actions/decide', {
          params: { id: one.id },
          body: { decision: 'FALSE_HIT', reason: 'Born elsewhere' },
        }),
      ),
    );
    assert.deepEqual(
      decided.map(({ status }) => status),
      [200, 200],
    );
    const { verdict, at } = await server.one<{ verdict: string | null; at: string }>(
      `select verdict, screening_at($1, now()) as at from screening_results
       where customer_id = $1 and list = 'SANCTIONS' order by created_date desc limit 1`,
      [id],
    );
    assert.deepEqual([verdict, at], ['FALSE_HIT', 'CLEAR']);
  });
});
