-- Merchants, the people who sign in, their sessions, and the log of what they change.

create extension if not exists pg_trgm;

-- The second lock of tenancy: merchant users' statements run as this role, which sees the rows of
-- paydesk.merchant_id alone, whatever the statement says. A role belongs to the cluster, not to the
-- database, so it may be there already.
do $$
begin
  if not exists (select from pg_roles where rolname = 'paydesk_merchant') then
    create role paydesk_merchant nologin;
  end if;
exception when duplicate_object or unique_violation then null;
end $$;
-- from PostgreSQL 16 on, who makes a role may grant it but not yet act as it
grant paydesk_merchant to current_user;
grant usage on schema public to paydesk_merchant;

create function current_merchant() returns uuid language sql stable parallel safe as
  $$ select nullif(current_setting('paydesk.merchant_id', true), '')::uuid $$;

create table merchants (
  id uuid primary key,
  name text not null,
  status text not null check (status in ('PENDING_APPROVAL','APPROVED','DECLINED','ACTIVE','DISABLED')),
  created_date timestamptz(3) not null
);
create index on merchants (name, id);

create table users (
  id uuid primary key,
  email text not null,
  password_hash text,
  first_name text not null,
  last_name text not null,
  phone_number text,
  position text,
  description text,
  user_role text not null,
  permissions text[] not null,
  status text not null
    check (status in ('DEACTIVATED','NOT_ACTIVATED','ACTIVATED','BLOCKED','BLOCKED_SELF')),
  merchant_id uuid references merchants,
  failed_logins integer not null default 0,
  password_expires_date timestamptz(3),
  last_login_date timestamptz(3),
  created_date timestamptz(3) not null,
  created_by text,
  updated_date timestamptz(3),
  updated_by text
);
-- a deactivated person's address may be used again (AM-43)
create unique index users_email on users (lower(email)) where status <> 'DEACTIVATED';
create index on users (merchant_id);

create table sessions (
  id uuid primary key,
  token_hash bytea not null unique,
  user_id uuid not null references users,
  created_date timestamptz(3) not null,
  expires_date timestamptz(3) not null,
  revoked_date timestamptz(3),
  time_zone text not null,
  address text not null,
  user_agent text
);
create index on sessions (user_id);
create index on sessions (expires_date);

-- One row a wrong password, so that the limit by address is a sliding window (SB-07).
create table login_failures (
  address text not null,
  date timestamptz(3) not null
);
create index on login_failures (address, date);

create table audit_logs (
  id uuid primary key,
  created_date timestamptz(3) not null,
  user_id uuid,
  user_name text,
  application text,
  action text not null,
  entity_type text not null,
  entity_id uuid,
  merchant_id uuid,
  address text,
  result text not null,
  details jsonb not null
);
create index on audit_logs (created_date, id);
create index on audit_logs (entity_id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger append_only before update or delete or truncate on audit_logs
  for each statement execute function refuse_change();
grant insert on audit_logs to paydesk_merchant;
