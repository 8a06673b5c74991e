-- A merchant user's statements add to the audit log, in the own merchant's name alone; they never read it.
alter table audit_logs enable row level security;
create policy own_merchant on audit_logs for insert to paydesk_merchant
  with check (merchant_id = current_merchant());
