import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { inTime } from './in-time.ts';

const silence = new Promise<never>(() => {});
const late = () => 'late';
const refused = () => {
  throw new Error('late');
};

test('gives what comes in time, its failure too, and leaves no timer behind', async () => {
  assert.equal(await inTime(Promise.resolve('here'), 60_000, late), 'here');
  await assert.rejects(inTime(Promise.reject(new Error('own')), 60_000, late), /own/);
  assert.ok(!process.getActiveResourcesInfo().includes('Timeout'));
});

test('else says or throws what is said of what is late; a failure after that disturbs nobody', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const work = Promise.withResolvers<never>();
  const both = [inTime(silence, 50, late), inTime(work.promise, 50, refused)];
  t.mock.timers.tick(49);
  assert.equal(await Promise.race([...both, Promise.resolve('waits')]), 'waits');
  t.mock.timers.tick(1);
  assert.equal(await both[0], 'late');
  await assert.rejects(both[1]!, /late/);
  work.reject(new Error('nobody hears this'));
  await new Promise(setImmediate);
});

test('a signal ends the wait, an old one at once, and is left without a listener', async () => {
  const stop = new AbortController();
  const waiting = inTime(silence, 60_000, late, stop.signal);
  assert.equal(getEventListeners(stop.signal, 'abort').length, 1);
  stop.abort();
  assert.equal(await waiting, 'late');
  assert.equal(await inTime(silence, 60_000, late, stop.signal), 'late');
  assert.equal(getEventListeners(stop.signal, 'abort').length, 0);
});
