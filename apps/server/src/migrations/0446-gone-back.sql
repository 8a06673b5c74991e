-- outside a transaction
-- Payments of which something went back, for what the rows under a filter say of it: a few of all.
drop index concurrently if exists transactions_gone_back;
create index concurrently transactions_gone_back on transactions (merchant_id, date)
  include (refunded_transaction_id, moves_money, status, currency, refunded_cents, reversed_cents)
  where refunded_cents + reversed_cents > 0;
