-- as long as it takes: rows are locked one by one, and nothing that is read waits
set local statement_timeout = 0;
update soap_logs l set merchant_id = t.merchant_id
from transactions t where t.id = l.transaction_id and l.merchant_id is null;
update mpi_logs l set merchant_id = t.merchant_id
from transactions t where t.id = l.transaction_id and l.merchant_id is null;
update recurring_charges c set merchant_id = t.merchant_id
from transactions t where t.id = c.id and c.merchant_id is null;
update consumer_credit_persons p set merchant_id = c.merchant_id
from consumer_credits c where c.id = p.consumer_credit_id and p.merchant_id is null;
