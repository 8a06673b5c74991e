-- outside a transaction
-- fits older processes: a dispute that they note meanwhile stands after those that have their day here
-- What is open already has its day, and the few that have one are found without the others.
update transactions t set respond_by = open.respond_by
from (select transaction_id, merchant_id, min(respond_by) as respond_by from disputes
  where status = 'OPEN' group by transaction_id, merchant_id) open
where t.id = open.transaction_id and t.merchant_id = open.merchant_id
  and t.respond_by is distinct from open.respond_by;
drop index concurrently if exists transactions_respond_by;
create index concurrently transactions_respond_by on transactions (respond_by, id) where respond_by is not null;
