import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pairOf, tookWords, type Message } from './pairs.ts';
import { curlOf, linesOf } from './read.ts';

const said = (id: string, side: Message['side'], name: string, second: number): Message => ({
  id,
  side,
  name,
  at: `2026-11-20T10:00:${String(second).padStart(2, '0')}.000Z`,
});

test('AT-05, AT-06, EL-08 an answer belongs to the last request of its name before it', () => {
  const all = [
    said('lost', 'request', 'Capture', 1),
    said('asked', 'request', 'Capture', 3),
    said('other', 'request', 'Refund', 4),
    { ...said('answered', 'answer', 'Capture', 5), durationMs: 365 },
    said('unasked', 'answer', 'Capture', 9),
    said('other answer', 'answer', 'Refund', 8),
  ];
  const halves = (id: string) => {
    const { request, answer, durationMs } = pairOf(all, id);
    return [request?.id ?? null, answer?.id ?? null, durationMs];
  };
  assert.deepEqual(halves('asked'), ['asked', 'answered', 365]);
  assert.deepEqual(halves('answered'), ['asked', 'answered', 365]);
  assert.deepEqual(halves('lost'), ['lost', null, null]);
  assert.deepEqual(halves('unasked'), [null, 'unasked', null]);
  assert.deepEqual(halves('other answer'), ['other', 'other answer', 4000]);
  assert.deepEqual(halves('nobody'), [null, null, null]);
  assert.deepEqual(
    pairOf([said('b', 'answer', 'X', 1), said('a', 'request', 'X', 1)], 'a').answer?.id,
    'b',
  );
  assert.deepEqual([365, 4100, 125_000].map(tookWords), ['365 ms', '4.1 s', '2 min']);
});

test('AT-05, AT-06 a message is read by its values, in XML and JSON; what is neither stays raw', () => {
  assert.deepEqual(
    linesOf(
      `<?xml version="1.0"?><s:Envelope xmlns:s="x"><s:Body><p:CaptureRequest><p:amount currency="EUR">31.50</p:amount><p:holder>A &amp;amp; B</p:holder><p:empty/></p:CaptureRequest></s:Body></s:Envelope>`,
    ),
    [
      { label: 'Amount', value: '31.50 EUR' },
      { label: 'Holder', value: 'A &amp; B' },
      { label: 'Empty', value: '' },
    ],
  );
  assert.deepEqual(
    linesOf('{"messageType":"CRes","transStatus":"Y","a":[{"purchaseId":1},null]}'),
    [
      { label: 'Message type', value: 'CRes' },
      { label: 'Trans status', value: 'Y', words: 'the payer is who they say' },
      { label: 'Purchase ID', value: '1' },
      { label: 'A 2', value: '' },
    ],
  );
  assert.deepEqual(linesOf('nothing of both'), []);
});

test('a request as curl has its body and its kind, and no header that proves who asks', () => {
  const curl = curlOf(`{"name":"O'Neill"}`);
  assert.match(curl, /--header 'Content-Type: application\/json'/);
  assert.match(curl, /--data-binary '\{"name":"O'\\''Neill"\}'$/);
  assert.equal(curl.match(/--header/g)?.length, 1);
  assert.match(curlOf('<a/>'), /text\/xml/);
});
