import { LOAN_FAILURES } from '@paydesk/contract/lending.ts';

/**
 * What a merchant's people read of what staff or their rules decided: that it was so, and neither why a person of the
 * back office wrote it was, nor which rule it was, nor who of them has the case. Their statements are known by their
 * merchant; staff's name none.
 */

const OF_MERCHANT = 'current_merchant() is not null';

/**
 * Whoever did it, where the row has a name alone: staff, and they alone, are 'Paydesk' to a merchant's people. Most rows
 * of a long list have none, and are not asked about.
 */
export const nameTold = (name: string): string =>
  `(case when ${OF_MERCHANT} and ${name} is not null then told_name(${name}, current_merchant()) else ${name} end)`;

/**
 * The key or certificate by which a system of the merchant's did what stands in the audit log `l`; null: none did. Of
 * what happened by itself it is not asked, of which a merchant's log may have hundreds of thousands of rows.
 */
export const KEY_TOLD = '(case when l.user_id is not null then audit_key(l.id) end)';

/** Behind these words stands what is staff's; the last are those of before 0.3. */
const IN_PART = [
  LOAN_FAILURES.REFUSED_BY_RULE,
  LOAN_FAILURES.REFUSED_BY_PERSON,
  LOAN_FAILURES.CANCELLED_BY_STAFF,
  'Whoever looked at the application refused it',
];

/** Why a loan failed, without what staff alone are told of it. */
export const failureTold = (reason: string): string =>
  `(case when ${OF_MERCHANT} and ${reason} ~ '^(${IN_PART.join('|')}): '
    then split_part(${reason}, ': ', 1) else ${reason} end)`;

const OF_STAFF = 'l.user_id is not null and author.id is null';

/** Details of the audit log `l`, whose author is joined as the reader may see them. */
export const DETAILS_TOLD = `(case
  when ${OF_MERCHANT} and (l.action in ('PASS_REVIEW', 'REFUSE_REVIEW', 'REVIEW_LOAN')
    or l.action in ('CANCEL_LOAN', 'MOVE_LOAN') and ${OF_STAFF}
    or l.details #>> '{changes,status,after}' = 'CUSTOMER_RISK_EVALUATION_SUCCEEDED')
  then l.details - 'reason' - 'reasonNote'
  when ${OF_MERCHANT} and l.action in
    ('TAKE_REVIEW', 'GIVE_BACK_REVIEW', 'ASSIGN_REVIEW',
     'TAKE_LOAN_REVIEW', 'GIVE_BACK_LOAN_REVIEW', 'ASSIGN_LOAN_REVIEW')
  then l.details #- '{changes,taken_by}'
  when ${OF_MERCHANT} and l.action = 'MOVE_LOAN' and l.details->>'reason' is not null
  then jsonb_set(l.details, '{reason}', to_jsonb(${failureTold("l.details->>'reason'")}))
  else l.details end)`;
