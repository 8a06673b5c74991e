-- Changes of addresses: each counts once the new address has confirmed it by link, and the old one can
-- stop it, or take it back, by a link of its own (AM-120). Both are kept as SHA-256 alone, and bound to
-- this change: a later change voids neither.
create table email_changes (
  id uuid primary key,
  user_id uuid not null references users,
  old_email text not null,
  new_email text not null,
  asked_by text not null,
  confirm_hash bytea not null unique,
  stop_hash bytea not null unique,
  status text not null check (status in
    ('PENDING','CONFIRMED','STOPPED','WITHDRAWN','REPLACED','TAKEN','VOID')),
  created_date timestamptz(3) not null,
  expires_date timestamptz(3) not null,
  ended_date timestamptz(3)
);
create unique index email_changes_pending on email_changes (user_id) where status = 'PENDING';
create index on email_changes (user_id, created_date);
create index on email_changes (lower(old_email)) where status = 'CONFIRMED';

alter table email_changes enable row level security;
create policy own_merchant on email_changes to paydesk_merchant
  using (user_id in (select id from users)) with check (user_id in (select id from users));
grant select (id, user_id, old_email, new_email, status, created_date, expires_date), insert,
  update (status, ended_date) on email_changes to paydesk_merchant;
select open_to_server('email_changes');

-- when the person last showed the password within this session, for what asks for it anew
alter table sessions add column password_date timestamptz(3);

-- What people have signed in with before: a browser by the id that it keeps, or a kind of browser at a
-- network; as SHA-256 alone.
create table known_devices (
  user_id uuid not null references users,
  mark bytea not null,
  first_seen_date timestamptz(3) not null,
  last_seen_date timestamptz(3) not null,
  primary key (user_id, mark)
);
