-- What there was before: each charge took what its purchase came to, every month from now on, from the card of the
-- last charge, and nobody kept what was agreed to.
update recurring_payments r
set amount_cents = p.amount_cents,
  most_cents = p.amount_cents,
  anchor_day = extract(day from coalesce(r.next_charge_at, r.created_date) at time zone 'UTC'),
  next_due_day = to_char(r.next_charge_at at time zone 'UTC', 'YYYY-MM-DD'),
  suspend_reason = case when r.status = 'SUSPENDED' then 'DECLINED' end,
  ended_date = case when r.status in ('CANCELLED','EXPIRED')
    then coalesce(r.expiration_date, r.last_charged_at, r.created_date) end,
  card_id = (select t.card_id from transactions t
    where t.recurring_payment_id = r.id and t.merchant_id = r.merchant_id
      and t.refunded_transaction_id is null and t.card_id is not null
    order by t.date desc, t.id desc limit 1)
from purchases p
where p.id = r.payment_request_id and p.merchant_id = r.merchant_id;
update recurring_payments r
set card_pan = (select t.card_pan from transactions t
    where t.recurring_payment_id = r.id and t.merchant_id = r.merchant_id
      and t.refunded_transaction_id is null and t.card_pan is not null
    order by t.date desc, t.id desc limit 1),
  card_expires = (select to_char(k.expires_month, 'YYYY-MM') from cards k where k.id = r.card_id),
  payer_email = (select c.email from customers c where c.id = r.customer_id);
-- a charge that is open at this moment has its day
insert into recurring_dues (id, recurring_payment_id, merchant_id, due_day, amount_cents, currency, status, attempts,
  transaction_id, created_date)
select gen_random_uuid(), c.recurring_payment_id, c.merchant_id, to_char(c.due_date at time zone 'UTC', 'YYYY-MM-DD'),
  t.amount_cents, t.currency, 'CHARGING', 1, c.id, c.created_date
from recurring_charges c join transactions t on t.id = c.id and t.merchant_id = c.merchant_id
where c.status = 'PENDING';
update recurring_charges c set due_id = d.id
from recurring_dues d
where d.transaction_id = c.id and d.merchant_id = c.merchant_id;
