import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ErrorCode, FieldError } from '@paydesk/contract/kernel/errors.ts';
import { ApiError } from './api.ts';
import { errorText } from './errors.ts';

function refused(status: number, errors: FieldError[] = [], key = 'GET /api/transactions') {
  const errorCode = status === 400 ? 'VALIDATION_FAILURE' : 'SERVER_ERROR';
  return new ApiError(key, status, { errorCode, message: 'm', errors, requestId: 'r-1' });
}

const amount = { field: 'amount', message: 'At most 2 decimal places' };
const note = { field: 'refundNote', message: 'Maximum length is 255 characters' };

test('ER-08 AM-51 one field error: field name, then message', () => {
  assert.deepEqual(errorText(refused(400, [amount])), {
    lines: ['amount At most 2 decimal places'],
  });
});

test('ER-09 AM-51 several field errors: a list under a heading', () => {
  assert.deepEqual(errorText(refused(400, [amount, note])), {
    title: 'Validation errors',
    lines: ['amount At most 2 decimal places', 'refundNote Maximum length is 255 characters'],
  });
});

test('ER-10 a bad request that names no field', () => {
  assert.deepEqual(errorText(refused(400)).lines, ['Bad request. Please try again later.']);
});

test('ER-11 ER-12 a 401 has words at the login only; elsewhere it ends the session', () => {
  const login = errorText(refused(401, [], 'POST /api/login'));
  assert.deepEqual(login.lines, ['Wrong Login name or password']);
  assert.deepEqual(errorText(refused(401)).lines, []);
});

const login = (status: number, errorCode: ErrorCode) =>
  errorText(
    new ApiError('POST /api/login', status, {
      errorCode,
      message: 'm',
      errors: [],
      requestId: 'r',
    }),
  ).lines[0];

test('SB-07 a sign-in that has to wait, and a wrong code, say what to do', () => {
  assert.match(login(429, 'TOO_MANY_REQUESTS')!, /wait a few minutes/);
  assert.match(login(503, 'UNAVAILABLE')!, /again in a few seconds/);
  assert.match(login(401, 'SECOND_FACTOR_REFUSED')!, /code is wrong or has been used/);
  assert.equal(login(401, 'UNAUTHORIZED'), 'Wrong Login name or password');
});

const words = (status: number) => errorText(refused(status)).lines;

test('ER-13..17 the words of each status', () => {
  assert.deepEqual(words(403), [
    'This action is not allowed. Please contact Application administrator.',
  ]);
  assert.deepEqual(words(404), ['Resource not found. Please try again later.']);
  assert.deepEqual(words(500), ['Server error. Please try again later.']);
  assert.deepEqual(words(504), ['Application Server is not available. Please try again later.']);
  assert.deepEqual(words(418), ['Unexpected server status: 418']);
});

test('ER-16, ER-17 a server that gave up says what to do, after the words of the status', () => {
  const message = 'The answer took too long, try narrower filters';
  for (const [status, errorCode, first] of [
    [504, 'TIMEOUT', 'Application Server is not available. Please try again later.'],
    [503, 'UNAVAILABLE', 'Unexpected server status: 503'],
  ] as const) {
    const answer = { errorCode, message, errors: [], requestId: 'r-1' };
    const { lines, requestId } = errorText(new ApiError('GET /api/transactions', status, answer));
    assert.deepEqual(lines, [first, `${message}.`]);
    assert.equal(requestId, 'r-1');
  }
});

test('ER-18 no response', () => {
  const { lines, requestId } = errorText(new ApiError('GET /api/transactions', 0));
  assert.deepEqual(lines, ['Remote Server is not available.']);
  assert.equal(requestId, undefined);
});

test('ER-06 AM-51 the component goes before a line and before a heading', () => {
  assert.deepEqual(errorText(refused(404), 'Transactions').lines, [
    'Transactions: Resource not found. Please try again later.',
  ]);
  assert.equal(
    errorText(refused(400, [amount, note]), 'Refund').title,
    'Refund: Validation errors',
  );
  assert.deepEqual(errorText(refused(400, [amount]), 'Refund').lines, [
    'Refund: amount At most 2 decimal places',
  ]);
});

test('a failure of the server carries the request id to quote, a refusal does not', () => {
  assert.equal(errorText(refused(500)).requestId, 'r-1');
  assert.equal(errorText(refused(404)).requestId, undefined);
});

test('a call given up by the screen is no failure; a fault of the console is one', () => {
  assert.deepEqual(errorText(new DOMException('gone', 'AbortError')).lines, []);
  assert.equal(errorText(new TypeError('x is undefined')).lines.length, 1);
});
