import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gatewayLine } from './protocol/line.ts';
import { hearing } from './wire.ts';

const PEER = { url: 'https://gateway.test', keyId: 'paydesk', secret: 'of both sides' };
const header = () => null;

test('AT-05 what a gateway was answered with is heard of a refusal too, and nothing where nobody answers', async () => {
  const busy = gatewayLine(
    () => PEER,
    async () => ({ status: 503, body: 'busy', header }),
  );
  const gone = gatewayLine(
    () => PEER,
    () => Promise.reject(new Error('gone')),
  );
  const heardOf = (line: typeof busy) => hearing(() => line.inquire('1').catch(() => 'unknown'));
  const both = await Promise.all([heardOf(busy), heardOf(gone)]);
  assert.deepEqual(both, [
    ['unknown', { httpStatus: 503 }],
    ['unknown', { httpStatus: null }],
  ]);
});
