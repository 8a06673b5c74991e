-- outside a transaction
-- fits older processes: they look by none of these
-- What is still clear: nothing, once the task has been through.
drop index concurrently if exists loan_documents_clear;
create index concurrently loan_documents_clear on loan_documents (id) where bytes <> ''::bytea;
