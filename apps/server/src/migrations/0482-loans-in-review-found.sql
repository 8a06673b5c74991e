-- outside a transaction
-- The few loans that wait for a person's word, and those that somebody has in hand, among all.
drop index concurrently if exists consumer_credits_held;
create index concurrently consumer_credits_held on consumer_credits (created_date, id) where review or (review_asked_date is not null and reviewed_date is null);
drop index concurrently if exists consumer_credits_taken_date;
create index concurrently consumer_credits_taken_date on consumer_credits (taken_date) where taken_date is not null;
drop index concurrently if exists consumer_credits_taken_user_id;
create index concurrently consumer_credits_taken_user_id on consumer_credits (taken_user_id) where taken_user_id is not null;
