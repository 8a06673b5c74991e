-- A merchant's own people say when declined charges are tried again; no plan asks for what nobody can mean.
alter table merchants
  add check (cardinality(retry_days) <= 6 and 1 <= all (retry_days) and 30 >= all (retry_days));
grant update (retry_days, retry_hour, retries_end) on merchants to paydesk_merchant;
