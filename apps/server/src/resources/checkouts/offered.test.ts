import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { insertMerchant, insertShippingMethod } from '../../seed/factories.ts';
import { insertWidget } from '../../seed/factories/widgets.ts';
import { ADDRESS, SHOPPER } from '../../testing/checkouts.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

describe('what a shopper would be offered', () => {
  let server: TestServer;
  let merchantId: string;
  let operator: Client;

  before(async () => {
    server = await testServer();
    merchantId = (await insertMerchant(server.pool, { name: 'Previews' })).id;
    await insertShippingMethod(server.pool, { merchantId, name: 'Courier' });
    await insertShippingMethod(server.pool, { merchantId, enabled: false });
    // nobody else's
    await insertShippingMethod(server.pool, {
      merchantId: (await insertMerchant(server.pool)).id,
      name: 'Theirs',
    });
    operator = await server.person({ merchantId, userRole: 'MERCHANT_OPERATOR' });
  });
  after(() => server.close());

  const preview = (given: object = {}, who = operator) =>
    who.call('GET /api/widgets/preview', {
      query: { amount: '1200', ships: 'true', repeats: 'false', ...given },
    });
  const rows = async () =>
    (
      await server.one<{ n: number }>(
        `select (select count(*) from checkouts where merchant_id = $1)::int
          + (select count(*) from orders where merchant_id = $1)::int as n`,
        [merchantId],
      )
    ).n;

  test('AM-108, FI-12, OR-09 the preview offers what a checkout then does, and nothing is opened by it', async () => {
    const { body, text } = await preview();
    assert.deepEqual(body.means, ['CARD', 'CONSUMER_CREDIT'], text);
    assert.equal(await rows(), 0);
    const { id: widget } = await insertWidget(server.pool, {
      merchantId,
      type: 'CHECKOUT',
      orderAuthorizationType: 'WIDGET_TOTAL_AMOUNT',
      totalAmount: 1200,
    });
    const { id } = (await server.anonymous.call('POST /api/checkouts', { body: { widget } })).body;
    const params = { id };
    const { body: view } = await server.anonymous.call('PUT /api/checkouts/{id}', {
      params,
      body: { ...SHOPPER, ...ADDRESS },
    });
    const { body: loan } = await server.anonymous.call('GET /api/checkouts/{id}/loan', { params });
    assert.deepEqual(
      view.shippingMethods.map(({ name, cost }) => [name, cost]),
      [['Courier', 0]],
    );
    assert.ok(loan.products.length);
    const { means, shippingMethods } = view;
    assert.deepEqual(body, { means, shippingMethods, loan });
    // by a link nothing is delivered
    const byLink = await operator.call('GET /api/payment-links/preview', {
      query: { amount: '1200', repeats: 'false' },
    });
    assert.deepEqual(byLink.body, { means, shippingMethods: [], loan });
  });

  test('FI-12, AM-61, OR-09 no loan of an amount that nobody lends, of what repeats, or where the feature is closed; a price that the shop is asked for is not known', async () => {
    const byCard = async (given: object) => {
      const { body } = await preview(given);
      assert.deepEqual([body.means, body.loan], [['CARD'], null], JSON.stringify(given));
      return body;
    };
    await byCard({ amount: '0.01' });
    await byCard({ repeats: 'true' });
    assert.deepEqual((await preview({ ships: 'false' })).body.shippingMethods, []);
    await server.pool.query(
      `insert into merchant_features (merchant_id, feature, enabled, updated_date, updated_by)
       values ($1, 'CONSUMER_CREDIT', false, now(), 'Anna Ozola')`,
      [merchantId],
    );
    await server.pool.query(
      `update merchants set delivery_cost_calculation_url = 'https://shop.test/cost' where id = $1`,
      [merchantId],
    );
    const { shippingMethods } = await byCard({});
    assert.deepEqual(
      shippingMethods.map(({ name, cost }) => [name, cost]),
      [['Courier', null]],
    );
  });

  test('SB-48 an amount that is none is refused by its field', async () => {
    for (const amount of ['', '-1', '1.234', '1e3', '12345678']) {
      const { status, error } = await preview({ amount });
      assert.deepEqual([status, error.errors[0]!.field], [400, 'amount'], amount);
    }
  });
});
