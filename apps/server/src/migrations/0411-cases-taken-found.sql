-- outside a transaction
-- The few payments and cases of screening that somebody has in hand, among all.
drop index concurrently if exists transactions_taken_date;
create index concurrently transactions_taken_date on transactions (taken_date) where taken_date is not null;
drop index concurrently if exists transactions_taken_user_id;
create index concurrently transactions_taken_user_id on transactions (taken_user_id) where taken_user_id is not null;
drop index concurrently if exists screening_cases_taken_date;
create index concurrently screening_cases_taken_date on screening_cases (taken_date) where taken_date is not null;
drop index concurrently if exists screening_cases_taken_user_id;
create index concurrently screening_cases_taken_user_id on screening_cases (taken_user_id) where taken_user_id is not null;
