-- outside a transaction
-- fits older processes: they read and write the same rows
-- How many have an error is counted by the texts there are, each read off its index (ADR 175).
create index concurrently if not exists transactions_error_type on transactions (external_error_type)
  where external_error_type is not null;
create index concurrently if not exists transactions_error_code on transactions (external_error_code)
  where external_error_code is not null;
create index concurrently if not exists transactions_error_description
  on transactions (external_error_description) where external_error_description is not null;
