-- Providers of identities (OpenID Connect): of a merchant for its people, or of the installation for its staff.
create table sso_connections (
  id uuid primary key,
  -- none: of staff
  merchant_id uuid references merchants,
  name text not null,
  issuer text not null,
  client_id text not null,
  client_secret bytea not null,
  role_claim text,
  admin_value text,
  member_value text,
  is_on boolean not null default false,
  enforced boolean not null default false,
  -- administrators who sign in by password all the same
  break_glass uuid[] not null default '{}',
  -- of the last try, sealed: what the provider said of somebody
  claims bytea,
  problem text,
  tried_date timestamptz(3),
  created_date timestamptz(3) not null
);
create index on sso_connections (merchant_id);

create table sso_domains (
  connection_id uuid not null references sso_connections on delete cascade,
  domain text not null,
  token text not null,
  verified_date timestamptz(3),
  primary key (connection_id, domain)
);
-- whose a domain is, is settled once
create unique index on sso_domains (domain) where verified_date is not null;

-- Who left for a provider and has not come back.
create table sso_flows (
  state_hash bytea primary key,
  connection_id uuid not null references sso_connections on delete cascade,
  binding_hash bytea not null,
  nonce text not null,
  verifier bytea not null,
  tried_by uuid references users,
  created_date timestamptz(3) not null
);

-- Whom a provider calls by which name of its own.
create table sso_identities (
  connection_id uuid not null references sso_connections on delete cascade,
  subject text not null,
  user_id uuid not null references users,
  created_date timestamptz(3) not null,
  primary key (connection_id, subject)
);
create index on sso_identities (user_id);

-- By which connection a session was opened.
alter table sessions add column connection_id uuid;
