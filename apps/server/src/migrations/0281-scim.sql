-- A firm's provider tells who comes and who leaves (SCIM 2.0), by a token of the connection's own.
create table scim_tokens (
  connection_id uuid primary key references sso_connections on delete cascade,
  token_hash bytea not null unique,
  made_date timestamptz(3) not null,
  used_date timestamptz(3)
);

-- Whom it has told of: by which id of its own, whom it has put out, and whom it has taken away.
create table scim_people (
  connection_id uuid not null references sso_connections on delete cascade,
  user_id uuid not null references users,
  external_id text,
  put_out boolean not null default false,
  gone boolean not null default false,
  changed_date timestamptz(3) not null,
  primary key (connection_id, user_id),
  unique (connection_id, external_id)
);
create index on scim_people (user_id);
