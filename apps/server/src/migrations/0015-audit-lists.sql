-- The audit log as lists, and what the timed tasks did.

-- by who, whose and how it ended, the newest first; and what happened to one record
create index on audit_logs (user_id, created_date, id);
create index on audit_logs (merchant_id, created_date, id);
create index on audit_logs (result, created_date, id);
create index on audit_logs (entity_id, created_date, id);
-- the last one does its work
drop index if exists audit_logs_entity_id_idx;
-- 'contains' filters
create index on audit_logs using gin (
  user_name gin_trgm_ops,
  action gin_trgm_ops,
  entity_type gin_trgm_ops,
  address gin_trgm_ops
);

-- A merchant user reads what was done to the own merchant's records: neither from which address, nor
-- by whom of the staff, whose rows of users are out of sight.
create policy own_merchant_reads on audit_logs for select to paydesk_merchant
  using (merchant_id = current_merchant());
grant select (id, created_date, user_id, action, entity_id, merchant_id, result, details)
  on audit_logs to paydesk_merchant;

-- A row a run. One that is RUNNING under no process's lock was cut short; the next run says so.
create table task_executions (
  id uuid primary key,
  type text not null,
  status text not null check (status in ('RUNNING','SUCCESS','FAILED')),
  started_date timestamptz(3) not null,
  finished_date timestamptz(3),
  processed integer,
  failed integer,
  error text,
  check ((finished_date is null) = (status = 'RUNNING'))
);
create index on task_executions (started_date, id);
create index on task_executions (type) where status = 'RUNNING';
