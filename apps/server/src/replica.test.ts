import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { isOfMerchants, rightsOf } from '@paydesk/contract/rights.ts';
import { CannotStart } from './platform/cannot-start.ts';
import { readConfig } from './platform/config.ts';
import { prepareDatabase } from './platform/db/prepare.ts';
import { testDatabase } from './platform/db/testing.ts';
import { replicated } from './platform/db/testing/replicated.ts';
import { TEST_KEY } from './testing/encryption.ts';
import { withRole } from './testing/roles.ts';
import { migratedAndSeeded, testServer, type Client, type TestServer } from './testing/server.ts';

const LINUX = process.platform === 'linux';

/** Waits until it is so; fails with what it was last. */
async function until<T>(read: () => T | Promise<T>, is: (value: T) => boolean, ms = 15_000) {
  const end = performance.now() + ms;
  for (;;) {
    const value = await read();
    if (is(value)) return value;
    if (performance.now() > end) assert.fail(`it stayed ${JSON.stringify(value)}`);
    await wait(20);
  }
}

/** How many of this id their list has. */
async function lists(who: Client, id: string): Promise<number> {
  const { status, body } = await who.call('GET /api/transactions', { query: { f_id: id } });
  assert.equal(status, 200);
  return body.totalElements;
}

describe(
  'reads elsewhere: a replica (ADR 176)',
  { skip: !LINUX && 'its processes are found under /proc' },
  () => {
    let clusters: Awaited<ReturnType<typeof replicated>>;
    let server: TestServer;
    let staff: Client;
    let owner: Client;
    let made = 0;

    before(async () => {
      clusters = await replicated(migratedAndSeeded);
      server = await testServer({
        database: { url: clusters.primary.url, drop: async () => {} },
        settings: { DATABASE_READ_URL: clusters.replica.url },
      });
      staff = await server.signIn('admin@paydesk.test');
      owner = await server.signIn('owner@amber.test');
      await until(state, ({ notRead }) => notRead === null);
    });
    after(async () => {
      clusters.replica.goOn();
      clusters.primary.goOn();
      await server.close();
      await clusters.stop();
    });

    const state = () => server.database.replica!.state();
    /** A payment that another process made: no call of this person's. */
    async function pay(): Promise<string> {
      const id = `018f0000-0000-7000-8000-${String(++made).padStart(12, '0')}`;
      await server.pool.query(
        `insert into transactions (id, merchant_id, date, status, amount_cents, currency, moves_money)
       select $1, merchant_id, now(), 'SUCCESS', 100, 'EUR', true from users where email = 'owner@amber.test'`,
        [id],
      );
      return id;
    }
    const wholeAgain = async () => {
      clusters.replica.goOn();
      await until(state, ({ notRead, lagMs }) => notRead === null && lagMs === 0);
    };

    /** Within the second in which it is read although it lacks what is new; on a slow machine that may take a few goes. */
    async function whileBehind(reads: () => Promise<void>): Promise<void> {
      for (let left = 4; ; left--) {
        clusters.replica.hold('replay');
        try {
          return await reads();
        } catch (error) {
          if (state().notRead !== 'BEHIND' || left === 0) throw error;
        } finally {
          await wholeAgain();
        }
      }
    }

    test('staff’s lists, files, search and reports are read there, by roles of some merchants too, theirs alone, and merchants’ are not; who wrote something reads it back', async () => {
      const base = 'BACKOFFICE_TECHNICAL';
      const [some, others] = await Promise.all(
        ['Amber & Oak', 'Baltic Books'].map(async (name) =>
          withRole(server, {
            base,
            rights: rightsOf(base).filter(isOfMerchants),
            merchants: [await server.merchantId(name)],
          }),
        ),
      );
      const before = await pay();
      await until(
        () => lists(staff, before),
        (found) => found === 1,
      );
      await whileBehind(async () => {
        const unseen = await pay();
        assert.equal(await lists(staff, unseen), 0, 'the replica has not got it');
        const file = await staff.call('GET /api/transactions.csv', { query: { f_id: unseen } });
        assert.equal(file.text.trim().split('\n').length, 1, 'nor has its file');
        const { body: hits } = await staff.call('GET /api/search', { query: { q: unseen } });
        assert.deepEqual(hits, []);
        assert.equal(await lists(owner, unseen), 1, 'merchants read the database itself');
        for (const [who, count] of [
          [some!, 1],
          [others!, 0],
        ] as const) {
          assert.equal(await lists(who, unseen), 0, 'a role of some reads the replica');
          assert.equal(await lists(who, before), count);
          const { text } = await who.call('GET /api/transactions.csv', { query: { f_id: before } });
          assert.equal(text.includes(before), count === 1);
          const found = await who.call('GET /api/search', { query: { q: before } });
          assert.equal(found.text.includes(before), count === 1);
        }
        assert.equal(state().notRead, null);
        const { status } = await staff.call('POST /api/delivery/companies', {
          body: {
            name: `Grey Heron ${made}`,
            code: `GREY_HERON_${made}`,
            country: 'EE',
            methodIds: [],
            active: true,
          },
        });
        assert.equal(status, 200);
        const { body } = await staff.call('GET /api/delivery/companies', {
          query: { f_name: `Grey Heron ${made}` },
        });
        assert.equal(body.totalElements, 1, 'their own');
        assert.equal(await lists(staff, unseen), 1, 'and all that was written before it');
      });
    });

    test('further behind than a second it is left, and said; what is told to screens is there to be read', async () => {
      const saidBefore = server.logLines.length;
      clusters.replica.hold('replay');
      const unseen = await pay();
      let told = false;
      const caughtUp = server.database.replica!.caughtUp().then(() => (told = true));
      await wait(300);
      assert.equal(told, false, 'nobody hears of it before they can read it');
      await until(state, ({ notRead }) => notRead === 'BEHIND');
      await caughtUp;
      assert.equal(await lists(staff, unseen), 1);
      const { payload } = await server.app.inject('/metrics');
      assert.match(payload, /^paydesk_replica_read 0$/m);
      assert.ok(Number(/^paydesk_replica_lag_seconds (.+)$/m.exec(payload)![1]) >= 1);
      const { body } = await staff.call('GET /api/system');
      assert.equal(body.database.replica?.notRead, 'BEHIND');
      await wholeAgain();
      assert.equal(await lists(staff, unseen), 1);
      const said = server.logLines
        .slice(saidBefore)
        .filter((line) => line.includes('the replica is left'));
      assert.equal(said.length, 1);
    });

    test('one that stands still holds nobody up for long; one that ended is left at once, and found again', async () => {
      const id = await pay();
      clusters.replica.hold('all');
      const started = performance.now();
      await until(
        () => lists(staff, id),
        (found) => found === 1,
      );
      assert.ok(performance.now() - started < 10_000, `${performance.now() - started} ms`);
      await wholeAgain();
      await clusters.replica.stop();
      const after = await pay();
      for (let times = 0; times < 10; times++) assert.equal(await lists(staff, after), 1);
      assert.equal(state().notRead, 'AWAY');
      await clusters.replica.start();
      await wholeAgain();
    });

    test('while the database itself is away staff go on reading; what is written is refused, and it goes on by itself', async () => {
      const id = await pay();
      await until(
        () => lists(staff, id),
        (found) => found === 1,
      );
      await clusters.primary.stop();
      try {
        assert.equal(await lists(staff, id), 1);
        const { status } = await staff.call('POST /api/delivery/companies', {
          body: {
            name: 'Nobody hears',
            code: 'NOBODY',
            country: 'EE',
            methodIds: [],
            active: true,
          },
        });
        assert.equal(status, 503);
        const theirs = await owner.call('GET /api/transactions');
        assert.equal(theirs.status, 503);
      } finally {
        await clusters.primary.start();
      }
      await until(
        async () => (await owner.call('GET /api/transactions')).status,
        (status) => status === 200,
      );
      const next = await pay();
      await until(
        () => lists(staff, next),
        (found) => found === 1,
      );
    });

    test('a database that follows none is not read from; one of another cluster stops the start', async () => {
      const itself = await testServer({
        database: { url: clusters.primary.url, drop: async () => {} },
        settings: { DATABASE_READ_URL: clusters.primary.url },
      });
      try {
        const id = await pay();
        await until(
          () => itself.database.replica!.state().notRead,
          (why) => why === 'NO_REPLICA',
        );
        assert.equal(await lists(await itself.signIn('admin@paydesk.test'), id), 1);
      } finally {
        await itself.close();
      }
      const other = await testDatabase();
      try {
        const config = readConfig({
          DATABASE_URL: clusters.primary.url,
          DATABASE_READ_URL: other.url,
          ENCRYPTION_KEY: TEST_KEY,
        });
        await assert.rejects(
          prepareDatabase(config, undefined, async () => {}),
          (error) => error instanceof CannotStart && error.message.startsWith('DATABASE_READ_URL'),
        );
      } finally {
        await other.drop();
      }
    });
  },
);
