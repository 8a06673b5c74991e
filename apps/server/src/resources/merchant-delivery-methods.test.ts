import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { insertTold } from '../testing/told.ts';
import { testServer, type Client, type TestServer } from '../testing/server.ts';

describe('delivery methods that staff have agreed with merchants', () => {
  let server: TestServer;
  let admin: Client;
  let id: string;
  before(async () => {
    server = await testServer();
    admin = await server.as('admin@paydesk.test');
    id = await server.merchantId('Amber & Oak');
  });
  after(() => server.close());

  const ALL = '/api/merchants/{id}/delivery-methods';
  const agree = (deliveryMethodId: string) =>
    admin.call(`POST ${ALL}`, {
      params: { id },
      body: { deliveryMethodId, externalId: 'HAND-1', enabled: true },
    });

  test('MB-12, API-116 of ten who agree on one method at once one does; the merchant sees it as it is until it is withdrawn', async () => {
    const method = await insertTold(server.pool, 'deliveryMethods');
    const replies = await Promise.all(Array.from({ length: 10 }, () => agree(method)));
    const [made, ...more] = replies.filter(({ status }) => status === 200);
    assert.equal(more.length, 0);
    for (const { status, error } of replies.filter((reply) => reply !== made))
      assert.deepEqual([status, error.errors[0]?.field], [400, 'deliveryMethodId']);
    const agreementId = made!.body.id;

    const owner = await server.as('owner@amber.test');
    const seen = async () =>
      (await owner.call('GET /api/merchant/delivery/method')).body.find(
        (one) => one.id === agreementId,
      );
    const one = `${ALL}/{agreementId}` as const;
    const change = (its: { id: string; agreementId: string }) =>
      admin.call(`PUT ${one}`, { params: its, body: { externalId: 'HAND-2', enabled: false } });
    assert.equal((await seen())?.externalId, 'HAND-1');
    const baltic = await server.merchantId('Baltic Books');
    assert.equal((await change({ id: baltic, agreementId })).status, 404);
    assert.equal((await change({ id, agreementId })).status, 200);
    assert.deepEqual([(await seen())?.externalId, (await seen())?.enabled], ['HAND-2', false]);
    const gone = await admin.call('DELETE /api/delivery/methods/{id}', { params: { id: method } });
    assert.equal(gone.status, 400, 'a merchant hangs on it');
    assert.equal((await admin.call(`DELETE ${one}`, { params: { id, agreementId } })).status, 200);
    assert.equal(await seen(), undefined);
    assert.equal((await agree(method)).status, 200, 'anew');
  });

  test('AM-82 what is not active can’t be agreed on', async () => {
    const method = await insertTold(server.pool, 'deliveryMethods');
    await server.pool.query('update delivery_methods set active = false where id = $1', [method]);
    const { status, error } = await agree(method);
    assert.deepEqual([status, error.errors[0]?.field], [400, 'deliveryMethodId']);
  });
});
