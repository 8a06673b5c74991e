import assert from 'node:assert/strict';
import { afterEach, beforeEach, test, type Mock, mock } from 'node:test';
import { addressOf, call, callText, download, fileNameOf } from './api.ts';
import { stepUp } from './step-up.ts';

let asked: Mock<typeof fetch>;
let answer: () => Response | Promise<Response>;

beforeEach(() => {
  asked = mock.method(globalThis, 'fetch', async () => answer());
});
afterEach(() => mock.restoreAll());

const json = (status: number, body: unknown) => () => Response.json(body, { status });

function request() {
  const [url, options] = asked.mock.calls[0]?.arguments ?? [];
  return { url, options, headers: options?.headers as Headers };
}

test('the address out of the key: parameters escaped, empty filters left out', () => {
  assert.deepEqual(addressOf('GET /api/transactions/{id}', { id: 'a/b' }), {
    method: 'GET',
    url: '/api/transactions/a%2Fb',
  });
  assert.equal(
    addressOf('GET /api/transactions', {}, { page: 0, sort: 'date,DESC', f_status: '' }).url,
    '/api/transactions?page=0&sort=date,DESC',
  );
  assert.throws(() => addressOf('GET /api/transactions/{id}'), /needs id/);
});

test('a call sends its body as JSON and its key of the action', async () => {
  answer = json(200, { id: '1' });
  const result = await call('POST /api/transactions/{id}/actions/refund', {
    params: { id: '1' },
    body: { amount: 1, currency: 'EUR', refundReason: 'OTHER_REFUND' },
    idempotencyKey: 'k-1',
  });
  assert.deepEqual(result, { id: '1' });
  const { options, headers } = request();
  assert.equal(options?.method, 'POST');
  assert.equal(headers.get('Idempotency-Key'), 'k-1');
  assert.equal(headers.get('Content-Type'), 'application/json');
  assert.equal(JSON.parse(String(options?.body)).amount, 1);
});

test('a refusal carries its status and its field errors', async () => {
  const errors = [{ field: 'amount', message: 'Amount is required' }];
  answer = json(400, { errorCode: 'VALIDATION_FAILURE', message: 'm', errors, requestId: 'r' });
  await assert.rejects(call('GET /api/users/me'), {
    name: 'ApiError',
    status: 400,
    fieldErrors: errors,
  });
});

test('an answer that is not ours still has its status', async () => {
  answer = () => new Response('<h1>Bad gateway</h1>', { status: 502 });
  await assert.rejects(call('GET /api/users/me'), { status: 502, fieldErrors: [] });
});

test('ER-18 no response is status 0, and so is an answer cut off', async () => {
  answer = () => Promise.reject(new TypeError('Failed to fetch'));
  await assert.rejects(call('GET /api/users/me'), { status: 0 });
  answer = () => new Response('{"id":', { status: 200 });
  await assert.rejects(call('GET /api/users/me'), { status: 0 });
});

test('API-101 a plain answer is taken as the text it is', async () => {
  answer = () => new Response('203.0.113.7', { status: 200 });
  assert.equal(await callText('GET /api/service-provider/public-ip'), '203.0.113.7');
});

test('a call given up by the screen stays an abort', async () => {
  const control = new AbortController();
  control.abort();
  answer = () => Promise.reject(control.signal.reason);
  await assert.rejects(call('GET /api/users/me', { signal: control.signal }), {
    name: 'AbortError',
  });
});

test('a file comes with its name, each part shown, and says when it was cut', async () => {
  const headers = {
    'Content-Type': 'text/csv',
    'Content-Disposition': 'attachment; filename="transactions_2026-11-20.csv"',
    'X-Records-Truncated': 'true',
  };
  answer = () => new Response('a,b\r\n1,2\r\n', { headers });
  let counted = 0;
  const file = await download('GET /api/transactions.csv', {
    onPart: (part) => {
      counted += part.length;
    },
  });
  assert.equal(await file.blob.text(), 'a,b\r\n1,2\r\n');
  assert.equal(counted, 10);
  assert.equal(file.truncated, true);
  assert.equal(file.fileName, 'transactions_2026-11-20.csv');
  answer = () => new Response('a', { headers: { 'X-Records-Truncated': 'false' } });
  assert.equal((await download('GET /api/transactions.csv')).truncated, false);
});

test('SB-06 a file that has no turn yet is asked for again, and its wait is told', async () => {
  const waits = [
    { ahead: 5, of: 'EVERYBODY' },
    { ahead: 4, of: 'EVERYBODY' },
  ] as const;
  let asked = 0;
  answer = () => {
    const wait = waits[asked++];
    return wait ? Response.json(wait, { status: 202 }) : new Response('a');
  };
  const told: unknown[] = [];
  const file = await download('GET /api/transactions.csv', { onWait: (one) => told.push(one) });
  assert.equal(await file.blob.text(), 'a');
  assert.deepEqual(told, waits);
});

test('a file cut off on the way is no file', async () => {
  answer = () => {
    const body = new ReadableStream({
      start: (stream) => stream.enqueue(new Uint8Array(3)),
      pull: (stream) => stream.error(new TypeError('network')),
    });
    return new Response(body);
  };
  await assert.rejects(download('GET /api/transactions.csv'), { status: 0 });
});

test('the file name with and without quotes', () => {
  assert.equal(fileNameOf('attachment; filename=a.csv'), 'a.csv');
  assert.equal(fileNameOf('attachment'), null);
  assert.equal(fileNameOf(null), null);
});

const refund = () =>
  call('POST /api/transactions/{id}/actions/refund', {
    params: { id: '1' },
    body: { amount: 1, currency: 'EUR', refundReason: 'OTHER_REFUND' },
    idempotencyKey: 'k-1',
  });

test('SB-07, AM-102 a call that a new code was needed for is sent again as it was; left, it is refused', async () => {
  const stale = {
    errorCode: 'SECOND_FACTOR_STALE',
    message: 'm',
    errors: [],
    requestId: 'r',
  };
  const answers = [json(403, stale), json(200, { id: '1' })];
  answer = () => answers.shift()!();
  const unsubscribe = stepUp.open.subscribe(() => {
    if (stepUp.open.get()) setTimeout(() => stepUp.answer(true));
  });
  assert.deepEqual(await refund(), { id: '1' });
  const [first, second] = asked.mock.calls.map(({ arguments: [url, options] }) => ({
    url,
    body: options?.body,
    key: new Headers(options?.headers).get('Idempotency-Key'),
  }));
  assert.equal(asked.mock.callCount(), 2);
  assert.deepEqual(second, first);
  unsubscribe();

  answer = json(403, stale);
  const leave = stepUp.open.subscribe(() => {
    if (stepUp.open.get()) setTimeout(() => stepUp.answer(false));
  });
  // two at once share the question
  const refusals = await Promise.allSettled([refund(), refund()]);
  assert.deepEqual(
    refusals.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.equal(asked.mock.callCount(), 4, 'nothing is sent again');
  leave();
});
