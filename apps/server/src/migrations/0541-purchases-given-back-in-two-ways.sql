-- outside a transaction
-- fits older processes: what they give back meanwhile is as they have it
-- A purchase of which refunds and a reversal together gave all back is Refunded since that is looked at together; what
-- was given back before stayed Settled for good. One that was reversed alone, or that a loan has paid too, stays.
update purchases p set status = 'REFUNDED'
from (select t.purchase_id, t.merchant_id from transactions r
  join transactions t on t.purchase_id = r.purchase_id and t.merchant_id = r.merchant_id
  where r.status = 'REVERSED' and r.refunded_transaction_id is null and r.purchase_id is not null
    and t.status in ('SUCCESS', 'REVERSED') and t.refunded_transaction_id is null
  group by t.purchase_id, t.merchant_id
  having bool_and(t.amount_cents = t.refunded_cents + t.reversed_cents)
    and bool_or(t.refunded_cents > 0)) back
where p.id = back.purchase_id and p.merchant_id = back.merchant_id and p.status = 'SETTLED'
  and not exists (select from orders o
    join consumer_credits c on c.order_id = o.id and c.merchant_id = o.merchant_id
    where o.purchase_id = p.id and o.merchant_id = p.merchant_id and c.status = 'CONFIRMED');
