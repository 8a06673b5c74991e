-- What counts only by the word of a second person: who asked for it, about whom, who decided.
create table approvals (
  id uuid primary key,
  kind text not null check (kind in ('FACTOR_OFF')),
  entity_type text not null,
  entity_id uuid not null,
  -- whose person or record it is about; none of what is the provider's own
  merchant_id uuid references merchants,
  reason text not null,
  status text not null check (status in ('PENDING','APPROVED','DECLINED','WITHDRAWN','EXPIRED')),
  asked_by_id uuid not null references users,
  created_by text not null,
  created_date timestamptz(3) not null,
  expires_date timestamptz(3) not null,
  decided_by_id uuid references users,
  decided_by text,
  note text,
  updated_date timestamptz(3),
  updated_by text
);
create index on approvals (created_date, id);
create unique index approvals_pending on approvals (kind, entity_id) where status = 'PENDING';
