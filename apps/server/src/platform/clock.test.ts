import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { testServer } from '../testing/server.ts';
import { CannotStart } from './cannot-start.ts';
import { clockMoves, openClock } from './clock.ts';
import { readConfig } from './config.ts';
import { housekeeping } from './housekeeping.ts';

const WEEK_SECONDS = 604_800;
const config = (CLOCK_OFFSET_SECONDS?: string) =>
  readConfig({ ...(CLOCK_OFFSET_SECONDS && { CLOCK_OFFSET_SECONDS }) });
const near = (one: Date, other: Date) => Math.abs(one.getTime() - other.getTime()) < 2000;

test('a week goes by in a second, in code and in SQL, for merchants’ rows and in other processes; nobody is signed out', async () => {
  const server = await testServer({ clock: true });
  try {
    const { services, database } = server;
    const told = async () =>
      (await sql<{ now: string }>`select now() as now`.execute(database.kysely)).rows[0]!.now;
    const person = await server.as('admin@paydesk.test');
    const other = await openClock(database);
    await services.clock.move!(WEEK_SECONDS);
    const expected = new Date(Date.now() + WEEK_SECONDS * 1000);
    assert.ok(near(services.now(), expected));
    assert.ok(near(new Date(await told()), expected));
    const merchant = await server.as('owner@amber.test');
    assert.equal((await merchant.call('GET /api/recurring', {})).status, 200);
    for (let tries = 0; !near(other.now(), expected) && tries < 600; tries++)
      await new Promise((done) => setTimeout(done, 50));
    assert.ok(near(other.now(), expected), 'the other process follows');
    other.close();
    assert.ok(near(services.realNow(), new Date()));
    assert.equal((await person.call('GET /api/recurring', {})).status, 200, 'still signed in');
    await assert.rejects(services.clock.move!(-1), /forward alone/);
    // nor by what is tidied away when months have gone by
    await services.clock.move!(60 * WEEK_SECONDS);
    await housekeeping(services).run();
    assert.equal((await person.call('GET /api/recurring', {})).status, 200, 'and still then');
  } finally {
    await server.close();
  }
});

test('outside of a demo nothing of it stands: no start with an offset, no clock that moves', async () => {
  assert.throws(() => clockMoves(config('60'), false, true), CannotStart);
  assert.equal(clockMoves(config(), false, true), false);
  assert.equal(clockMoves(config(), true, false), false);
  assert.equal(clockMoves(config('60'), true, false), true);
  assert.throws(() => readConfig({ CLOCK_OFFSET_SECONDS: '-60' }), /CLOCK_OFFSET_SECONDS/);
});
