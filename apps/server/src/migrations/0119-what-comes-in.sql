-- What comes in from elsewhere comes once: which id of ours it has under the one that it has there, and
-- what it came as. No row of a list: nobody reads it but who brings rows in.

create table external_ids (
  kind text not null check (kind in ('merchants','customers','purchases','transactions','loans')),
  external_id text not null,
  id uuid not null,
  digest bytea not null,
  primary key (kind, external_id)
);
