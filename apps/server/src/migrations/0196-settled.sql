-- What the acquirer's settlement file says of a payment: what it keeps of it, and in which payout it came.
alter table transactions
  add column acquirer_fee_cents bigint,
  add column payout_reference text,
  add column paid_out_day date;
