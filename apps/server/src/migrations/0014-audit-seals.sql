-- The server works as a role that can't change what is append-only; the audit log is sealed into a
-- chain of hashes.

-- paydesk_data holds the tables that are under row-level security and may change: policies are for
-- merchants, and even one that is true for every row would take the statistics from substring filters.
do $$
declare
  role text;
begin
  foreach role in array array['paydesk_server', 'paydesk_data'] loop
    if not exists (select from pg_roles where rolname = role) then
      begin
        execute format('create role %I nologin', role);
      exception when duplicate_object or unique_violation then null;
      end;
    end if;
  end loop;
end $$;
grant paydesk_server, paydesk_data to current_user;
grant paydesk_data to paydesk_server;
grant usage on schema public to paydesk_server, paydesk_data;
alter default privileges in schema public
  grant select, insert, update, delete on tables to paydesk_server;

-- What a table needs so that the server can work with it: a migration calls it for a new table that is
-- append-only, or under row-level security.
create function open_to_server(name regclass, append_only boolean default false) returns void
  language plpgsql set search_path = public as $$
declare
  secured boolean := (select relrowsecurity from pg_class where oid = name);
begin
  execute format('grant select, insert, update, delete on %s to paydesk_server', name);
  if append_only then
    execute format('revoke update, delete on %s from paydesk_server', name);
    if secured then
      execute format('create policy server on %s to paydesk_server using (true) with check (true)', name);
    end if;
  elsif secured then
    -- whoever takes a table over must be allowed to make one, for that moment
    grant create on schema public to paydesk_data;
    execute format('alter table %s owner to paydesk_data', name);
    revoke create on schema public from paydesk_data;
  end if;
end $$;
revoke execute on function open_to_server from public;

-- One row a batch, each with the hash of the one before; platform/seals.ts says what is hashed.
create table audit_seals (
  number bigint primary key check (number > 0),
  created_date timestamptz(3) not null,
  ids uuid[] not null,
  -- SHA-256 of each row, in the order of the ids: a wrong seal can tell which row it is
  row_hashes bytea not null,
  rows integer not null,
  hash bytea not null,
  previous_hash bytea not null
);
create trigger append_only before update or delete or truncate on audit_seals
  for each statement execute function refuse_change();

-- Rows that no seal holds yet. Written by whoever writes the row, and nobody waits for anybody.
create table audit_unsealed (id uuid primary key);
-- rows live for seconds
alter table audit_unsealed set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);

-- as its owner: neither the server nor a merchant user's statement may write the queue
create function await_seal() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  insert into audit_unsealed select id from inserted;
  return null;
end $$;
create trigger await_seal after insert on audit_logs referencing new table as inserted
  for each statement execute function await_seal();
insert into audit_unsealed select id from audit_logs;

-- Cancels what another connection of the server runs. The connections belong to the owner, whose work
-- the server's role may not cancel by itself.
create function cancel_paydesk(backend integer) returns void
  language sql security definer set search_path = pg_catalog as $$
  select pg_cancel_backend(pid) from pg_stat_activity
  where pid = backend and datname = current_database() and application_name = 'paydesk'
$$;
revoke execute on function cancel_paydesk from public;
grant execute on function cancel_paydesk to paydesk_server;

select open_to_server(oid, relname in ('audit_logs', 'audit_seals', 'money_journal'))
from pg_class
where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname !~ '^kysely_';
revoke insert, update on audit_unsealed from paydesk_server;
