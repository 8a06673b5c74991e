-- Lists as people keep them under a name: filters, columns, order and sort.

create table saved_views (
  id uuid primary key,
  user_id uuid not null references users,
  owner_name text not null,
  -- whose team may see it where it is shared; none for staff
  merchant_id uuid references merchants,
  list text not null,
  name text not null check (length(name) between 1 and 60),
  -- the search parameters of the list's address, as the browser writes them
  search text not null check (length(search) <= 2000),
  shared boolean not null,
  created_date timestamptz(3) not null,
  updated_date timestamptz(3)
);
create unique index saved_views_name on saved_views (user_id, list, lower(name));
create index on saved_views (merchant_id) where shared;

-- The view that a list opens with, one a person and list.
create table default_views (
  user_id uuid not null references users,
  list text not null,
  view_id uuid not null references saved_views on delete cascade,
  primary key (user_id, list)
);
create index on default_views (view_id);

alter table saved_views enable row level security;
create policy own_team on saved_views for select to paydesk_merchant
  using (merchant_id = current_merchant());
create policy own_views on saved_views to paydesk_merchant
  using (merchant_id = current_merchant()
    and user_id = nullif(current_setting('paydesk.user_id', true), '')::uuid)
  with check (merchant_id = current_merchant()
    and user_id = nullif(current_setting('paydesk.user_id', true), '')::uuid);
grant select, insert, update, delete on saved_views to paydesk_merchant;

alter table default_views enable row level security;
create policy own_defaults on default_views to paydesk_merchant
  using (user_id = nullif(current_setting('paydesk.user_id', true), '')::uuid)
  with check (user_id = nullif(current_setting('paydesk.user_id', true), '')::uuid);
grant select, insert, update, delete on default_views to paydesk_merchant;

select open_to_server('saved_views');
select open_to_server('default_views');
