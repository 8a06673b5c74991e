-- Calls that wait for a second person: sealed as they came, and done once when somebody has agreed.
alter table approvals
  drop constraint approvals_kind_check,
  -- which row of the endpoint table; none of what is done by the word itself
  add column call text,
  -- path, query and body, until it is decided and done
  add column sealed bytea,
  -- what a repeat is known by: the caller's own key, or the hash of what is asked
  add column repeat_key text,
  add column about text,
  -- whose people ask; none of staff's
  add column of_merchant_id uuid,
  add column amount_cents bigint,
  add column currency text,
  add column outcome text,
  add column outcome_text text,
  add column decided_date timestamptz(3);
-- the people of a merchant see theirs; what staff ask is staff's
alter table approvals enable row level security;
create policy own_merchant on approvals to paydesk_merchant
  using (of_merchant_id = current_merchant()) with check (of_merchant_id = current_merchant());
grant select on approvals to paydesk_merchant;
grant update (status, decided_by_id, decided_by, decided_date, note, outcome, sealed, updated_date, updated_by)
  on approvals to paydesk_merchant;
select open_to_server('approvals');

-- From where on: none stands here until somebody sets one.
create table approval_thresholds (
  id uuid primary key,
  kind text not null,
  amount_cents bigint check (amount_cents >= 0),
  counts text not null check (counts in ('EACH','DAY')),
  user_role text,
  merchant_id uuid references merchants,
  set_by text not null check (set_by in ('STAFF','MERCHANT')),
  created_date timestamptz(3) not null,
  created_by text,
  updated_date timestamptz(3),
  updated_by text
);
create index on approval_thresholds (kind, merchant_id);
create index on approval_thresholds (created_date, id);
create index on approval_thresholds (merchant_id, created_date, id);
alter table approval_thresholds enable row level security;
create policy own_merchant on approval_thresholds to paydesk_merchant
  using (merchant_id = current_merchant()) with check (merchant_id = current_merchant());
grant select, insert, update, delete on approval_thresholds to paydesk_merchant;
select open_to_server('approval_thresholds');
select tell_changes('approval_thresholds');

-- What a person has done of their day without a second one, where a threshold counts it together.
create table approval_sums (
  id uuid primary key,
  user_id uuid not null references users,
  kind text not null,
  cents bigint not null,
  repeat_key text,
  created_date timestamptz(3) not null
);
create index on approval_sums (user_id, kind, created_date);
create index on approval_sums (created_date);
