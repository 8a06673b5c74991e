-- Passkeys: public keys of pairs whose other half a person's device keeps, each good at this
-- installation's public address alone.
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- how often it was used, as far as it counts; one that goes back is a copy
  counter bigint not null,
  transports text[] not null,
  name text not null,
  synced boolean not null,
  created_date timestamptz(3) not null,
  last_used_date timestamptz(3),
  copied_date timestamptz(3)
);
create index on passkeys (user_id);

-- Questions that were answered, as SHA-256: none is answered twice. Those that were not stand nowhere.
create table used_challenges (
  hash bytea primary key,
  used_date timestamptz(3) not null
);
