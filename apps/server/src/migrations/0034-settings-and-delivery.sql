-- What staff look up: rules and what they decided, ranges of card numbers, the settings of each
-- application, what customers are told, and who delivers. All of it is closed to merchants.

create table rules (
  id uuid primary key,
  name text not null,
  code text not null unique,
  type text not null check (type in ('LIMIT','VELOCITY','BLACKLIST','SCORING')),
  severity text not null check (severity in ('LOW','MEDIUM','HIGH')),
  -- in the unit that the description names; a list of what is refused has none
  threshold integer,
  description text not null,
  active boolean not null,
  created_date timestamptz(3) not null,
  updated_date timestamptz(3),
  updated_by text
);
create index on rules (created_date, id);
create index on rules (name, id);
create index on rules (updated_date, id);

create table rules_evaluation_results (
  id uuid primary key,
  rule_id uuid not null references rules,
  -- no foreign key: a subject is of one of four tables, and whoever decides waits for none of them
  subject_type text not null
    check (subject_type in ('TRANSACTION','PURCHASE','CONSUMER_CREDIT','CUSTOMER')),
  subject_id uuid not null,
  -- a customer belongs to no merchant
  merchant_id uuid references merchants,
  result text not null check (result in ('PASSED','REVIEW','REJECTED')),
  score integer,
  details text not null,
  created_date timestamptz(3) not null
);
-- grows without end: by the newest, and by what is looked for
create index on rules_evaluation_results (created_date, id);
create index on rules_evaluation_results (rule_id, created_date, id);
create index on rules_evaluation_results (subject_id, created_date, id);
create index on rules_evaluation_results (merchant_id, created_date, id);
create index on rules_evaluation_results (result, created_date, id);
create index on rules_evaluation_results using gin (details gin_trgm_ops);

create table bin_ranges (
  id uuid primary key,
  range_from text not null check (range_from ~ '^\d{8}$'),
  range_to text not null check (range_to ~ '^\d{8}$'),
  scheme text not null check (scheme in ('VISA','MASTERCARD','AMEX')),
  card_type text not null check (card_type in ('DEBIT','CREDIT','PREPAID')),
  issuer text not null,
  country_code text not null check (country_code ~ '^[A-Z]{2}$'),
  active boolean not null,
  created_date timestamptz(3) not null,
  updated_date timestamptz(3),
  check (range_from <= range_to)
);
create index on bin_ranges (created_date, id);
create index on bin_ranges (range_from, id);
create index on bin_ranges (issuer, id);
create index on bin_ranges (updated_date, id);

create table meta_data (
  id uuid primary key,
  key text not null,
  value text not null,
  application text not null check (application in ('BACKOFFICE','MERCHANT_CONSOLE','PAYMENT_APP')),
  description text not null,
  created_date timestamptz(3) not null,
  updated_date timestamptz(3),
  updated_by text,
  unique (application, key)
);
create index on meta_data (created_date, id);
create index on meta_data (key, id);
create index on meta_data (updated_date, id);

create index on announcements (title, id);
create index on announcements (valid_from, id);
create index on announcements (valid_to, id);

create table customers_announcements (
  id uuid primary key,
  title text not null,
  text text not null,
  language text not null check (language in ('EN','ET','LV','LT')),
  segment text not null check (segment in ('ALL','CARD_HOLDERS','BORROWERS')),
  valid_from timestamptz(3) not null,
  valid_to timestamptz(3),
  active boolean not null,
  created_date timestamptz(3) not null
);
create index on customers_announcements (created_date, id);
create index on customers_announcements (title, id);
create index on customers_announcements (valid_from, id);
create index on customers_announcements (valid_to, id);

create table delivery_companies (
  id uuid primary key,
  name text not null,
  code text not null unique,
  country_code text not null check (country_code ~ '^[A-Z]{2}$'),
  active boolean not null,
  created_date timestamptz(3) not null
);
create index on delivery_companies (created_date, id);
create index on delivery_companies (name, id);

create table delivery_methods (
  id uuid primary key,
  name text not null,
  type text not null check (type in ('COURIER','PICKUP_POINT','POST')),
  active boolean not null,
  created_date timestamptz(3) not null
);
create index on delivery_methods (created_date, id);
create index on delivery_methods (name, id);

-- Which company offers which method; several may share a network of lockers.
create table delivery_company_methods (
  company_id uuid not null references delivery_companies,
  method_id uuid not null references delivery_methods,
  primary key (company_id, method_id)
);
create index on delivery_company_methods (method_id);

create table pickup_points (
  id uuid primary key,
  method_id uuid not null references delivery_methods,
  external_id text not null,
  name text not null,
  country_code text not null check (country_code ~ '^[A-Z]{2}$'),
  city text not null,
  address text not null,
  postal_code text not null,
  active boolean not null,
  created_date timestamptz(3) not null,
  unique (method_id, external_id)
);
create index on pickup_points (method_id, created_date, id);
create index on pickup_points (method_id, name, id);
create index on pickup_points (method_id, city, id);

-- what was agreed before methods had rows of their own names none
alter table merchant_delivery_methods add column delivery_method_id uuid references delivery_methods;
create index on merchant_delivery_methods (delivery_method_id);

-- what was decided stays as it was
create trigger append_only before update or delete or truncate on rules_evaluation_results
  for each statement execute function refuse_change();
select open_to_server('rules_evaluation_results', true);
