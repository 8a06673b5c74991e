-- outside a transaction
-- Messages that did not arrive: a few of all.
drop index concurrently if exists exchange_logs_failed;
create index concurrently exchange_logs_failed on exchange_logs (created_date, id) where outcome = 'FAILED';
