import type { Held } from '../held.ts';
import { LOANS_KEPT, LOANS_OVER, none, out, outOfJson, PERSONAL_ID, within } from './whose.ts';

const ofLoan = (column = 'consumer_credit_id') => ({
  where: within(LOANS_OVER, column),
  kept: within(LOANS_KEPT, column),
});

export const OF_LOANS: readonly Held[] = [
  {
    table: 'loan_documents',
    ...ofLoan(),
    // its sha256 stays: whoever has the paper can still prove that it is the one
    change: { bytes: `''::bytea`, ...none('bytes_sealed') },
  },
  // of what is only ever added to its trigger lets that alone by
  { table: 'loan_events', ...ofLoan(), change: out('detail') },
  {
    table: 'loan_operations',
    ...ofLoan(),
    change: { ...out('decline_reason', 'error', 'failure_detail'), ...outOfJson('terms') },
  },
  { table: 'loan_applications', ...ofLoan(), change: out('reject_reason', 'error') },
  {
    table: 'consumer_credits_refunds',
    ...ofLoan(),
    change: out('internal_note', 'targeted_note', 'reject_reason', 'delivery_error'),
  },
  {
    table: 'authentications',
    ...ofLoan(),
    change: { ...out('error'), ...none('url', 'code') },
  },
  { table: 'signatures', ...ofLoan(), change: { ...out('error'), ...none('url', 'code') } },
  {
    table: 'consumer_credit_persons',
    id: 'consumer_credit_id',
    ...ofLoan(),
    change: {
      first_name: `'Erased'`,
      last_name: `'person'`,
      date_of_birth: `date '1900-01-01'`,
      ...none('phone_number', 'email', 'country', ...PERSONAL_ID),
    },
  },
  {
    table: 'consumer_credits',
    ...ofLoan('id'),
    change: {
      ...none(
        'income_type',
        'income_cents',
        'obligations_cents',
        'device_os',
        'application_url',
        'comment',
        'review_note',
      ),
      ...out('failure_reason'),
    },
  },
];
