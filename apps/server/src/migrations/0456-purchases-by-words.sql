-- outside a transaction
-- fits older processes: they read and write the same rows
-- What a purchase is for, by words of it: without an index millions of rows were read for one (ADR 207).
drop index concurrently if exists purchases_payment_info;
create index concurrently purchases_payment_info on purchases using gin (payment_info gin_trgm_ops);
