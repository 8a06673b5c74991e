-- outside a transaction
-- By what rows are found that have served their time, and the last run of each task.
drop index concurrently if exists exchange_logs_aging;
create index concurrently exchange_logs_aging on exchange_logs (created_date, id);
drop index concurrently if exists task_executions_last;
create index concurrently task_executions_last on task_executions (type, started_date);
