import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { rightsOf } from '@paydesk/contract/rights.ts';
import { insertLoan } from '../seed/factories/financing.ts';
import { mailsOf } from '../testing/mails.ts';
import { insertHeld } from '../testing/payments.ts';
import { without, withRole } from '../testing/roles.ts';
import { insertCase } from '../testing/screening.ts';
import { testServer, type Client, type TestServer } from '../testing/server.ts';

const BASE = 'BACKOFFICE_ADMIN';

/** The three kinds of cases, whose calls are of one shape. */
const KINDS = {
  payment: {
    path: '/api/transactions/{id}',
    table: 'transactions',
    right: 'REVIEW',
    written: 'ASSIGN_REVIEW',
    over: 'update transactions set hold = null where id = $1',
  },
  loan: {
    path: '/api/financing/consumer-credits/{id}',
    table: 'consumer_credits',
    right: 'LOANS_CHANGE',
    written: 'ASSIGN_LOAN_REVIEW',
    over: 'update consumer_credits set review = false where id = $1',
  },
  screening: {
    path: '/api/screening/cases/{id}',
    table: 'screening_cases',
    right: 'SCREENING_DECIDE',
    written: 'ASSIGN_SCREENING_CASE',
    over: `update screening_cases set status = 'FALSE_HIT' where id = $1`,
  },
} as const;
type Kind = keyof typeof KINDS;

describe('a case that is handed over', () => {
  let server: TestServer;
  let ana: Client;
  let jana: Client;
  let amber: string;
  before(async () => {
    server = await testServer();
    amber = await server.merchantId('Amber & Oak');
    const person = (firstName: string, lastName: string) =>
      server.person({ userRole: BASE, firstName, lastName });
    ana = await person('Ana', 'Birch');
    jana = await person('Jana', 'Ash');
  });
  after(() => server.close());

  const waiting: Readonly<Record<Kind, () => Promise<string>>> = {
    payment: () => insertHeld(server, amber, 'REVIEW'),
    loan: async () => {
      const { id } = await insertLoan(server.pool, { merchantId: amber, status: 'DRAFT' });
      await server.pool.query('update consumer_credits set review = true where id = $1', [id]);
      return id;
    },
    screening: () => insertCase(server),
  };
  const callsOf = (kind: Kind, id: string) => {
    const path = KINDS[kind].path as (typeof KINDS)['payment']['path'];
    return {
      assign: (by: Client, to: string, from?: string | null) =>
        by.call(`POST ${path}/actions/assign`, {
          params: { id },
          body: { to, ...(from && { from }) },
        }),
      take: (by: Client, body: { from?: string } = {}) =>
        by.call(`POST ${path}/actions/take`, { params: { id }, body }),
      colleagues: (by: Client) => by.call(`GET ${path}/colleagues`, { params: { id } }),
      read: async (by: Client) => (await by.call(`GET ${path}`, { params: { id } })).body,
      history: async (by: Client) =>
        (await by.call(`GET ${path}/history` as 'GET /api/orders/{id}/history', { params: { id } }))
          .body.content[0],
    };
  };
  const mailsTo = async (whose: Client) => {
    const { email } = await server.one<{ email: string }>('select email from users where id = $1', [
      whose.userId,
    ]);
    return (await mailsOf(server, email)).map((mail) => JSON.stringify(mail));
  };

  for (const kind of Object.keys(KINDS) as Kind[])
    test(`CU-08, ST-03 ${kind}: a colleague by name has it, is told, and it is written down; of two at once one hand counts`, async () => {
      const id = await waiting[kind]();
      const { assign, take, colleagues, read, history } = callsOf(kind, id);
      const theirs = (await colleagues(ana)).body as { id: string; name: string }[];
      assert.ok(theirs.some((one) => one.id === jana.userId && one.name === 'Jana Ash'));
      assert.ok(!theirs.some((one) => one.id === ana.userId), 'nobody is their own colleague');

      const before = (await mailsTo(jana)).length;
      const given = await assign(ana, jana.userId!);
      assert.equal(given.status, 200, given.text);
      const { takenUserId, takenBy, assignedBy } = await read(ana);
      assert.deepEqual([takenUserId, takenBy, assignedBy], [jana.userId, 'Jana Ash', 'Ana Birch']);
      const mails = (await mailsTo(jana)).slice(before);
      assert.equal(mails.length, 1);
      assert.match(mails[0]!, /Ana Birch has assigned .* to you/);
      assert.ok(mails[0]!.includes(`/reviews?of=mine&${kind}=${id}`));
      const written = await history(ana);
      assert.deepEqual([written?.user, written?.action], ['Ana Birch', KINDS[kind].written]);
      assert.match(String(written?.details), /Jana Ash/);
      assert.ok(!(await colleagues(ana)).text.includes(jana.userId!), 'who has it already');

      // whoever read it as it was before gives it to nobody over their heads
      const stale = await assign(ana, jana.userId!);
      assert.equal(stale.status, 409, stale.text);
      assert.match(stale.text, /It is assigned to Jana Ash meanwhile/);
      const again = await assign(ana, jana.userId!, jana.userId);
      assert.deepEqual([again.status, /them already/.test(again.text)], [400, true]);
      // what is taken over is the own
      assert.equal((await take(ana, { from: jana.userId! })).status, 200);
      assert.equal((await read(ana)).assignedBy, null);
      const hands = await Promise.all([
        assign(ana, jana.userId!, ana.userId),
        assign(jana, ana.userId!, ana.userId),
      ]);
      assert.deepEqual(
        hands.map(({ status }) => status < 300).toSorted(),
        [false, true],
        hands.map(({ text }) => text).join('\n'),
      );
      await server.pool.query(KINDS[kind].over, [id]);
      assert.equal((await assign(ana, jana.userId!, jana.userId)).status, 400, 'decided meanwhile');
      assert.deepEqual((await colleagues(ana)).body, []);
    });

  for (const kind of Object.keys(KINDS) as Kind[])
    test(`SB-03, SB-46 ${kind}: to nobody who may not decide it, is gone, or does not see its merchant`, async () => {
      const baltic = await server.merchantId('Baltic Books');
      const { right } = KINDS[kind];
      const withoutIt = await withRole(server, { base: BASE, rights: without(BASE, right) });
      const elsewhere = await withRole(server, {
        base: BASE,
        rights: rightsOf(BASE),
        merchants: [baltic],
      });
      const here = await withRole(server, {
        base: BASE,
        rights: rightsOf(BASE),
        merchants: [amber],
      });
      const others = await Promise.all([
        server.person({ userRole: BASE, status: 'BLOCKED' }),
        server.person({ userRole: BASE, status: 'NOT_ACTIVATED' }),
        server.as('technical@paydesk.test'),
        server.as('owner@amber.test'),
      ]);
      const id = await waiting[kind]();
      const { assign, colleagues, read } = callsOf(kind, id);
      const offered = new Set(
        ((await colleagues(ana)).body as { id: string }[]).map((one) => one.id),
      );
      const refused = [withoutIt, elsewhere, ...others].map(({ userId }) => userId!);
      // cases of screening are of no merchant, so that nobody who reaches some alone decides them
      if (kind === 'screening') refused.push(here.userId!);
      for (const to of [...refused, ana.userId!, randomUUIDv7()]) {
        assert.ok(!offered.has(to), to);
        const answer = await assign(ana, to);
        assert.equal(answer.status, 400, answer.text);
        assert.match(answer.text, /Choose a colleague who may decide this case/);
      }
      assert.equal((await read(ana)).takenUserId, null);
      for (const by of [withoutIt, others[2]!, others[3]!]) {
        assert.equal((await assign(by, jana.userId!)).status, 403);
        assert.equal((await colleagues(by)).status, 403);
      }
      if (kind === 'screening') return;
      // of those who reach some merchants alone each does it where they see the case, and gets it there
      assert.equal((await assign(elsewhere, jana.userId!)).status, 404);
      assert.equal((await colleagues(elsewhere)).status, 404);
      assert.ok(offered.has(here.userId!));
      assert.equal((await assign(ana, here.userId!)).status, 200);
      assert.match((await colleagues(here)).text, new RegExp(jana.userId!));
      const back = await assign(here, jana.userId!, here.userId);
      assert.equal(back.status, 200, back.text);
      assert.equal((await read(ana)).takenUserId, jana.userId);
    });

  test('CU-08, SB-42 who has read a case first hands it to a second reader, and gets it from nobody', async () => {
    const id = await insertCase(server, 'HIGH');
    const { assign, colleagues } = callsOf('screening', id);
    const decided = await ana.call('POST /api/screening/cases/{id}/actions/decide', {
      params: { id },
      body: { decision: 'FALSE_HIT', reason: 'Seen the passport' },
    });
    assert.equal(decided.status, 200, decided.text);
    assert.ok(!(await colleagues(jana)).text.includes(ana.userId!));
    const back = await assign(jana, ana.userId!);
    assert.deepEqual([back.status, /who may decide/.test(back.text)], [400, true]);
    assert.equal((await assign(ana, jana.userId!)).status, 200);
  });
});
