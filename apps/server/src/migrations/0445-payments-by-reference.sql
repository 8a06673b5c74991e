-- outside a transaction
-- fits older processes: they look by none of these
-- A payment by what its acquirer calls it: an equality, which row-level security lets through to the index.
drop index concurrently if exists transactions_external_payment_id;
create index concurrently transactions_external_payment_id on transactions (external_payment_id)
  where external_payment_id is not null;
