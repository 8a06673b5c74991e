-- fits older processes: they give no role of a firm's own, and know of no groups
-- Which value of a claim, or which group, gives which role of a firm's own (ADR 168).
alter table sso_connections add column own_roles jsonb not null default '[]';

-- Groups as a firm's provider tells of them (SCIM 2.0), and who is in them.
create table scim_groups (
  id uuid primary key,
  connection_id uuid not null references sso_connections on delete cascade,
  display_name text not null,
  external_id text,
  created_date timestamptz(3) not null,
  changed_date timestamptz(3) not null,
  unique (connection_id, external_id)
);
create unique index scim_groups_name on scim_groups (connection_id, lower(display_name));
create table scim_members (
  group_id uuid not null references scim_groups on delete cascade,
  user_id uuid not null references users,
  primary key (group_id, user_id)
);
create index on scim_members (user_id);
