-- outside a transaction
-- Disputes have a list of their own: those that are open by the day to answer by, and all by the day they came.
drop index concurrently if exists disputes_by_deadline;
create index concurrently disputes_by_deadline on disputes ((case when status = 'OPEN' then respond_by end), id);
drop index concurrently if exists disputes_by_opening;
create index concurrently disputes_by_opening on disputes (created_date, id);
