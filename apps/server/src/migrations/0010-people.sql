-- Accounts: links out of mails, what waits to leave the house, second factors; and what a merchant's
-- users may do to each other.

-- Links that reset a password or accept an invitation: kept as SHA-256 alone, for one purpose, used
-- once. A newer link of a purpose uses up the older ones.
create table tokens (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('RESET','INVITATION')),
  user_id uuid not null references users,
  created_date timestamptz(3) not null,
  expires_date timestamptz(3) not null,
  used_date timestamptz(3)
);
create index on tokens (user_id, purpose, created_date);

-- What leaves the house at least once: written in the transaction of the change that it tells of,
-- delivered by a task. The payload is sealed with ENCRYPTION_KEY: links and addresses are in it.
create table outbox (
  id uuid primary key,
  kind text not null,
  payload bytea not null,
  created_date timestamptz(3) not null,
  due_date timestamptz(3) not null,
  attempts integer not null default 0,
  delivered_date timestamptz(3),
  error text
);
create index on outbox (due_date) where delivered_date is null;

alter table sessions
  add column last_seen_date timestamptz(3),
  -- when a second factor was last shown in this session, for what asks for it anew
  add column second_factor_date timestamptz(3);

-- An authenticator app; it counts from the first right code on (confirmed_date).
create table second_factors (
  user_id uuid primary key references users,
  secret bytea not null,
  created_date timestamptz(3) not null,
  confirmed_date timestamptz(3),
  -- the time step of the last code taken: no code is taken twice
  last_step bigint not null default 0
);

create table recovery_codes (
  user_id uuid not null references users,
  code_hash bytea not null,
  used_date timestamptz(3),
  primary key (user_id, code_hash)
);

-- A merchant's users see and change the people of their own merchant, never a password or a role list
-- of somebody else's; what they may do is the endpoint's business, whose people they are is this.
alter table users enable row level security;
create policy own_merchant on users to paydesk_merchant
  using (merchant_id = current_merchant()) with check (merchant_id = current_merchant());
grant select (id, email, first_name, last_name, phone_number, position, description, user_role,
    permissions, status, merchant_id, failed_logins, last_login_date, created_date, created_by,
    updated_date, updated_by),
  insert,
  update (first_name, last_name, email, phone_number, position, description, user_role, permissions,
    status, failed_logins, updated_date, updated_by)
  on users to paydesk_merchant;

-- their sessions end, their links are made and used up
alter table sessions enable row level security;
create policy own_merchant on sessions to paydesk_merchant
  using (user_id in (select id from users)) with check (user_id in (select id from users));
grant select (id, user_id, revoked_date), update (revoked_date) on sessions to paydesk_merchant;
alter table tokens enable row level security;
create policy own_merchant on tokens to paydesk_merchant
  using (user_id in (select id from users)) with check (user_id in (select id from users));
grant select, insert, update (used_date) on tokens to paydesk_merchant;
alter table outbox enable row level security;
create policy posts on outbox for insert to paydesk_merchant with check (true);
grant insert on outbox to paydesk_merchant;

alter table merchants enable row level security;
create policy own_merchant on merchants to paydesk_merchant
  using (id = current_merchant()) with check (id = current_merchant());
grant select on merchants to paydesk_merchant;
