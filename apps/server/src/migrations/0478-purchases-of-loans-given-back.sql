-- fits older processes: they write the same where a loan is given back now
-- A purchase whose loan was given back whole is Refunded since that is written down with the loan's end; what ended
-- before stayed Settled for good. One that other money was paid for as well follows its payments, and stays.
update purchases p set status = 'REFUNDED'
from orders o join consumer_credits c on c.order_id = o.id and c.merchant_id = o.merchant_id
where o.purchase_id = p.id and o.merchant_id = p.merchant_id
  and p.status = 'SETTLED' and c.status = 'REFUNDED'
  and not exists (select from transactions t
    where t.purchase_id = p.id and t.merchant_id = p.merchant_id
      and t.status = 'SUCCESS' and t.refunded_transaction_id is null
      and t.amount_cents > t.refunded_cents + t.reversed_cents)
  and not exists (select from consumer_credits other
    where other.order_id = o.id and other.merchant_id = o.merchant_id and other.status = 'CONFIRMED');
