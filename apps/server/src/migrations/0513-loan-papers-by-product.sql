-- outside a transaction
-- A financing product that is deleted asks each paper of a loan whether it is of it: some for each loan, and for good.
drop index concurrently if exists loan_documents_financing_product_id;
create index concurrently loan_documents_financing_product_id on loan_documents (financing_product_id) where financing_product_id is not null;
