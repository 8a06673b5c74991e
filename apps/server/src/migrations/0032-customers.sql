-- Customers as staff know them, their cards, and what was found when they were screened.

alter table customers
  add column personal_id text,
  add column phone text,
  -- who is here already has paid
  add column status text not null default 'ACTIVE'
    check (status in ('REGISTERED','ACTIVE','BLOCKED','CLOSED')),
  add column country text check (country ~ '^[A-Z]{2}$'),
  add column last_login_date timestamptz(3),
  add column updated_date timestamptz(3),
  add column updated_by text;
alter table customers alter column status drop default;

-- every sort of the list; what may be empty is last in both directions, so it needs an index for each
create index on customers (created_date, id);
create index on customers (first_name, id);
create index on customers (last_name, id);
create index on customers (email, id);
create index on customers (status, id);
create index on customers (country, id);
create index on customers (country desc nulls last, id desc);
create index on customers (last_login_date, id);
create index on customers (last_login_date desc nulls last, id desc);
-- 'contains' filters
create index on customers using gin (
  first_name gin_trgm_ops,
  last_name gin_trgm_ops,
  email gin_trgm_ops,
  phone gin_trgm_ops
);

-- What staff see of a personal id: enough to tell two people apart, too little to pass for one of them.
create function masked_personal_id(given text) returns text
  language sql immutable strict parallel safe
  return case
    when length(given) < 8 then repeat('•', length(given))
    else left(given, 2) || repeat('•', length(given) - 4) || right(given, 2)
  end;

create table cards (
  id uuid primary key,
  customer_id uuid not null references customers,
  -- what there is of the number; the rest of it never comes here
  first6 text not null check (first6 ~ '^\d{6}$'),
  last4 text not null check (last4 ~ '^\d{4}$'),
  card_type text not null check (card_type in ('DEBIT','CREDIT','PREPAID')),
  payment_scheme text not null check (payment_scheme in ('VISA','MASTERCARD','AMEX')),
  issuer text,
  -- the first day of the last month in which it can be used
  expires_month date not null check (extract(day from expires_month) = 1),
  status text not null check (status in ('ACTIVE','BLOCKED','EXPIRED','DELETED')),
  onboarding_status text not null check (onboarding_status in ('PENDING','VERIFIED','FAILED')),
  is_default boolean not null,
  created_date timestamptz(3) not null,
  updated_date timestamptz(3),
  updated_by text,
  constraint no_deleted_default check (not is_default or status <> 'DELETED')
);
-- a customer has few: any other sort of them is done when they are read
create index on cards (customer_id, created_date, id);
create unique index cards_one_default on cards (customer_id) where is_default;

create table screening_results (
  id uuid primary key,
  customer_id uuid not null references customers,
  -- as they were when they were screened
  name text not null,
  date_of_birth date,
  list text not null check (list in ('PEP','SANCTIONS','ADVERSE_MEDIA')),
  match_score integer not null check (match_score between 0 and 100),
  result text not null check (result in ('CLEAR','POSSIBLE_MATCH','MATCH')),
  reviewed_by text,
  reviewed_at timestamptz(3),
  created_date timestamptz(3) not null,
  check ((reviewed_by is null) = (reviewed_at is null))
);
create index on screening_results (customer_id, created_date, id);
create index on screening_results (created_date, id);
create index on screening_results (name, id);
create index on screening_results (list, id);
create index on screening_results (match_score, id);
create index on screening_results (result, id);
create index on screening_results (reviewed_at, id);
create index on screening_results (reviewed_at desc nulls last, id desc);
create index on screening_results using gin (name gin_trgm_ops, reviewed_by gin_trgm_ops);
