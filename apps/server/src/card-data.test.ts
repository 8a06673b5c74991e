import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { TEST_CARDS, type TestCardName } from '@paydesk/contract/test-cards.ts';
import { tasksOf } from './resources.ts';
import { answerChallenge, leaveCard, typeCard } from './testing/shopper.ts';
import { testServer, type TestServer } from './testing/server.ts';

const NUMBERS = TEST_CARDS.map(({ number }) => number);
/** However it is parted. */
const holdsNumber = (text: string) => {
  const plain = text.replaceAll(/(?<=\d)[\s+_-]|%20/g, '');
  return NUMBERS.some((number) => plain.includes(number));
};

const ENDS: Readonly<Partial<Record<TestCardName, string>>> = {
  insufficientFunds: 'declined',
  lostCard: 'declined',
  doNotHonour: 'declined',
  expiredCard: 'declined',
  failedChallenge: 'declined',
};

/** Nobody's number comes near Paydesk: not on the wire to it, and so in none of its tables (SB-47). */
describe('card data', () => {
  let server: TestServer;
  const requests: string[] = [];
  let widget = '';
  before(async () => {
    server = await testServer({ settings: { ACQUIRER_TIMEOUT_MS: '2500' } });
    server.app.addHook('preValidation', async ({ url, headers, body }) => {
      requests.push(`${url}\n${JSON.stringify(headers)}\n${JSON.stringify(body)}`);
    });
    widget = (
      await server.one<{ id: string }>(
        `select w.id from widgets w join merchants m on m.id = w.merchant_id
         where m.name = 'Amber & Oak' and w.name = 'Gift voucher'`,
      )
    ).id;
  });
  after(() => server.close());

  async function open(nth: number) {
    const { body } = await server.anonymous.call('POST /api/checkouts', { body: { widget } });
    const params = { id: body.id };
    const said = await server.anonymous.call('PUT /api/checkouts/{id}', {
      params,
      body: { email: `anna${nth}@mail.test`, firstName: 'Anna', lastName: 'Ozola' },
    });
    assert.equal(said.status, 200, said.text);
    return params;
  }
  const view = (params: { id: string }) =>
    server.anonymous.call('GET /api/checkouts/{id}', { params });
  const pay = async (params: { id: string }) => {
    const paid = await server.anonymous.call('POST /api/checkouts/{id}/pay', {
      params,
      body: { frame: true, consent: true },
    });
    assert.equal(paid.status, 200, paid.text);
    return (await view(params)).body.page!.url;
  };

  /** Goes on until it is decided, as the page and the tasks do. */
  async function settled(params: { id: string }) {
    const resolve = tasksOf(server.services).find(
      ({ name }) => name === 'resolve-pending-payments',
    )!;
    for (let tries = 0; tries < 100; tries++) {
      await server.anonymous.call('POST /api/checkouts/{id}/continue', { params });
      const { body } = await view(params);
      if (body.state === 'challenge') {
        const back = await answerChallenge(body.page!.url);
        requests.push(back);
      } else if (!['card', 'working'].includes(body.state)) return body;
      // its own alone: others are asked for at this moment, and who inquires too early hears of no such payment
      await server.pool.query(
        `update payment_operations set next_attempt_date = now() - interval '1 second' where status = 'PENDING'
           and attempt_id in (select id from payment_attempts where checkout_id = $1)`,
        [params.id],
      );
      await resolve.run();
      await wait(250);
    }
    throw new Error('It is never decided');
  }

  test('SB-47, AM-103 no request to Paydesk carries a card’s number, whatever card is paid with, and no table keeps one', async () => {
    await Promise.all(
      TEST_CARDS.map(async ({ name }, nth) => {
        const params = await open(nth);
        const back = await typeCard(await pay(params), name);
        // where the shopper comes back to is asked for, as the browser asks
        await server.app.inject({ url: new URL(back).pathname + new URL(back).search });
        requests.push(back);
        const { state } = await settled(params);
        assert.equal(state, ENDS[name] ?? 'paid', name);
      }),
    );
    const left = await open(99);
    requests.push(await leaveCard(await pay(left)));
    await server.anonymous.call('POST /api/checkouts/{id}/continue', { params: left });

    // and whoever types it where it does not belong
    const astray = await open(100);
    for (const field of ['email', 'firstName', 'lastName', 'phone']) {
      const { statusCode } = await server.app.inject({
        method: 'PUT',
        url: `/api/checkouts/${astray.id}`,
        payload: {
          email: 'anna@mail.test',
          firstName: 'Anna',
          lastName: 'Ozola',
          [field]: NUMBERS[0],
        },
      });
      assert.equal(statusCode, 400, field);
    }
    const walked = requests.filter((request) => !request.includes(astray.id));
    assert.ok(walked.length > 8 * TEST_CARDS.length, 'the requests were heard');
    for (const request of walked) assert.ok(!holdsNumber(request), request);

    const tables = await server.all<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    assert.ok(tables.some(({ name }) => name === 'acquirer_sandbox.cards'));
    const keeping: string[] = [];
    for (const { name } of tables) {
      const { rows } = await server.pool.query<{ kept: boolean }>(
        `select exists (select 1 from ${name} t
           where regexp_replace(row_to_json(t)::text, '(?<=[0-9])[ -]', '', 'g') ~ $1) as kept`,
        [NUMBERS.join('|')],
      );
      if (rows[0]!.kept) keeping.push(name);
    }
    assert.deepEqual(keeping, []);
  });
});
