import assert from 'node:assert/strict';
import test from 'node:test';
import type { Field } from './kernel/fields.ts';
import { approve, decline } from './resources/approvals.ts';
import { editComment, refundLoan } from './resources/consumer-credits/actions.ts';
import { cancelRecurring, pauseRecurring } from './resources/recurring/actions.ts';
import { decideCase } from './resources/screening.ts';
import { refundTransaction, reverseTransaction } from './resources/transactions/actions.ts';
import { passTransaction, refuseTransaction } from './resources/transactions/held-actions.ts';

const hints = ({ fields }: { fields: object }) =>
  (Object.values(fields) as Field[])
    .filter(({ kind }) => kind === 'textarea')
    .map(({ hint }) => hint);

test('SB-04, ST-03 a field for a reason or a note says who reads it: staff alone where no merchant does', () => {
  for (const action of [passTransaction, refuseTransaction, decideCase, editComment])
    for (const hint of hints(action)) assert.match(hint!, /Staff alone read it\.$/);
  for (const action of [refundTransaction, reverseTransaction, pauseRecurring, cancelRecurring])
    for (const hint of hints(action))
      assert.match(hint!, /^The merchant and the back office both read it/);
  for (const action of [approve, decline])
    assert.deepEqual(hints(action), ['Whoever asked reads it.']);
  for (const hint of hints(refundLoan)) assert.match(hint!, /^Read by: .*\bmerchant\b/);
});
