-- outside a transaction
-- fits older processes: a payment that they count beside another meanwhile names it on its own screen alone
-- What was marked by hand, and what was taken for an order that something else has paid: of two payments the later one.
update transactions t set counted_beside = true
from (select distinct transaction_id, merchant_id from transaction_logs
  where event = 'MARKED_SUCCESSFUL') marked
where t.id = marked.transaction_id and t.merchant_id = marked.merchant_id
  and t.refunded_transaction_id is null and not t.counted_beside;
update transactions t set counted_beside = true
from (select merchant_id, order_id, max(id::text)::uuid as id,
    bool_or(counted_beside or not moves_money) as named
  from transactions where status = 'SUCCESS' and refunded_transaction_id is null and order_id is not null
  group by merchant_id, order_id having count(*) > 1) several
where t.id = several.id and t.merchant_id = several.merchant_id and not several.named;
update transactions t set counted_beside = true
from consumer_credits l
where l.order_id = t.order_id and l.merchant_id = t.merchant_id and l.status = 'CONFIRMED'
  and t.status = 'SUCCESS' and t.refunded_transaction_id is null and not t.counted_beside;
drop index concurrently if exists transactions_counted_beside;
create index concurrently transactions_counted_beside on transactions (date, id)
  where refunded_transaction_id is null and (counted_beside or not moves_money);
