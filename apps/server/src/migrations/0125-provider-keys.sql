-- What a core that goes on beside Paydesk proves itself by: its key is kept as a hash alone, and is shown
-- once. Whose word it writes on is whoever made it.

create table provider_keys (
  id uuid primary key,
  name text not null,
  key_hash bytea not null unique,
  last_four text not null,
  writes_merchants boolean not null,
  writes_customers boolean not null,
  writes_purchases boolean not null,
  writes_transactions boolean not null,
  writes_loans boolean not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE','DISABLED')),
  last_used_date timestamptz(3),
  created_date timestamptz(3) not null,
  created_by text not null,
  made_by uuid not null references users,
  updated_date timestamptz(3),
  updated_by text
);
create index on provider_keys (created_date, id);
