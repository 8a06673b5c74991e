-- What staff say of their own installation: one row, there once somebody has said something.
create table provider (
  id uuid primary key,
  single boolean not null default true unique check (single),
  name text,
  country text,
  time_zone text,
  public_address text,
  -- a small picture, as an address that holds it
  logo text,
  -- the mail server with its password, sealed
  mail_server bytea,
  -- of what is still to be done, what this installation does without
  set_aside text[] not null default '{}',
  updated_date timestamptz(3) not null,
  updated_by text
);
