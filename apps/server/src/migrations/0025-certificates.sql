-- How merchants' own systems prove who they are, and whose signature stands under their certificates.

create table service_provider (
  id uuid primary key,
  -- there is one
  single boolean not null default true unique check (single),
  name text not null,
  created_date timestamptz(3) not null,
  expiration_date timestamptz(3) not null,
  public_key text not null,
  certificate text not null,
  -- under the server's encryption key
  sealed_private_key bytea not null
);

create table certificates (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  name text not null,
  created_date timestamptz(3) not null,
  created_by text not null,
  expiration_date timestamptz(3) not null,
  -- SPKI and X.509, both PEM; the private key is nowhere
  public_key text not null,
  certificate text not null,
  disabled_date timestamptz(3),
  disabled_by text,
  last_used_date timestamptz(3),
  check ((disabled_date is null) = (disabled_by is null))
);
create index on certificates (merchant_id, created_date, id);
create index on certificates (merchant_id, name, id);
create index on certificates (merchant_id, expiration_date, id);

create table api_keys (
  id uuid primary key,
  -- a new one takes the place of the old
  merchant_id uuid not null unique references merchants,
  key_hash bytea not null unique,
  sealed_key bytea not null,
  last_four text not null,
  created_date timestamptz(3) not null,
  created_by text not null,
  last_used_date timestamptz(3)
);

-- Signatures under calls that change something, for as long as they could be sent again.
create table seen_signatures (
  signature_hash bytea primary key,
  seen_date timestamptz(3) not null
);
create index on seen_signatures (seen_date);

alter table service_provider enable row level security;
create policy everybodys on service_provider for select to paydesk_merchant using (true);
grant select (id, name, created_date, expiration_date, public_key, certificate)
  on service_provider to paydesk_merchant;

alter table certificates enable row level security;
create policy own_merchant on certificates to paydesk_merchant
  using (merchant_id = current_merchant()) with check (merchant_id = current_merchant());
grant select, insert, update (disabled_date, disabled_by) on certificates to paydesk_merchant;

alter table api_keys enable row level security;
create policy own_merchant on api_keys to paydesk_merchant
  using (merchant_id = current_merchant()) with check (merchant_id = current_merchant());
grant select, insert, update on api_keys to paydesk_merchant;

select open_to_server('service_provider');
select open_to_server('certificates');
select open_to_server('api_keys');
select open_to_server('seen_signatures');
