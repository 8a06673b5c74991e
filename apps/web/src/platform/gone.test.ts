import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from './api.ts';
import { errorText } from './errors.ts';
import { ofGone } from './gone.ts';

test('ER-01 what was to be done to a record that is gone says so; a list that is not found, and any other failure, has the words of its status', () => {
  const gone = ofGone(new ApiError('PUT /api/transactions/{id}/actions/refund', 404));
  assert.deepEqual(errorText(gone), {
    lines: ['Nothing was done: this record no longer exists, or you no longer have access to it.'],
  });
  for (const other of [
    new ApiError('GET /api/transactions/{id}', 404),
    new ApiError('PUT /api/transactions/{id}/actions/refund', 409),
    new Error('of the console'),
  ])
    assert.equal(ofGone(other), other);
});
