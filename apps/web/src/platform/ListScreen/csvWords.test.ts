import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countWords, fileNameOf, fileSize, limitWarning, waitWords } from './csvWords.ts';

test('TX-25 AM-36 the file bears the day of the download in the browser’s zone', () => {
  const lateEvening = new Date('2026-11-20T22:30:00Z');
  assert.equal(
    fileNameOf('transactions', 'csv', lateEvening, 'Europe/Riga'),
    'transactions_2026-11-21.csv',
  );
  assert.equal(
    fileNameOf('transactions', 'csv', lateEvening, 'UTC'),
    'transactions_2026-11-20.csv',
  );
});

test('AM-34 the warning says how many of how many, and only above the limit', () => {
  assert.equal(
    limitWarning(1_204_120, 1_000_000),
    "Only the first 1'000'000 of 1'204'120 records will be exported",
  );
  assert.equal(limitWarning(1_000_000, 1_000_000), null);
  assert.equal(limitWarning(undefined, 10), null);
  assert.equal(limitWarning(11, undefined), null);
});

test('sizes are read at a glance', () => {
  assert.equal(fileSize(1), '1 KB');
  assert.equal(fileSize(99_999), '100 KB');
  assert.equal(fileSize(12_345_678), '12.3 MB');
});

test('how many records there will be is said before', () => {
  assert.equal(countWords(20_412), "20'412 records will be exported");
  assert.equal(countWords(1), '1 record will be exported');
  assert.equal(countWords(undefined), undefined);
});

test('what a file waits for is told as it is', () => {
  assert.equal(waitWords({ ahead: 4, of: 'EVERYBODY' }), 'Waiting for 4 others');
  assert.equal(waitWords({ ahead: 1, of: 'EVERYBODY' }), 'Waiting for 1 other');
  assert.equal(waitWords({ ahead: 2, of: 'PERSON' }), 'Waiting for 2 other files of yours');
  assert.equal(
    waitWords({ ahead: 2, of: 'MERCHANT' }),
    'Waiting for 2 files of your colleagues or yours',
  );
});
