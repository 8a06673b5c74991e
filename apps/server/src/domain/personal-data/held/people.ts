import type { Held } from '../held.ts';
import { ENTITIES, LOANS_KEPT, none, out, PERSONAL_ID } from './whose.ts';

const OF_CUSTOMER = 't.customer_id = $C';
/** What was found out of a borrower is kept with the loan. */
const SCREENED = `${OF_CUSTOMER} and not exists (${LOANS_KEPT})`;
const SCREENED_KEPT = `${OF_CUSTOMER} and exists (${LOANS_KEPT})`;

const LISTED = 'published by whoever keeps the list, and not given by this person';

export const OF_PEOPLE: readonly Held[] = [
  {
    table: 'cards',
    where: OF_CUSTOMER,
    change: {
      first6: `'000000'`,
      last4: `'0000'`,
      expires_month: `date '2000-01-01'`,
      ...none('issuer', 'token', 'status_reason'),
      status: `'DELETED'`,
      is_default: 'false',
    },
  },
  {
    table: 'screening_cases',
    where: SCREENED,
    kept: SCREENED_KEPT,
    change: { person_name: `'Erased person'`, ...none('person_born'), ...out('reason') },
    stays: {
      listed_name: LISTED,
      listed_born: LISTED,
      listed_details: LISTED,
      entry: LISTED,
    },
  },
  {
    table: 'screening_results',
    where: SCREENED,
    kept: SCREENED_KEPT,
    change: { name: `'Erased person'`, ...none('date_of_birth') },
  },
  {
    table: 'customer_notes',
    where: OF_CUSTOMER,
    change: { note: `'Erased'` },
    added: true,
  },
  {
    table: 'approvals',
    where: `t.entity_id in (${ENTITIES})`,
    change: out('reason', 'note', 'about', 'outcome_text'),
    stays: { call: 'the kind of request, which names nobody' },
  },
  {
    table: 'saved_views',
    where: `(t.search ~* any($W) or t.name ~* any($S))`,
    change: out('search', 'name'),
  },
  {
    table: 'customers',
    where: 't.id = $C',
    change: {
      first_name: `'Erased'`,
      last_name: `'person'`,
      email: `'erased-' || t.id || '@erased.invalid'`,
      ...none('phone', 'country', 'status_reason', ...PERSONAL_ID),
    },
    stays: { search_name: 'taken from the name: after an erasure it reads ‘Erased person’' },
  },
];
