import { MOST_EVENTS, type TimelineOf } from '@paydesk/contract/resources/timelines.ts';
import { sql, type RawBuilder } from 'kysely';
import { DETAILS_TOLD, failureTold, KEY_TOLD, nameTold } from '../../platform/told.ts';

/** What a case tells, each kind of event by a select; `whose` is the merchant of all its rows. */

export type Sql = RawBuilder<unknown>;

/** One more than is shown, which tells whether that is all. */
export const ENOUGH = sql.lit(MOST_EVENTS + 1);

/** As it ended by itself: a reversed payment had succeeded before, a marked one had not. */
const OUTCOME = sql`case
  when t.status in ('SUCCESS', 'REVERSED') and mark.before is not null then mark.before
  when t.awaiting_acquirer then 'PENDING'
  when t.status = 'REVERSED' and t.reversal_date is not null then 'SUCCESS' else t.status end`;

/**
 * When it ended, where that was not at once: its money was taken after a person looked at it or captured it, or it came
 * to nothing after a review, a question of the bank's or a hold, of which its own log knows.
 */
const ENDED = sql`case when coalesce(ended.at, t.captured_date) > t.date + interval '1 minute'
  then coalesce(ended.at, t.captured_date) else t.date end`;

const ending = (whose: Sql) => sql`left join lateral (
  select max(g.created_date) as at from transaction_logs g
  where g.transaction_id = t.id and g.merchant_id = ${whose} and g.to_status = t.status
    and t.status in ('RP_BLOCKED', 'DECLINED', 'FAILED', 'CANCELLED')) ended on true`;

/** That somebody marked it as successful, and what it was before (AM-113). */
const MARK = sql`left join lateral (
  select m.before from marks m where m.entity_id = t.id
  order by m.created_date desc limit 1) mark on t.status in ('SUCCESS', 'REVERSED')`;

/** Of staff a merchant's statement sees nobody. */
const nameOf = (user: string, others = 'null') =>
  sql.raw(`coalesce(${user}.first_name || ' ' || ${user}.last_name, ${others}, 'Paydesk')`);
const PERSON = nameOf('u');

const technically = (column: string, technical: boolean) =>
  technical ? sql.raw(column) : sql`null::text`;

/** What is in one place, read before what is where the merchant's rows are. */
export const MARKS = sql`marks as materialized (
    select l.id, l.entity_id, l.merchant_id, l.created_date, ${PERSON} as who,
      l.details->>'acquirer' as acquirer, l.details #>> '{changes,status,before}' as before
    from c, audit_logs l left join users u on u.id = l.user_id
    where l.entity_id = any(c.transactions) and l.action = 'MARK_SUCCESSFUL'
      and l.result = 'SUCCESS'
  )`;

export const transactionEvents = (whose: Sql, technical: boolean) => [
  sql`select 'PAYMENT' as kind, t.id, t.id = c.transaction_id as keep, ${ENDED} as at,
      ${OUTCOME} as status, t.amount_cents, t.currency, ${sql.raw(nameTold('t.created_by'))} as who, json_build_object(
        'reference', t.external_payment_id,
        'errorType', t.external_error_type, 'errorCode', t.external_error_code,
        'error', ${technically('t.external_error_description', technical)}) as facts,
      'transaction' as link_of, t.id as link_id
    from c, transactions t ${MARK} ${ending(whose)}
    where t.id = any(c.transactions) and t.merchant_id = ${whose}
      and t.refunded_transaction_id is null`,
  sql`select 'REFUND', t.id, c.transaction_id in (t.id, t.refunded_transaction_id), t.date,
      ${OUTCOME}, t.amount_cents, t.currency,
      case when o.id is null then ${sql.raw(nameTold('t.created_by'))} else ${PERSON} end, json_build_object(
        'manual', not t.moves_money, 'ofCents', case
          when c.transaction_id not in (t.id, t.refunded_transaction_id) then (
            select p.amount_cents from transactions p
            where p.id = t.refunded_transaction_id and p.merchant_id = ${whose}) end,
        'reason', o.reason_code, 'note', o.reason_note,
        'reference', t.external_payment_id,
        'errorType', t.external_error_type, 'errorCode', t.external_error_code,
        'error', ${technically('t.external_error_description', technical)}),
      'transaction', t.id
    from c, transactions t
    left join lateral (select o.* from money_operations o where o.refund_transaction_id = t.id
      and o.merchant_id = ${whose} order by o.created_date limit 1) o on true
    left join users u on u.id = o.user_id ${MARK}
    where t.id = any(c.transactions) and t.merchant_id = ${whose}
      and t.refunded_transaction_id is not null`,
  sql`select 'REVERSAL', t.id, t.id = c.transaction_id, t.reversal_date, 'REVERSED',
      t.reversed_cents, t.currency, case when o.id is not null then ${PERSON} end,
      json_build_object('reason', t.reversal_reason_code, 'note', t.reversal_reason_note,
        'of', transaction_kind(t.refunded_transaction_id, t.moves_money)),
      'transaction', t.id
    from c, transactions t
    left join lateral (select o.* from money_operations o where o.transaction_id = t.id
      and o.merchant_id = ${whose} and o.kind in ('REVERSAL', 'MANUAL_REVERSAL') and o.status = 'APPROVED' limit 1) o on true
    left join users u on u.id = o.user_id
    where t.id = any(c.transactions) and t.merchant_id = ${whose}
      and t.reversal_date is not null`,
  sql`select 'REVERSAL', o.id, o.transaction_id = c.transaction_id,
      coalesce(o.settled_date, o.created_date), o.status, o.amount_cents, o.currency, ${PERSON},
      json_build_object('reason', o.reason_code, 'note', o.reason_note,
        'of', transaction_kind(t.refunded_transaction_id, t.moves_money),
        'error', ${technically('o.decline_reason', technical)}),
      'transaction', o.transaction_id
    from c, money_operations o
    join transactions t on t.id = o.transaction_id and t.merchant_id = ${whose}
    left join users u on u.id = o.user_id
    where o.transaction_id = any(c.transactions) and o.merchant_id = ${whose}
      and o.kind = 'REVERSAL' and o.status <> 'APPROVED'`,
  sql`select 'DISPUTE', d.id, d.transaction_id = c.transaction_id,
      said.at, said.status, d.amount_cents, d.currency, null::text,
      json_build_object('note', d.reason), 'transaction', d.transaction_id
    -- one that was decided when it was first heard of is told as decided alone
    from c, disputes d cross join lateral (values
      (case when d.status = 'OPEN' or d.updated_date is not null then d.created_date end, 'OPEN'),
      (coalesce(d.updated_date, d.created_date), nullif(d.status, 'OPEN'))) said (at, status)
    where d.transaction_id = any(c.transactions) and d.merchant_id = ${whose}
      and said.at is not null and said.status is not null`,
  sql`select 'MARK', m.id, m.entity_id = c.transaction_id, m.created_date, 'SUCCESS', t.amount_cents,
      t.currency, m.who, json_build_object(
        'of', transaction_kind(t.refunded_transaction_id, t.moves_money), 'acquirer', m.acquirer),
      'transaction', t.id
    from c, marks m
    join transactions t on t.id = m.entity_id and t.merchant_id = ${whose}
    where m.merchant_id = ${whose}`,
];

export const purchaseEvents = (whose: Sql) => [
  sql`select 'PURCHASE', p.id, true, p.created_date, p.status, p.amount_cents, p.currency,
      null::text, json_build_object('reason', p.reason_code, 'note', p.reason_note,
        'number', p.external_id, 'down', exists (select from consumer_credits l
          where l.customer_id = p.customer_id and l.merchant_id = ${whose}
            and l.down_payment_purchase_id = p.id)),
      'purchase', p.id
    from c, purchases p where p.id = any(c.purchases) and p.merchant_id = ${whose}`,
  sql`select 'RECURRING', p.id, true, p.created_date, p.status, null::bigint, p.currency,
      null::text, json_build_object('note', p.payment_info), 'recurring', p.id
    from c, recurring_payments p
    where p.payment_request_id = any(c.purchases) and p.merchant_id = ${whose}`,
  // of those before outcomes were kept, how a purchase's last was taken is all that is known
  sql`(select 'MESSAGE', e.id, false, e.created_date,
      case when e.outcome = 'DELIVERED' then 'OK' when e.outcome = 'FAILED' then 'ERROR'
        when e.xml_type = 'PURCHCOMPLREQ' and 1 = row_number() over (
          partition by e.purchase_id, e.xml_type order by e.created_date desc, e.id desc
        ) then p.last_callback_status end,
      null::bigint, null::text, null::text, json_build_object('type', e.xml_type,
        'told', case when e.xml_type = 'PURCHCOMPLREQ'
          then substring(e.xml from '<status>([A-Z_]+)</status>') end,
        'note', case when e.outcome = 'FAILED' then e.outcome_detail end),
      'exchangeLogs', e.purchase_id
    from c, exchange_logs e
    join purchases p on p.id = e.purchase_id and p.merchant_id = ${whose}
    where e.purchase_id = any(c.purchases) and e.merchant_id = ${whose}
    order by e.created_date desc, e.id desc limit ${ENOUGH})`,
];

/** What staff alone are told of a loan's step: who borrows, on which list a name stands, and what one of them wrote. */
const FOR_STAFF = sql`e.kind in ('AUTHENTICATED', 'SIGNED', 'HELD', 'REVIEW_PASSED', 'REVIEW_REFUSED')
  or e.kind = 'MOVED' and e.status_after = 'CUSTOMER_RISK_EVALUATION_SUCCEEDED'
  or e.kind <> 'MOVED' and e.user_id is not null and u.id is null`;

export const orderEvents = (whose: Sql, technical: boolean, staff: boolean) => [
  sql`select 'ORDER', o.id, true, o.created_date, o.status, o.amount_cents, o.currency,
      null::text, json_build_object('number', o.external_order_number, 'note', o.label,
        'reason', o.reject_reason_code, 'error', ${technically('o.error', technical)}),
      'order', o.id
    from c, orders o where o.id = any(c.orders) and o.merchant_id = ${whose}`,
  sql`select 'LOAN', l.id, true, l.created_date, l.status, l.amount_cents, l.currency,
      null::text, json_build_object('number', case when l.checkout_id is null then l.loan_number end),
      'loan', l.id
    from c, consumer_credits l where l.id = any(c.loans) and l.merchant_id = ${whose}`,
  sql`select 'LOAN', l.id, true, l.agreement_signing_date, null::text, null::bigint, l.currency,
      null::text, json_build_object('signed', true), 'loan', l.id
    from c, consumer_credits l where l.id = any(c.loans) and l.merchant_id = ${whose}
      and l.agreement_signing_date is not null and l.checkout_id is null`,
  // that it was applied for stands in the loan itself, its number where the institution gave it; where it is known who
  // signed, that is told and not where it led
  sql`(select 'LOAN', e.id, false, e.created_date, null::text, null::bigint, null::text,
      coalesce(u.first_name || ' ' || u.last_name,
        case when e.user_id is not null then 'Paydesk' else e.user_name end),
      json_build_object('event', e.kind, 'to', e.status_after,
        'number', case when e.kind = 'MOVED' and e.status_after = 'CONFIRMED' then (select loan_number from consumer_credits
          where id = e.consumer_credit_id and merchant_id = ${whose}) end,
        'note', ${staff ? sql`e.detail` : sql`case when not (${FOR_STAFF}) then ${sql.raw(failureTold('e.detail'))} end`}),
      'loan', e.consumer_credit_id
    from c, loan_events e left join users u on u.id = e.user_id
    where e.consumer_credit_id = any(c.loans) and e.merchant_id = ${whose}
      and e.kind <> 'BEGUN' and not (e.status_after is not distinct from 'AGREEMENT_DOCUMENT_SIGNED' and e.kind = 'MOVED'
        and exists (select from loan_events s where s.consumer_credit_id = e.consumer_credit_id
          and s.merchant_id = ${whose} and s.kind = 'SIGNED'))
    order by e.created_date desc, e.id desc limit ${ENOUGH})`,
];

/** What is asked of an institution: how much, whether it is only asked for or its answer, and why it is not done. */
const ASKED = sql`case when l.action in ('CREDIT_REFUND', 'CANCEL_CREDIT_REFUND',
    'ASK_CREDIT_REFUND', 'SEND_CREDIT_REFUND')
  then json_build_object('amount', l.details->'amount', 'only', l.details->'asked', 'answered', l.user_id is null,
    'refused', case when l.result = 'FAILED' then l.details->'reason' end) end`;

/** Why a person decided so. */
const WHY = sql`, 'note', l.details->>'reasonNote'`;

/** Of a request to the outside, what no payment, refund or reversal tells, nor a step of the loan. */
const TOLD_BY_NOTHING_ELSE = sql`(
  l.action in ('CANCEL_LOAN', 'END_LOAN', 'REPAY_LOAN', 'WITHDRAW_LOAN') and l.result <> 'FAILED'
  or l.action in ('CANCEL', 'CAPTURE') and l.result <> 'PENDING')`;

/**
 * The audit log of the records named, but for money that moved or was marked and steps of a loan, which stand there as themselves, and for
 * refusals, by which nothing happened. What staff note for themselves is of no merchant there, nor is why they decided.
 */
export function changes(of: TimelineOf, records: string, staff: boolean): Sql {
  const whose = sql.raw(staff ? 'coalesce(l.merchant_id, c.merchant_id)' : 'l.merchant_id');
  return sql`(select 'CHANGE', l.id, false, l.created_date,
      l.result, null::bigint, null::text, ${nameOf('author', KEY_TOLD)},
      json_build_object('action', l.action, 'asked', ${ASKED}, 'changes', ${sql.raw(DETAILS_TOLD)}::text${staff ? WHY : sql``}),
      ${sql.lit(of)}, l.entity_id
    from c, audit_logs l left join users author on author.id = l.user_id
    where l.entity_id = any(c.${sql.raw(records)}) and ${whose} = c.merchant_id
      and l.result <> 'REFUSED' and (l.details->>'operationId' is null or ${TOLD_BY_NOTHING_ELSE})
      and l.action not in ('MARK_SUCCESSFUL', 'MOVE_LOAN', 'DISPUTE_NOTICE', 'BEGIN_LOAN',
        'BEGIN_LOAN_AUTHENTICATION', 'BEGIN_LOAN_SIGNING', 'SIGN_AT_MERCHANT')
    order by l.created_date desc, l.id desc limit ${ENOUGH})`;
}

/** That a charge was left out, which stands in the audit log alone. */
export const SKIPPED = sql`(select 'RECURRING', l.id, false, l.created_date, 'FAILED', null::bigint, null::text,
      null::text, json_build_object('skipped', true, 'note', l.details->>'reason'),
      'recurring', l.entity_id
    from c, audit_logs l
    where l.entity_id = any(c.recurring) and l.action = 'SKIP_CHARGE' and l.merchant_id = c.merchant_id
    order by l.created_date desc, l.id desc limit ${ENOUGH})`;
