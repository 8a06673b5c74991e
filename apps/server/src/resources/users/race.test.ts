import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { insertMerchant } from '../../seed/factories.ts';
import { act, remove, setRole } from '../../testing/people.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

const ROUNDS = 40;

const block = (by: Client, whom: Client) => act(by, whom.userId!, 'block');
const steps = [
  (by: Client, whom: Client) => setRole(by, whom.userId!, 'MERCHANT_OPERATOR'),
  block,
  (by: Client, whom: Client) => remove(by, whom.userId!),
];

/** At the same moment: a merchant never loses its last administrator who can sign in (AM-76). */
describe('administrators against each other', () => {
  let server: TestServer;
  let staff: Client;
  before(async () => {
    server = await testServer();
    staff = await server.person({ userRole: 'BACKOFFICE_ADMIN' });
  });
  after(() => server.close());

  async function admins(count: number): Promise<{ merchantId: string; people: Client[] }> {
    const { id: merchantId } = await insertMerchant(server.pool);
    const people = await Promise.all(
      Array.from({ length: count }, () =>
        server.person({ merchantId, userRole: 'MERCHANT_ADMIN' }),
      ),
    );
    return { merchantId, people };
  }

  const left = async (merchantId: string) =>
    Number(
      (
        await server.one<{ n: bigint }>(
          `select count(*) as n from users where merchant_id = $1 and status = 'ACTIVATED'
             and user_role = 'MERCHANT_ADMIN'`,
          [merchantId],
        )
      ).n,
    );

  test(`AM-76, SB-20, SB-25, SB-26 two who revoke, block or delete each other, ${ROUNDS} rounds: one stays`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { merchantId, people } = await admins(2);
      const [a, b] = people as [Client, Client];
      const one = steps[round % 3]!;
      const other = steps[Math.floor(round / 3) % 3]!;
      const replies = await Promise.all([one(a, b), other(b, a)]);
      const done = replies.filter(({ status }) => status === 200);
      assert.equal(done.length, 1, replies.map(({ text }) => text).join('\n'));
      // whoever came second is no administrator any more, or not signed in
      const [second] = replies.filter(({ status }) => status !== 200);
      assert.ok([401, 403].includes(second!.status), second!.text);
      assert.equal(await left(merchantId), 1);
    }
  });

  test('AM-76 everybody against everybody, staff too: the last one is refused, never taken', async () => {
    for (let round = 0; round < ROUNDS / 4; round++) {
      const { merchantId, people } = await admins(4);
      const replies = await Promise.all([
        ...people.flatMap((by, nth) =>
          people.filter((whom) => whom !== by).map((whom, at) => steps[(nth + at) % 3]!(by, whom)),
        ),
        ...people.map((whom, nth) => steps[(nth + round) % 3]!(staff, whom)),
      ]);
      for (const { status, text } of replies)
        assert.ok([200, 400, 401, 403, 404].includes(status), text);
      assert.equal(await left(merchantId), 1);
    }
  });

  test('AM-76 two administrators of the back office who block each other: one stays', async () => {
    for (let round = 0; round < ROUNDS / 4; round++) {
      const a = await server.person({ userRole: 'BACKOFFICE_ADMIN' });
      const b = await server.person({ userRole: 'BACKOFFICE_ADMIN' });
      const replies = await Promise.all([block(a, b), block(b, a)]);
      assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 401]);
    }
  });

  test('SB-03 who is changed waits for no other merchant’s administrators', async () => {
    const [ours, theirs] = [await admins(2), await admins(1)];
    const client = await server.pool.connect();
    try {
      await client.query('begin');
      await client.query('select from users where id = $1 for update', [theirs.people[0]!.userId]);
      // what merchants’ people lock is theirs by row-level security already
      const done = await Promise.race([
        block(staff, ours.people[0]!),
        sleep(15_000, null, { ref: false }),
      ]);
      assert.equal(done?.status, 200, done ? done.text : 'it waits');
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  test('SB-20 blocked while signed in everywhere: no session opened meanwhile outlives it', async () => {
    const { people } = await admins(2);
    const [a, b] = people as [Client, Client];
    const more = await Promise.all(Array.from({ length: 5 }, () => server.session(b.userId!)));
    assert.equal((await block(a, b)).status, 200);
    for (const session of [b, ...more])
      assert.equal((await session.call('GET /api/users/me')).status, 401);
  });
});
