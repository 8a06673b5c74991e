-- outside a transaction
-- fits older processes: they look by none of these
-- An equal personal id, by what follows from it and from the encryption key.
drop index concurrently if exists customers_personal_id_index;
create index concurrently customers_personal_id_index on customers (personal_id_index)
  where personal_id_index is not null;
drop index concurrently if exists consumer_credit_persons_personal_id_index;
create index concurrently consumer_credit_persons_personal_id_index
  on consumer_credit_persons (personal_id_index) where personal_id_index is not null;
-- What is still clear: nothing, once the task has been through.
drop index concurrently if exists customers_clear;
create index concurrently customers_clear on customers (id) where personal_id is not null;
drop index concurrently if exists consumer_credit_persons_clear;
create index concurrently consumer_credit_persons_clear
  on consumer_credit_persons (consumer_credit_id) where personal_id is not null;
drop index concurrently if exists merchants_clear;
create index concurrently merchants_clear on merchants (id) where iban is not null;
