import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { takeEarly } from './early.ts';

const asked = (calls: Record<string, Promise<Response>>) =>
  Object.assign(globalThis, { paydeskEarly: { token: 'hers', calls } });
afterEach(() => Reflect.deleteProperty(globalThis, 'paydeskEarly'));

test('what the page has asked for is taken once, by the same person, and by its whole address', async () => {
  asked({ '/api/users/me': Promise.resolve(Response.json({ id: '1' })) });
  assert.equal(takeEarly('/api/users/me', 'his'), undefined);
  assert.equal(takeEarly('/api/users/me', undefined), undefined);
  assert.equal(takeEarly('/api/users/me?x=1', 'hers'), undefined);
  assert.deepEqual(await (await takeEarly('/api/users/me', 'hers'))?.json(), { id: '1' });
  assert.equal(takeEarly('/api/users/me', 'hers'), undefined);
});

test('an answer that nobody took in time is no news any more', (t) => {
  asked({ '/api/users/me': Promise.resolve(new Response()) });
  t.mock.method(performance, 'now', () => 16_000);
  assert.equal(takeEarly('/api/users/me', 'hers'), undefined);
});
