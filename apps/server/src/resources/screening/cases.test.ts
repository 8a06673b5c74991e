import assert from 'node:assert/strict';
import { maskCardNumbers } from '@paydesk/contract/kernel/card-numbers.ts';
import { after, before, describe, test } from 'node:test';
import type { Finding } from '../../gateways/screening.ts';
import { tasksOf } from '../../resources.ts';
import { insertCustomer } from '../../seed/factories.ts';
import { insertCase } from '../../testing/screening.ts';
import { TURN } from './cases.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

/** Rows as the lists are published: OFAC without a head, EU by semicolon and a row a name, UK under a line of its day. */
const FILES = {
  OFAC: [
    `7001,"KHARITONOV, Aleksandr","individual","SDGT",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 12 Mar 1965; a.k.a. 'SASHA THE FOX'."`,
    '7002,"BLACK REEF SHIPPING LTD",-0- ,"SDGT",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ',
  ],
  EU: [
    'Entity_LogicalId;Entity_SubjectType;NameAlias_WholeName;BirthDate_BirthDate',
    '13;P;Mohammed Al-Tikriti;1951-07-01',
    '13;P;محمد التكريتي;',
    '14;E;Black Reef Holding;',
  ],
  UK: [
    'Last Updated,12/03/2031',
    'Name 6,Name 1,Name 2,Name 3,Name 4,Name 5,Title,DOB,Group Type,Group ID',
    'SHCHERBAKOV,Yevgeny,Petrovich,,,,,00/00/1970,Individual,6900',
    ',,,,,,,,Individual,6901',
  ],
  UN: [
    'DATAID,FIRST_NAME,SECOND_NAME,THIRD_NAME,INDIVIDUAL_DATE_OF_BIRTH',
    '110,Zhanna,Lukashevich,,1980',
  ],
} as const;

/** Somebody whom a provider takes for nearly the same. */
const found = (name: string, born: string | null): Finding => ({
  list: 'SANCTIONS',
  matchScore: 88,
  result: 'POSSIBLE_MATCH',
  entry: { name, born },
});

describe('cases of screening', () => {
  let server: TestServer;
  let staff: Client;
  /** What the provider says next, where it is no usual answer. */
  const answers: (Finding[] | Error)[] = [];
  before(async () => {
    server = await testServer({
      screening: () => ({
        screen: async () => {
          const answer = answers.shift() ?? [{ list: 'PEP', matchScore: 3, result: 'CLEAR' }];
          if (answer instanceof Error) throw answer;
          return answer;
        },
      }),
    });
    staff = await server.as('admin@paydesk.test');
    // nobody of the demo is looked for
    await server.pool.query(`update customers set status = 'CLOSED'`);
  });
  after(() => server.close());

  const load = (source: string, rows: readonly string[], more: Record<string, string> = {}) =>
    staff.call('POST /api/screening/names', {
      body: rows.join('\r\n'),
      query: { source, ...more },
    });
  const screen = () =>
    tasksOf(server.services)
      .find(({ type }) => type === 'SCREENING_UPDATE')!
      .run();
  const customer = async (firstName: string, lastName: string) =>
    (await insertCustomer(server.pool, { firstName, lastName, status: 'ACTIVE' })).id;
  const casesOf = (id: string) =>
    server.all<{ id: string; source: string; entry: string; risk: string; status: string }>(
      `select id, source, entry, risk_class as risk, status from screening_cases
       where customer_id = $1 order by created_date`,
      [id],
    );
  const decide = (id: string, decision: string, by: Client = staff, reason = 'Seen the passport') =>
    by.call('POST /api/screening/cases/{id}/actions/decide', {
      params: { id },
      body: { decision, reason },
    });

  /** Whose cases these are: closed, they are not screened in what follows. */
  async function closeThe(ids: readonly string[]) {
    const { rows } = await server.pool.query<{ id: string }>(
      'select customer_id as id from screening_cases where id = any($1)',
      [ids],
    );
    await server.pool.query(`update customers set status = 'CLOSED' where id = any($1)`, [
      rows.map((row) => row.id),
    ]);
  }

  test('CU-08 the provider of a case is asked again: whom it names comes into the case, and nobody is asked about others', async () => {
    const id = await insertCase(server, 'MEDIUM');
    const ask = (by: Client = staff) =>
      by.call('POST /api/screening/cases/{id}/actions/ask-provider', { params: { id } });
    assert.match((await ask()).text, /found on a list that was loaded here/);
    await server.pool.query(
      `update screening_cases set source = 'PROVIDER', entry = list, listed_name = null where id = $1`,
      [id],
    );
    answers.push([
      {
        list: 'SANCTIONS',
        matchScore: 71,
        result: 'POSSIBLE_MATCH',
        entry: {
          name: 'BODY, Some Other',
          born: '1961',
          listName: 'Harbour List',
          countries: ['LV', 'EE'],
          aliases: ['BODY, S.', 'Sobo'],
        },
      },
    ]);
    const { status, body } = await ask();
    assert.equal(status, 200);
    assert.deepEqual(
      [body.listedName, body.listedBorn, body.score, body.status.name, body.lastResult],
      ['BODY, Some Other', '1961', 71, 'OPEN', 'POSSIBLE_MATCH'],
    );
    assert.deepEqual(
      [body.listedOn, body.listedCountries, body.listedNames, body.listedPosition],
      ['Harbour List', 'LV; EE', 'BODY, S.; Sobo', null],
    );
    // it finds nobody any more: the case waits for a person all the same, and says so
    answers.push([{ list: 'SANCTIONS', matchScore: 3, result: 'CLEAR' }]);
    const clear = (await ask()).body;
    assert.deepEqual([clear.status.name, clear.lastResult], ['OPEN', 'CLEAR']);
    answers.push(new Error('no line'));
    assert.equal((await ask()).status, 503);
    assert.equal((await ask(await server.as('technical@paydesk.test'))).status, 403);
    await decide(id, 'FALSE_HIT');
    assert.match((await ask()).text, /It has been decided/);
    // who is not looked for in what follows
    await closeThe([id]);
  });

  test('CU-08, SB-42 a provider who names somebody else opens its case again, and no entry of ours hides whom it names', async () => {
    const screened = async (id: string, answer: Finding) => {
      answers.push([answer]);
      await server.pool.query(
        `update screening_results set created_date = created_date - interval '2 years' where customer_id = $1`,
        [id],
      );
      assert.deepEqual(await screen(), { processed: 1, failed: 0 });
    };
    const worst = async (id: string) =>
      (await server.one<{ now: string }>(`select screening_at($1, now()) as now`, [id])).now;
    const one = await customer('Zigurds', 'Vanaga');
    await screened(one, found('VANAGA, Zigurds', '1950'));
    const [first] = await casesOf(one);
    assert.equal((await decide(first!.id, 'FALSE_HIT')).body.status.name, 'FALSE_HIT');
    await screened(one, found('Zigurds Vanaga', '1950-03-02'));
    assert.equal((await casesOf(one))[0]!.status, 'FALSE_HIT', 'the same, said otherwise');
    assert.equal(await worst(one), 'CLEAR');
    await screened(one, found('Zigurds Vanaga', '1981'));
    assert.deepEqual(
      (await casesOf(one)).map(({ status }) => status),
      ['OPEN'],
    );
    assert.equal(await worst(one), 'POSSIBLE_MATCH');

    await load('UN', ['DATAID,FIRST_NAME,SECOND_NAME', '733,Ludis,Strazdinsh']);
    const two = await customer('Ludis', 'Strazdinch');
    await server.pool.query(`update customers set status = 'CLOSED' where id = $1`, [one]);
    await screened(two, {
      ...found('STRAZDINCH, Ludis', '1944'),
      matchScore: 100,
      result: 'MATCH',
    });
    const both = await casesOf(two);
    assert.deepEqual(both.map(({ source, risk }) => [source, risk]).sort(), [
      ['PROVIDER', 'HIGH'],
      ['UN', 'HIGH'],
    ]);
    // who is on both lists is one case
    await server.pool.query(`update customers set status = 'CLOSED' where id = $1`, [two]);
    const three = await customer('Ludis', 'Strazdinsh');
    await screened(three, { ...found('Ludis STRAZDINSH', null), matchScore: 95, result: 'MATCH' });
    assert.deepEqual(
      (await casesOf(three)).map(({ source, risk }) => [source, risk]),
      [['UN', 'HIGH']],
    );
    await server.pool.query(`update customers set status = 'CLOSED' where id = $1`, [three]);
  });

  test('CU-08, SB-42 what the first reader has said of a weaker match is no word about a stronger one: two people read that anew', async () => {
    const id = await insertCase(server, 'HIGH');
    await server.pool.query(
      `update screening_cases set source = 'PROVIDER', entry = list where id = $1`,
      [id],
    );
    const other = await server.person({ userRole: 'BACKOFFICE_ADMIN', merchantId: null });
    const found = async (matchScore: number) => {
      answers.push([{ list: 'SANCTIONS', matchScore, result: 'MATCH' }]);
      const params = { id };
      const key = 'POST /api/screening/cases/{id}/actions/ask-provider';
      return (await other.call(key, { params })).body.status.name;
    };
    assert.equal((await decide(id, 'FALSE_HIT')).body.status.name, 'SECOND_READER');
    assert.equal(await found(90), 'SECOND_READER', 'as much alike as the first has read');
    assert.equal(await found(97), 'OPEN');
    assert.equal((await decide(id, 'FALSE_HIT', other)).body.status.name, 'SECOND_READER');
    assert.equal((await decide(id, 'FALSE_HIT')).body.status.name, 'FALSE_HIT');
    // who said that they are the same says no less of a stronger one
    const same = await insertCase(server, 'HIGH');
    await server.pool.query(
      `update screening_cases set source = 'PROVIDER', entry = list where id = $1`,
      [same],
    );
    assert.equal((await decide(same, 'TRUE_HIT')).body.status.name, 'SECOND_READER');
    answers.push([{ list: 'SANCTIONS', matchScore: 99, result: 'MATCH' }]);
    const key = 'POST /api/screening/cases/{id}/actions/ask-provider';
    const { body } = await other.call(key, { params: { id: same } });
    assert.deepEqual([body.score, body.status.name], [99, 'SECOND_READER']);
    await closeThe([id, same]);
  });

  test('CU-08 cases are read in turn: high risk, then the strongest match, then the oldest, page by page; what is decided comes last', async () => {
    const ids: string[] = [];
    for (const [risk, score] of [
      ['LOW', 91],
      ['MEDIUM', 58],
      ['HIGH', 60],
      ['LOW', 91],
      ['LOW', 100],
    ] as const) {
      const id = await insertCase(server, risk);
      await server.pool.query(
        `update screening_cases set score = $2, person_name = 'In Turn', status = $3 where id = $1`,
        [id, score, score === 100 ? 'FALSE_HIT' : 'OPEN'],
      );
      ids.push(id);
    }
    const read: string[] = [];
    for (let page = 0; page < 3; page++) {
      const { body } = await staff.call('GET /api/screening/cases', {
        query: { page: String(page), size: '2', sort: 'turn,ASC', f_personName: 'In Turn' },
      });
      read.push(...body.content.map(({ id }) => id));
    }
    assert.deepEqual(
      read,
      [2, 0, 3, 1, 4].map((at) => ids[at]),
    );
    const { rows } = await server.pool.query<{ 'QUERY PLAN': string }>(
      `explain select id from screening_cases s order by ${TURN}, id limit 2`,
    );
    assert.match(rows.map((row) => row['QUERY PLAN']).join(), /screening_cases_turn/);
    await closeThe(ids);
    await server.pool.query('delete from screening_cases where id = any($1)', [ids]);
  });

  test('CU-08 of two who take a case at once one does; it is taken over knowingly, given back, and over once decided', async () => {
    const [id, other] = [await insertCase(server, 'HIGH'), await server.person()];
    const take = (by: Client, body: { from?: string } = {}) =>
      by.call('POST /api/screening/cases/{id}/actions/take', { params: { id }, body });
    const giveBack = (by: Client) =>
      by.call('POST /api/screening/cases/{id}/actions/give-back', { params: { id } });
    const holder = async () => {
      const { body } = await staff.call('GET /api/screening/cases/{id}', { params: { id } });
      return body.takenUserId;
    };
    const [first, second] = await Promise.all([take(staff), take(other)]);
    assert.deepEqual([first.status, second.status].toSorted(), [200, 400]);
    const lost = first.status === 400 ? first : second;
    assert.match(lost.text, /has taken it over/);
    const [mine, theirs] = first.status === 200 ? [staff, other] : [other, staff];
    const was = (await holder())!;
    assert.equal((await take(mine, { from: was })).status, 400, 'it is theirs already');
    assert.equal((await giveBack(theirs)).status, 400, 'it is not theirs');
    assert.equal((await take(theirs, { from: was })).status, 200);
    assert.notEqual(await holder(), was);
    const { body: taken } = await staff.call('GET /api/screening/cases', {
      query: { f_takenDate: '01.01.2000..' },
    });
    assert.deepEqual(
      taken.content.map((row: { id: string }) => row.id),
      [id],
    );
    assert.equal((await giveBack(theirs)).status, 200);
    assert.equal(await holder(), null);
    // deciding does not need it, and ends it: somebody else reads next
    await take(mine);
    assert.equal((await decide(id, 'FALSE_HIT', theirs)).status, 200);
    assert.equal(await holder(), null);
    assert.equal((await take(theirs)).status, 400, 'whoever read it first');
    // nobody is left of it to be looked for
    const { customer_id: nobody } = await server.one<{ customer_id: string }>(
      'delete from screening_cases where id = $1 returning customer_id',
      [id],
    );
    await server.pool.query(`update customers set status = 'CLOSED' where id = $1`, [nobody]);
  });

  test('CU-08 lists load by their own files, people alone; bad rows are told by their lines', async () => {
    assert.deepEqual((await load('UK', FILES.UK, { check: 'true' })).body, {
      rows: 2,
      good: 1,
      refused: 1,
      replaced: false,
      refusals: [{ line: 4, message: 'Name is required' }],
    });
    assert.equal((await load('UK', FILES.UK)).status, 400);
    for (const [source, rows] of Object.entries(FILES))
      assert.equal((await load(source, rows, { skipRefused: 'true' })).body.replaced, true, source);
    // again, in place of itself and of nothing else
    await load('EU', FILES.EU);
    const names = await server.all<{ source: string; name: string; born: string | null }>(
      'select source, name, born from sanctioned_names order by source, name',
    );
    assert.deepEqual(
      names.map(({ source, name, born }) => `${source} ${name} ${born}`),
      [
        'EU Mohammed Al-Tikriti 1951-07-01',
        'EU محمد التكريتي null',
        'OFAC KHARITONOV, Aleksandr 1965-03-12',
        'OFAC SASHA THE FOX 1965-03-12',
        'UK Yevgeny Petrovich SHCHERBAKOV 1970',
        'UN Zhanna Lukashevich 1980',
      ],
    );
    // nobody is left out for how they are written; what no table keeps, or nobody should, is not kept
    const odd = [
      'id,name',
      'x\u0000y,Ana\u202e Vale',
      '4242424242424242,Berit Moen 5555555555554444',
    ];
    assert.equal((await load('OTHER', odd)).body.replaced, true);
    const kept = await server.all(
      `select entry, name from sanctioned_names where source = 'OTHER' order by name`,
    );
    assert.deepEqual(kept, [
      { entry: 'x y', name: 'Ana Vale' },
      {
        entry: maskCardNumbers('4242424242424242'),
        name: maskCardNumbers('Berit Moen 5555555555554444'),
      },
    ]);
    for (const wrong of [['nothing'], ['a;b', '1;2'], ['id,name'], ['']])
      assert.equal((await load('OTHER', wrong)).status, 400, String(wrong));
    assert.equal((await load('PIGEON', FILES.EU)).status, 400);
    // a list is not put in the place of another
    const sources = Object.keys(FILES) as (keyof typeof FILES)[];
    for (const source of sources)
      for (const of of sources.filter((one) => one !== source))
        assert.match((await load(source, FILES[of])).text, /This is the list “.+”, and not “/);
    for (const of of sources) {
      const { status, text } = await load('OTHER', FILES[of], { check: 'true' });
      assert.equal(status, 200, text);
    }
  });

  test('CU-08, SB-42 who was never screened is, a hit is one case, and its decision blocks', async () => {
    const [cyrillic, arabic, other, letters] = [
      await customer('Александр', 'Харитонов'),
      await customer('محمد', 'التكريتي'),
      await customer('Ilze', 'Ozoliņa'),
      await customer('Evgeniy', 'Scherbakoff'),
    ];
    assert.deepEqual(await screen(), { processed: 4, failed: 0 });
    assert.deepEqual(await screen(), { processed: 0, failed: 0 });
    const [one] = await casesOf(cyrillic);
    assert.deepEqual(
      [one!.source, one!.entry, one!.risk, one!.status],
      ['OFAC', '7001', 'HIGH', 'OPEN'],
    );
    assert.deepEqual(
      (await casesOf(arabic)).map(({ entry }) => entry),
      ['13'],
    );
    assert.deepEqual(await casesOf(other), []);
    const [near] = await casesOf(letters);
    assert.equal(near!.entry, '6900');

    // a list that is loaded anew has everybody looked for again, and no case twice
    await load('OFAC', FILES.OFAC);
    assert.deepEqual(await screen(), { processed: 4, failed: 0 });
    assert.equal((await casesOf(cyrillic)).length, 1);

    const shown = await staff.call('GET /api/screening/cases/{id}', { params: { id: one!.id } });
    assert.equal(shown.body.listedNames, 'KHARITONOV, Aleksandr; SASHA THE FOX');
    assert.equal(shown.body.personName, 'Александр Харитонов');
    assert.equal((await decide(one!.id, 'TRUE_HIT', staff, ' ')).status, 400);
    assert.equal((await decide(one!.id, 'PERHAPS')).status, 400);
    assert.equal((await decide(one!.id, 'TRUE_HIT')).body.status.name, 'SECOND_READER');
    const status = async (id: string) =>
      (await server.one<{ status: string }>('select status from customers where id = $1', [id]))
        .status;
    assert.equal(await status(cyrillic), 'ACTIVE', 'one reader is not enough');
    assert.equal((await decide(one!.id, 'TRUE_HIT')).status, 400, 'nor the same one twice');
    const twin = await server.person({
      userRole: 'BACKOFFICE_ADMIN',
      merchantId: null,
      email: 'admin+two@paydesk.test',
    });
    for (const decision of ['TRUE_HIT', 'FALSE_HIT'])
      assert.match((await decide(one!.id, decision, twin)).text, /has the same address/);
    const second = await server.person({ userRole: 'BACKOFFICE_ADMIN', merchantId: null });
    const third = await server.person({ userRole: 'BACKOFFICE_ADMIN', merchantId: null });
    assert.equal((await decide(one!.id, 'FALSE_HIT', second)).body.status.name, 'SECOND_READER');
    const ten = await Promise.all(
      Array.from({ length: 10 }, () => decide(one!.id, 'FALSE_HIT', third)),
    );
    assert.equal(ten.filter((answer) => answer.status === 200).length, 1);
    assert.equal(await status(cyrillic), 'ACTIVE');
    // nothing to decide for one whose risk asks no second
    await server.pool.query(`update screening_cases set risk_class = 'MEDIUM' where id = $1`, [
      near!.id,
    ]);
    assert.equal((await decide(near!.id, 'TRUE_HIT')).body.status.name, 'TRUE_HIT');
    assert.equal(await status(letters), 'BLOCKED');
    const [stands] = await server.all<{ by: string; same: boolean }>(
      `select status_by as by, status_date = updated_date as same from customers where id = $1`,
      [letters],
    );
    assert.deepEqual(stands, { by: 'Elīna Bērziņa', same: true });
    const reviewed = await server.all(
      `select verdict from screening_results where customer_id = any($1) and verdict is not null order by 1`,
      [[cyrillic, letters]],
    );
    assert.deepEqual(reviewed, [{ verdict: 'FALSE_HIT' }, { verdict: 'TRUE_HIT' }]);
    const worst = await server.one(
      `select screening_at($1, now()) as cleared, screening_at($2, now()) as hit`,
      [cyrillic, other],
    );
    assert.deepEqual(worst, { cleared: 'CLEAR', hit: 'CLEAR' });
    const technical = await server.as('technical@paydesk.test');
    assert.equal((await decide(await insertCase(server), 'FALSE_HIT', technical)).status, 403);
  });
});
