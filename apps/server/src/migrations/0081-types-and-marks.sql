-- Refunds and manual refunds by their type, without reading every payment; a payment list is read by its
-- date as before, for nearly all are payments.
create index on transactions (transaction_kind(refunded_transaction_id, moves_money), date, id)
  where transaction_kind(refunded_transaction_id, moves_money) <> 'PAYMENT';
create index on transactions (merchant_id, transaction_kind(refunded_transaction_id, moves_money), date, id)
  where transaction_kind(refunded_transaction_id, moves_money) <> 'PAYMENT';

-- A payment that somebody marked as successful moves no money through the acquirer, unless that says
-- that it has it (AM-113). Of those marked so far nobody asked it: it is asked at the next try.
update transactions t set moves_money = false
from transaction_logs l
where l.transaction_id = t.id and l.event = 'MARKED_SUCCESSFUL'
  and t.refunded_transaction_id is null and t.status = 'SUCCESS' and t.moves_money
  -- the acquirer gave money of it back, so it had it
  and not exists (select from money_operations o where o.transaction_id = t.id
    and o.status <> 'DECLINED' and o.kind in ('REFUND','REVERSAL'));
create index on transactions (purchase_id) where refunded_transaction_id is null and not moves_money;

-- A charge that the acquirer has not answered says so itself, as a refund does.
update transactions t set awaiting_acquirer = true
from recurring_charges c where c.id = t.id and c.status = 'PENDING';
