import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { ApiError } from './api.ts';
import { notifications, notify, pause, resume } from './notify-store.ts';

beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }));
afterEach(() => {
  notify.clear();
  mock.timers.reset();
});

const lines = () => notifications.get().flatMap((one) => one.lines);
const serverError = new ApiError('GET /api/transactions', 500);

test('ER-04 a failure is shown for 6000 ms', () => {
  notify.failure(serverError);
  mock.timers.tick(5999);
  assert.deepEqual(lines(), ['Server error. Please try again later.']);
  mock.timers.tick(1);
  assert.deepEqual(lines(), []);
});

test('ER-05 and so is a success', () => {
  notify.success('Saved');
  mock.timers.tick(5999);
  assert.equal(notifications.get()[0]?.kind, 'success');
  mock.timers.tick(1);
  assert.deepEqual(lines(), []);
});

test('ER-06 the component that failed goes before the words', () => {
  notify.failure(serverError, 'Transactions');
  assert.deepEqual(lines(), ['Transactions: Server error. Please try again later.']);
});

test('while it is read its time stands still', () => {
  notify.success('Saved');
  mock.timers.tick(4000);
  pause(notifications.get()[0]!);
  mock.timers.tick(60_000);
  assert.deepEqual(lines(), ['Saved']);
  resume(notifications.get()[0]!);
  mock.timers.tick(1999);
  assert.deepEqual(lines(), ['Saved']);
  mock.timers.tick(1);
  assert.deepEqual(lines(), []);
});

test('the same message is shown once, its time begun again', () => {
  notify.failure(serverError);
  mock.timers.tick(4000);
  notify.failure(serverError);
  assert.equal(notifications.get().length, 1);
  mock.timers.tick(4000);
  assert.equal(notifications.get().length, 1);
});

test('ER-18 what goes on stays for as long as it is said; while it is read its time stands still; closed it stays closed', () => {
  const goOn = notify.lasting(new ApiError('', 0));
  for (let at = 0; at < 5; at++) {
    mock.timers.tick(5000);
    goOn();
  }
  const away = ['Remote Server is not available.'];
  assert.deepEqual(lines(), away);
  const [one] = notifications.get();
  pause(one!);
  goOn();
  mock.timers.tick(60_000);
  assert.deepEqual(lines(), away);
  resume(one!);
  mock.timers.tick(5999);
  assert.deepEqual(lines(), away);
  mock.timers.tick(1);
  assert.deepEqual(lines(), []);
  goOn();
  assert.deepEqual(lines(), []);
});

test('of many only the newest stay', () => {
  for (let at = 1; at <= 9; at++) notify.success(`Saved ${at}`);
  assert.deepEqual(lines(), ['Saved 6', 'Saved 7', 'Saved 8', 'Saved 9']);
});

test('ER-12 a refused session is no message', () => {
  notify.failure(new ApiError('GET /api/transactions', 401));
  assert.deepEqual(lines(), []);
});

test('a success takes what failed before away', () => {
  notify.failure(serverError);
  notify.success('Saved');
  assert.deepEqual(lines(), ['Saved']);
  notify.success('Saved again');
  notify.failure(serverError);
  assert.deepEqual(lines(), ['Saved', 'Saved again', 'Server error. Please try again later.']);
});

test('on another screen no failure of the last one stays, nor what ended before', () => {
  notify.success('Saved');
  mock.timers.tick(2000);
  notify.failure(serverError);
  notify.success('Created');
  notify.left();
  assert.deepEqual(lines(), ['Created'], 'what led there is still told');
  mock.timers.tick(1500);
  notify.left();
  assert.deepEqual(lines(), []);
});
