import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { CannotStart } from '../platform/cannot-start.ts';
import { readConfig } from '../platform/config.ts';
import { tasksOf } from '../resources.ts';
import { insertLoan } from '../seed/factories/financing.ts';
import { insertPayment, markRefunded, read, refund, reverse } from '../testing/money.ts';
import { testServer, type Client, type TestServer } from '../testing/server.ts';
import { chooseGateways, missingGateways } from './choice.ts';

describe('an installation without gateways', () => {
  let server: TestServer;
  let owner: Client;
  let amber: string;
  before(async () => {
    server = await testServer({
      settings: {
        ACQUIRER: 'none',
        FINANCING_INSTITUTION: 'none',
        SCREENING: 'none',
        IDENTIFICATION: 'none',
      },
    });
    owner = await server.as('owner@amber.test');
    amber = await server.merchantId('Amber & Oak');
  });
  after(() => server.close());

  const run = async (name: string) =>
    (await tasksOf(server.services)
      .find((task) => task.name === name)!
      .run()) as Record<string, number> | undefined;

  test('says which are missing, and what stands still without them', () => {
    assert.deepEqual(
      missingGateways(server.services).map(({ setting }) => setting),
      ['ACQUIRER', 'FINANCING_INSTITUTION', 'SCREENING', 'IDENTIFICATION', 'SMTP_URL'],
    );
  });

  test('SB-16, SB-17, SB-18 refuses what an acquirer moves, with the reason, and writes down what moved elsewhere', async () => {
    const words = /No acquirer is set up, so no money can move/;
    const id = await insertPayment(server, { merchantId: amber });
    const before = await read(owner, id);
    for (const ask of [refund, reverse]) {
      const { status, text } = await ask(owner, id, 100);
      assert.equal(status, 400);
      assert.match(text, words);
    }
    assert.deepEqual(await read(owner, id), before);
    assert.equal((await markRefunded(owner, id, 10)).status, 200);
  });

  test('SB-39 asks no institution, and says so on the loan and at the call', async () => {
    const { id } = await insertLoan(server.pool, { merchantId: amber, status: 'CONFIRMED' });
    const path = '/api/financing/consumer-credits/{id}';
    const { body: loan } = await owner.call(`GET ${path}`, { params: { id } });
    assert.equal(loan.institutionMissing, true);
    const asked = await owner.call(`POST ${path}/refund-requests`, {
      params: { id },
      body: { amount: loan.amount, reason: 'OTHER' },
    });
    assert.equal(asked.status, 400);
    assert.match(asked.text, /nobody can be asked/);
    const { n } = await server.one<{ n: number }>(
      `select count(*)::int as n from outbox where kind = 'CREDIT_REFUND'`,
    );
    assert.equal(n, 0);
  });

  test('SB-42 charges and screens nobody: who is due stays due', async () => {
    const due = () =>
      server.one<{ charges: number; due: string; screened: number }>(
        `select (select count(*)::int from recurring_charges) as charges,
           (select min(next_charge_at)::text from recurring_payments where status = 'ACTIVE') as due,
           (select count(*)::int from screening_results) as screened`,
      );
    await server.pool.query(
      `update recurring_payments set next_charge_at = now() - interval '1 day', expiration_date = null
       where status = 'ACTIVE'`,
    );
    const before = await due();
    await run('charge-recurring-payments');
    await run('refresh-screening');
    assert.deepEqual(await due(), before);
  });
});

const bannerOf = async (settings: Record<string, string>) => {
  const server = await testServer({ demo: false, settings });
  try {
    return (await server.anonymous.call('GET /api/settings/console')).body.banner!.before;
  } finally {
    await server.close();
  }
};
const chosen = (settings: Record<string, string>, demo: boolean) =>
  chooseGateways(readConfig(settings), demo);

test('a sandbox in an installation that is no demo is said on every page, or not begun', async () => {
  const words =
    /^This installation tries things out: what answers as acquirer and screening is a sandbox/;
  const made = { ACQUIRER: 'sandbox', SCREENING: 'sandbox' };
  assert.match(await bannerOf({ ...made, ALLOW_SANDBOX: 'true' }), words);
  assert.doesNotMatch(await bannerOf({}), words);
  const keys = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
  assert.throws(() => chosen({ ACQUIRER: 'stripe', ...keys }, true), /stripe leads to a real acq/);
  assert.equal(chosen({ ACQUIRER: 'stripe', ...keys }, false).ACQUIRER, 'stripe');
  assert.throws(() => chosen({ FINANCING_INSTITUTION: 'sandbox' }, false), CannotStart);
  assert.deepEqual(chosen({}, true), {
    ACQUIRER: 'sandbox',
    FINANCING_INSTITUTION: 'sandbox',
    SCREENING: 'sandbox',
    IDENTIFICATION: 'sandbox',
  });
  assert.deepEqual(chosen({ SCREENING: 'none' }, false), {
    ACQUIRER: 'none',
    FINANCING_INSTITUTION: 'none',
    SCREENING: 'none',
    IDENTIFICATION: 'none',
  });
});
