import { failureTold } from '../../platform/told.ts';

/**
 * Of an order's loans the one that counts, first: one at most has not failed, though a person may have let it go on
 * after another was begun; of those that have failed it is the last.
 */
export const COUNTING_FIRST = "status = 'FAILED', created_date desc, id desc";

/** The same one as `c`, joined to the order `o`: an order with two loans is one row. */
export const LOAN_OF_ORDER = `left join consumer_credits c on c.order_id = o.id and c.merchant_id = o.merchant_id
  and (c.status <> 'FAILED' or not exists (select from consumer_credits other
    where other.order_id = c.order_id and other.merchant_id = c.merchant_id
      and (other.status <> 'FAILED' or (other.created_date, other.id) > (c.created_date, c.id))))`;

/** Of the loan `c`: how many institutions were asked, and how many of them have not answered. */
export const OFFERS_ASKED = `left join lateral (select count(*)::int as institutions,
    count(*) filter (where status in ('SENT', 'ERROR'))::int as unanswered
  from loan_applications
  where consumer_credit_id = c.id and merchant_id = c.merchant_id) asked on true`;

export const OFFERS_ASKED_COLUMNS = {
  askedCount: 'asked.institutions',
  unansweredCount: 'asked.unanswered',
} as const;

/** Of the loan `c`: whose part a signature is, and whether what is signed is asked back. */
export const STANDS_COLUMNS = {
  signsAtMerchant: `exists (select from signatures
    where consumer_credit_id = c.id and merchant_id = c.merchant_id and signing_service_id = 'merchant')`,
  // as `isToBeLetGo` has it, of one that was applied for here
  letGo: `(c.status = 'WAITING_FOR_CONFIRMATION' and c.status_until is null and c.checkout_id is not null)`,
} as const;

/** How far the loan `c` of an order or a purchase has come. */
export const OF_LOAN_COLUMNS = {
  loanStatus: 'c.status',
  loanFailure: failureTold('c.failure_reason'),
  okOfferCount: 'coalesce(c.ok_offer_count, 0)',
  ...OFFERS_ASKED_COLUMNS,
  ...STANDS_COLUMNS,
} as const;
