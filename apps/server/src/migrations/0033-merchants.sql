-- What staff know of a merchant beyond what it says of itself, and what is open to it.

-- The check before a merchant is taken on; staff's alone.
create table merchant_backgrounds (
  merchant_id uuid primary key references merchants,
  registration_number text not null,
  -- [{name, share}], the share in percent
  beneficial_owners jsonb not null,
  business_description text not null,
  -- of a year
  expected_turnover_cents bigint not null check (expected_turnover_cents >= 0),
  currency text not null check (currency = 'EUR'),
  risk_class text not null check (risk_class in ('LOW','MEDIUM','HIGH')),
  screening_result text not null check (screening_result in ('CLEAR','POSSIBLE_MATCH','MATCH')),
  checked_date timestamptz(3) not null,
  checked_by text not null
);

-- What somebody has turned on or off; a feature without a row is on.
create table merchant_features (
  merchant_id uuid not null references merchants,
  feature text not null check (feature in ('CONSUMER_CREDIT','RECURRING','WIDGETS','API_ORDERS')),
  enabled boolean not null,
  updated_date timestamptz(3) not null,
  updated_by text not null,
  primary key (merchant_id, feature)
);

create index on merchants (created_date, id);

-- a merchant's systems are refused what is closed to them, and so may know it; only staff change it
alter table merchant_features enable row level security;
create policy own_merchant on merchant_features for select to paydesk_merchant
  using (merchant_id = current_merchant());
grant select on merchant_features to paydesk_merchant;

select open_to_server('merchant_backgrounds');
select open_to_server('merchant_features');
