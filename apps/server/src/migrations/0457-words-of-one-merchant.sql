-- outside a transaction
-- fits older processes: they read and write the same rows
-- Words of one merchant's rows, or of one status, are found in one index: by words alone hundreds of thousands of
-- others' rows were found first, and refused one by one (ADR 208).
create extension if not exists btree_gin;
drop index concurrently if exists transactions_words;
create index concurrently transactions_words on transactions using gin (
  merchant_id,
  status,
  description gin_trgm_ops,
  card_pan gin_trgm_ops,
  account_statement_reference gin_trgm_ops,
  batch_id gin_trgm_ops
);
drop index concurrently if exists transactions_description_card_pan_account_statement_referen_idx;
drop index concurrently if exists purchases_words;
create index concurrently purchases_words on purchases using gin (
  merchant_id,
  status,
  payment_info gin_trgm_ops
);
drop index concurrently if exists purchases_payment_info;
-- The beginning of the list of one status, and the few refunds that came to nothing.
drop index concurrently if exists purchases_status_created_date;
create index concurrently purchases_status_created_date on purchases (status, created_date, id);
drop index concurrently if exists transactions_refunds_ended;
create index concurrently transactions_refunds_ended on transactions (date, id)
  where refunded_transaction_id is not null and status in ('FAILED', 'DECLINED', 'RP_BLOCKED', 'CANCELLED');
drop index concurrently if exists transactions_refunds_ended_of;
create index concurrently transactions_refunds_ended_of on transactions (merchant_id, date, id)
  where refunded_transaction_id is not null and status in ('FAILED', 'DECLINED', 'RP_BLOCKED', 'CANCELLED');
