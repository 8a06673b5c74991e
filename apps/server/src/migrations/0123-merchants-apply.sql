-- Who applies: at first an address with a link, which nobody else has; then a merchant that waits for approval.
create table merchant_applications (
  id uuid primary key,
  email text not null,
  -- of the link that was mailed
  token_hash bytea not null unique,
  created_date timestamptz(3) not null,
  expires_date timestamptz(3) not null,
  -- none until it is sent in
  submitted_date timestamptz(3),
  merchant_id uuid unique references merchants,
  first_name text,
  last_name text,
  phone text,
  position text,
  check (num_nulls(submitted_date, merchant_id, first_name, last_name) in (0, 4))
);
create index on merchant_applications (expires_date) where submitted_date is null;
create index on merchant_applications (email, created_date);

-- What somebody handed in to prove who they are; sealed, and read by staff alone.
create table merchant_documents (
  id uuid primary key,
  application_id uuid not null references merchant_applications on delete cascade,
  kind text not null check (kind in ('REGISTER_EXTRACT','IDENTITY','BANK_STATEMENT','OTHER')),
  name text not null,
  media_type text not null check (media_type in ('application/pdf','image/png','image/jpeg')),
  size integer not null check (size > 0),
  content_hash bytea not null,
  sealed_content bytea not null,
  created_date timestamptz(3) not null
);
create index on merchant_documents (application_id, created_date, id);

select open_to_server('merchant_applications');
select open_to_server('merchant_documents');
