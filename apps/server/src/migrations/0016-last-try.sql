-- When a person's password or code was last tried, so that tries under way can be told from one whose
-- process ended under it.
alter table users add column last_try_date timestamptz(3);
