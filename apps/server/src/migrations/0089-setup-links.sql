-- The way into an installation that nobody can sign in to yet: a link printed by its start.
create table setup_links (
  token_hash bytea primary key,
  created_date timestamptz(3) not null,
  expires_date timestamptz(3) not null,
  used_date timestamptz(3)
);
