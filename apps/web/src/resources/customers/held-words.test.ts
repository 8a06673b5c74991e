import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnsWords, columnWords, placeWords, tableWords } from './held-words.ts';

test('SB-46 what an erasure changes is said in words, each thing once, however it is kept', () => {
  const columns = { email: 1, first_name: 3, personal_id_index: 2, personal_id_sealed: 2 };
  assert.equal(columnsWords(columns, 3), 'Email (1 of 3), First name, Personal ID (2 of 3)');
  assert.equal(columnWords('search_name'), 'Name, as the search knows it');
  assert.equal(tableWords('payment_attempts'), 'Payment attempts');
  assert.equal(tableWords('consumer_credits'), 'Loans');
  assert.equal(placeWords('orders.customer_email'), 'Orders, Email');
});
