-- outside a transaction
-- fits older processes: they read and write the same rows, and find loans of an institution by the new one
-- How many loans an institution has, and how many are under way, is counted in the index and not in the loans.
drop index concurrently if exists consumer_credits_of_institution;
create index concurrently consumer_credits_of_institution on consumer_credits (financing_institution_id, status) where financing_institution_id is not null;
drop index concurrently if exists consumer_credits_financing_institution_id_idx;
