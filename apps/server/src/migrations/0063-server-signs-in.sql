-- The server signs in as a role of its own, that is nobody's member but these groups': paydesk_server,
-- which owns nothing, and paydesk_merchant. What it could alter as a member of the owner it can't any more.

-- What a table needs so that the server can work with it: a migration calls it for a new table that is
-- append-only, or under row-level security.
create or replace function open_to_server(name regclass, append_only boolean default false) returns void
  language plpgsql set search_path = public as $$
begin
  execute format('grant select, insert, update, delete on %s to paydesk_server', name);
  if append_only then
    execute format('revoke update, delete on %s from paydesk_server', name);
  end if;
  -- policies are for merchants; the server is under one that is true for every row
  if (select relrowsecurity from pg_class where oid = name) then
    execute format('create policy server on %s to paydesk_server using (true) with check (true)', name);
  end if;
end $$;

do $$
declare
  name regclass;
begin
  for name in
    select oid::regclass from pg_class
    where relowner = 'paydesk_data'::regrole and relkind in ('r', 'p') order by oid
  loop
    execute format('alter table %s owner to current_user', name);
    perform open_to_server(name);
  end loop;
  -- roles belong to the cluster: a database of an earlier version in it may still need this one
  if not exists (
    select from pg_shdepend
    where refclassid = 'pg_authid'::regclass and refobjid = 'paydesk_data'::regrole and deptype = 'o'
  ) then
    revoke paydesk_data from paydesk_server;
  end if;
end $$;

-- a connection is ended by its own key now
drop function cancel_paydesk(integer);
