import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { MerchantFeatureName } from '@paydesk/contract/merchant-record.ts';
import type { InstitutionFeatureName } from '@paydesk/contract/resources/financing-institutions.ts';
import { tasksOf } from './resources.ts';
import { insertLender, insertLoan } from './seed/factories/financing.ts';
import { machine, newOrder } from './testing/machines.ts';
import { testServer, type Client, type TestServer } from './testing/server.ts';

const LOAN = '/api/financing/consumer-credits/{id}';

const reason = (left: string) => [
  {
    field: 'amount',
    message: `The financing institution gives back only all that is left: ${left} EUR.`,
  },
];

/** What RECURRING does is beside the charges; API_ORDERS and WIDGETS beside orders and buttons. */
describe('features', () => {
  let server: TestServer;
  let staff: Client;
  let owner: Client;
  let amber: string;
  before(async () => {
    server = await testServer();
    staff = await server.as('admin@paydesk.test');
    owner = await server.as('owner@amber.test');
    amber = await server.merchantId('Amber & Oak');
  });
  after(() => server.close());

  const ofMerchant = (feature: MerchantFeatureName, enabled: boolean) =>
    staff.call('PUT /api/merchants/{id}/features/{feature}', {
      params: { id: amber, feature },
      body: { enabled },
    });

  test('AM-116 CONSUMER_CREDIT: while it is closed an order that asks for a loan is refused, and one that waits can’t be approved', async () => {
    const shop = await machine(server, amber);
    const order = (paymentMethod: 'CARD' | 'CONSUMER_CREDIT' | null) =>
      shop.call('POST /api/merchant-api/orders', { body: newOrder({ paymentMethod }) });
    const waiting = await order('CONSUMER_CREDIT');
    const { id } = waiting.body;
    assert.deepEqual([waiting.status, waiting.body.paymentMethodClosed], [200, false]);
    await ofMerchant('CONSUMER_CREDIT', false);
    const refused = await order('CONSUMER_CREDIT');
    assert.equal(refused.status, 400);
    const reason = 'Consumer credit is not open to the merchant';
    assert.deepEqual(refused.error.errors, [{ field: 'paymentMethod', message: reason }]);
    assert.deepEqual([(await order('CARD')).status, (await order(null)).status], [200, 200]);
    const approve = () => owner.call('PUT /api/orders/{id}/approve', { params: { id } });
    const { body } = await owner.call('GET /api/orders/{id}', { params: { id } });
    assert.equal(body.paymentMethodClosed, true);
    assert.deepEqual((await approve()).error.errors, [{ field: 'status', message: reason }]);
    await ofMerchant('CONSUMER_CREDIT', true);
    assert.equal((await order('CONSUMER_CREDIT')).status, 200);
    assert.equal((await approve()).body.status.name, 'VERIFIED');
  });

  async function lentLoan() {
    const { institution } = await insertLender(server.pool);
    const { id } = await insertLoan(server.pool, {
      merchantId: amber,
      status: 'CONFIRMED',
      financingInstitutionId: institution.id,
    });
    const turn = (feature: InstitutionFeatureName, enabled: boolean) =>
      staff.call('PUT /api/financing/financing-institutions/{id}/features/{feature}', {
        params: { id: institution.id, feature },
        body: { enabled },
      });
    const loan = async () => (await owner.call(`GET ${LOAN}`, { params: { id } })).body;
    const ask = (amount: number) =>
      owner.call(`POST ${LOAN}/refund-requests`, {
        params: { id },
        body: { amount, reason: 'OTHER' },
      });
    const statuses = async () =>
      (
        await server.all<{ status: string }>(
          `select status from consumer_credits_refunds where consumer_credit_id = $1
           order by created_date, id`,
          [id],
        )
      ).map(({ status }) => status);
    return { turn, loan, ask, statuses };
  }

  const run = (name: string) =>
    tasksOf(server.services)
      .find((task) => task.name === name)!
      .run();

  test('AM-116, AM-111 PARTIAL_REFUND: without it only all that is left of a loan may be asked back', async () => {
    const { turn, loan, ask } = await lentLoan();
    for (const amount of [400, 999.99, 1000.01])
      assert.deepEqual((await ask(amount)).error.errors, reason("1'000.00"));
    await turn('PARTIAL_REFUND', true);
    assert.equal((await loan()).institution.partialRefund, true);
    assert.equal((await ask(400)).status, 200);
    await turn('PARTIAL_REFUND', false);
    assert.equal((await loan()).institution.partialRefund, false);
    assert.deepEqual((await ask(1)).error.errors, reason('600.00'));
    assert.equal((await ask(600)).status, 200);
  });

  test('AM-116, AM-111 INSTANT_DECISION: with it the institution decides at once, else later', async () => {
    const { turn, loan, ask, statuses } = await lentLoan();
    await turn('PARTIAL_REFUND', true);
    await turn('INSTANT_DECISION', true);
    assert.equal((await loan()).institution.instantDecision, true);
    await ask(100);
    await run('deliver-credit-refunds');
    assert.deepEqual(await statuses(), ['CONFIRMED']);
    await turn('INSTANT_DECISION', false);
    assert.equal((await loan()).institution.instantDecision, false);
    await ask(100);
    await run('deliver-credit-refunds');
    assert.deepEqual(await statuses(), ['CONFIRMED', 'REQUESTED']);
    for (let tries = 0; (await statuses())[1] === 'REQUESTED' && tries < 600; tries++) {
      await server.pool.query(
        `update consumer_credits_refunds set next_inquiry_date = now() - interval '1 second' where next_inquiry_date is not null`,
      );
      await run('ask-financing-institution');
      await new Promise((done) => setTimeout(done, 50));
    }
    assert.deepEqual(await statuses(), ['CONFIRMED', 'CONFIRMED']);
  });

  test('AM-116, AM-111 REMOTE_SIGNING: without it the loan says that its agreement is signed at the merchant’s', async () => {
    const { turn, loan } = await lentLoan();
    assert.equal((await loan()).institution.remoteSigning, false);
    await turn('REMOTE_SIGNING', true);
    assert.equal((await loan()).institution.remoteSigning, true);
  });
});
