-- A merchant's keys beside the one of api_keys: named, held to groups of calls, to addresses and to a day. Kept as
-- a hash alone and shown once (ADR 156).
create table named_api_keys (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  name text not null,
  key_hash bytea not null unique,
  last_four text not null,
  reads_orders boolean not null,
  makes_orders boolean not null,
  reads_recurring boolean not null,
  changes_recurring boolean not null,
  -- addresses and ranges that it may be used from; null: from anywhere
  addresses text,
  expiration_date timestamptz(3),
  revoked_date timestamptz(3),
  last_used_date timestamptz(3),
  last_used_address text,
  created_date timestamptz(3) not null,
  created_by text not null,
  updated_date timestamptz(3),
  updated_by text
);
create index on named_api_keys (merchant_id, created_date, id);
alter table named_api_keys enable row level security;
create policy own_merchant on named_api_keys to paydesk_merchant
  using (merchant_id = current_merchant()) with check (merchant_id = current_merchant());
grant select, insert, update on named_api_keys to paydesk_merchant;

-- Where each was used from, by network: a new one is told to the merchant's administrators.
create table api_key_networks (
  key_id uuid not null references named_api_keys,
  merchant_id uuid not null references merchants,
  network text not null,
  first_date timestamptz(3) not null,
  primary key (key_id, network)
);

select open_to_server('named_api_keys');
select open_to_server('api_key_networks');
select tell_changes('named_api_keys');
