import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from './api.ts';
import { inColumnWords } from './column-words.ts';
import { errorText } from './errors.ts';

const refused = (...fields: string[]) =>
  new ApiError('GET /api/soap-logs.csv', 400, {
    errorCode: 'VALIDATION_FAILURE',
    message: 'Some values are refused',
    errors: fields.map((field) => ({ field, message: 'too many days' })),
    requestId: 'r-1',
  });

test('a filter that is refused is called as its column is, whoever asked', () => {
  const columns = { payload: { label: 'Payload', kind: 'payload' } } as const;
  const words = (...fields: string[]) => errorText(inColumnWords(refused(...fields), columns));
  assert.deepEqual(words('f_payload').lines, ['Payload: too many days']);
  assert.deepEqual(words('f_payload', 'dateFrom', 'f_other').lines, [
    'Payload: too many days',
    'dateFrom too many days',
    'f_other too many days',
  ]);
  const other = new TypeError('x');
  assert.equal(inColumnWords(other, columns), other);
});
