-- outside a transaction
-- fits older processes: they read and write the same rows
-- There were two of the same columns, and each message was written into both.
drop index concurrently if exists exchange_logs_aging;
