import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { insertMerchant, insertTransaction } from '../../seed/factories.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { lockStill } from './rows.ts';

let server: TestServer;
before(async () => {
  server = await testServer();
});
after(() => server.close());

test('SB-42 of two that look for the same rows each has its own until it ends, and neither waits', async () => {
  const { id: merchantId } = await insertMerchant(server.pool);
  const found = await Promise.all(
    [1, 2].map(async () => {
      const { id } = await insertTransaction(server.pool, { merchantId });
      return { id, merchant_id: merchantId };
    }),
  );
  const still = `status = 'SUCCESS'`;
  const locked = (some: typeof found, then: () => Promise<unknown> = async () => {}) =>
    server.database.transaction('all', async (tx) => {
      const rows = await lockStill<{ id: string }>(tx, 'transactions', some, still);
      await then();
      return rows.map(({ id }) => id);
    });
  const [first, second] = [found[0]!.id, found[1]!.id];
  let others: string[] = [];
  const own = await locked(found.slice(0, 1), async () => {
    // not the first one, nor waiting for it
    others = await Promise.race([locked(found), sleep(10_000, [], { ref: false })]);
  });
  assert.deepEqual([own, others], [[first], [second]]);

  await server.pool.query(`update transactions set status = 'FAILED' where id = $1`, [second]);
  assert.deepEqual(await locked(found), [first], 'what is so no more is nobody’s');
});
