-- outside a transaction
-- fits older processes: they write second factors alone, of which the index that goes refused the same
-- One request of a person's second factor waits at a time; of calls as many as are asked.
drop index concurrently if exists approvals_pending_factor;
create unique index concurrently approvals_pending_factor on approvals (kind, entity_id)
  where status = 'PENDING' and call is null;
drop index concurrently if exists approvals_pending;
drop index concurrently if exists approvals_repeats;
create index concurrently approvals_repeats on approvals (asked_by_id, repeat_key);
drop index concurrently if exists approvals_running;
create index concurrently approvals_running on approvals (decided_date) where outcome = 'RUNNING';
drop index concurrently if exists approvals_own;
create index concurrently approvals_own on approvals (of_merchant_id, created_date, id);
