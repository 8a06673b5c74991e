-- outside a transaction
-- fits older processes: they read and write the same rows
-- The page of a customer asks four times which of their payments go on still or were disputed. Of one who has a hundred
-- thousand all were read each time, to find that none is: these few have an index of their own.
drop index concurrently if exists transactions_unfinished_of_customer;
create index concurrently transactions_unfinished_of_customer on transactions (customer_id)
  where customer_id is not null and (status = 'PROCESSING' or awaiting_acquirer or hold is not null
    or pending_refund_cents > 0 or pending_reversal_cents > 0 or dispute is not null);
