import assert from 'node:assert/strict';
import { test } from 'node:test';
import { question, store } from './store.ts';

test('a store tells of another value, of the same one nobody, and after the end no more', () => {
  const one = store<string | null>(null);
  const heard: (string | null)[] = [];
  const end = one.subscribe(() => heard.push(one.get()));
  one.set('a');
  one.set('a');
  one.set(null);
  end();
  one.set('b');
  assert.deepEqual(heard, ['a', null]);
  assert.equal(one.get(), 'b');
});

test('a question is asked once, answered to all who share it, and then may be asked anew', async () => {
  const leave = question<'code' | 'password'>();
  const shown: unknown[] = [];
  leave.open.subscribe(() => shown.push(leave.open.get()));
  const both = [leave.ask('code'), leave.ask('password')];
  leave.answer(true);
  assert.deepEqual(await Promise.all(both), [true, true]);
  // nobody asks: nothing happens, and the next question has its own answer
  leave.answer(true);
  const next = leave.ask('password');
  leave.answer(false);
  assert.equal(await next, false);
  assert.deepEqual(shown, ['code', null, 'password', null]);
});
