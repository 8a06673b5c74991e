-- What became of a message to a merchant's system, at its last attempt; of those before nothing is known here.
alter table exchange_logs
  add column outcome text,
  add column outcome_detail text,
  add column outcome_date timestamptz(3),
  add column attempts integer;
