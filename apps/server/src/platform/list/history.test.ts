import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { insertPayment, refund } from '../../testing/money.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

describe('the history of a record', () => {
  let server: TestServer;
  let staff: Client;
  let owner: Client;
  let operator: Client;
  let stranger: Client;
  let id: string;

  before(async () => {
    server = await testServer();
    staff = await server.as('admin@paydesk.test');
    owner = await server.as('owner@amber.test');
    operator = await server.as('operator@amber.test');
    stranger = await server.as('owner@baltic.test');
    id = await insertPayment(server, { merchantId: await server.merchantId('Amber & Oak') });
    await refund(operator, id, 10, {}, { headers: { 'idempotency-key': 'history-1' } });
    await refund(staff, id, 10, {}, { headers: { 'idempotency-key': 'history-2' } });
  });
  after(() => server.close());

  const of = (client: Client, record = id, query: Record<string, string> = {}) =>
    client.call('GET /api/transactions/{id}/history', { params: { id: record }, query });

  test('AT-01, SB-46 says who did what and how it ended, the latest first', async () => {
    const { content, totalElements } = (await of(staff)).body;
    assert.equal(totalElements, 4);
    assert.deepEqual(
      content.map(({ user, action, result }) => `${user} ${action} ${result.name}`),
      [
        'Elīna Bērziņa REFUND SUCCESS',
        'Elīna Bērziņa REFUND PENDING',
        'Toms Liepiņš REFUND SUCCESS',
        'Toms Liepiņš REFUND PENDING',
      ],
    );
    assert.equal((JSON.parse(content[3]!.details) as { amount: number }).amount, 10);
  });

  test('SB-03, SB-04 a merchant sees its own people by name, staff as Paydesk, and no address', async () => {
    const reply = await of(owner);
    assert.deepEqual(
      reply.body.content.map(({ user }) => user),
      ['Paydesk', 'Paydesk', 'Toms Liepiņš', 'Toms Liepiņš'],
    );
    assert.doesNotMatch(reply.text, /address|Elīna|127\.0\.0\.1/);
    assert.equal((await of(owner, id, { f_address: '1' })).status, 400);
    assert.equal((await of(owner, id, { f_user: 'Elīna' })).body.totalElements, 0);
  });

  test('SB-03 another merchant’s record, and one of a kind that one may not read, say nothing', async () => {
    const [foreign, absent] = [await of(stranger), await of(stranger, randomUUIDv7())];
    assert.equal(foreign.status, 404);
    const { requestId: _a, ...told } = foreign.error;
    const { requestId: _b, ...toldOfNothing } = absent.error;
    assert.deepEqual(told, toldOfNothing);
    const blind = await server.person({
      userRole: 'MERCHANT_OPERATOR',
      merchantId: await server.merchantId('Amber & Oak'),
      permissions: ['READ_MERCHANT_EMPLOYEE'],
    });
    assert.equal((await of(blind)).status, 403);
    const people = { params: { id: owner.userId! } };
    const history = await blind.call('GET /api/users/{id}/history', people);
    assert.ok(history.body.content.some(({ action }) => action === 'LOGIN'));
    assert.equal((await stranger.call('GET /api/users/{id}/history', people)).status, 404);
  });

  test('SB-03 whatever a merchant’s statement says: the own rows alone, without address and names', async () => {
    const merchantId = await server.merchantId('Amber & Oak');
    const sight = { merchantId, userId: owner.userId! };
    const rows = await server.services.database.snapshot(sight, async (client) => {
      const { rows } = await client.query<{ id: string }>(
        'select distinct merchant_id as id from audit_logs',
      );
      return rows;
    });
    assert.deepEqual(rows, [{ id: merchantId }]);
    for (const column of ['address', 'user_name', 'application'])
      await assert.rejects(
        server.services.database.snapshot(sight, (client) =>
          client.query(`select ${column} from audit_logs`),
        ),
        /permission denied/,
        column,
      );
  });
});
