-- fits older processes: they write no role of a person, and what they read goes by the role it is made from
-- Roles of a firm's own: of a role of the specification what somebody is left (ADR 163). They open nothing:
-- the policies of the tables go by the role that they are made from, as before.
create table roles (
  id uuid primary key,
  name text not null,
  description text,
  base text not null check (base in
    ('BACKOFFICE_ADMIN','BACKOFFICE_TECHNICAL','MERCHANT_ADMIN','MERCHANT_OPERATOR')),
  rights text[] not null,
  -- whose people have it; none: the provider's
  merchant_id uuid references merchants,
  created_date timestamptz(3) not null,
  created_by text,
  updated_date timestamptz(3),
  updated_by text,
  check ((merchant_id is null) = (base in ('BACKOFFICE_ADMIN','BACKOFFICE_TECHNICAL')))
);
create unique index on roles (merchant_id, lower(name)) nulls not distinct;
create index on roles (created_date, id);
create index on roles (merchant_id, created_date, id);
alter table roles enable row level security;
create policy own_merchant on roles to paydesk_merchant
  using (merchant_id = current_merchant()) with check (merchant_id = current_merchant());
grant select, insert, update, delete on roles to paydesk_merchant;
select open_to_server('roles');
select tell_changes('roles');

-- Which one a person has, beside the role that it is made from; none: that role whole.
alter table users add column role_id uuid;
alter table users add constraint users_role_id_fkey
  foreign key (role_id) references roles not valid;
grant select (role_id), update (role_id) on users to paydesk_merchant;

-- Whatever writes it: a role is of the own side and merchant, and of the role that it is made from.
create function role_fits() returns trigger language plpgsql as $$
begin
  if new.role_id is not null and not exists (select from roles r where r.id = new.role_id
      and r.base = new.user_role and r.merchant_id is not distinct from new.merchant_id) then
    raise exception 'role % does not fit user %', new.role_id, new.id using errcode = '23514';
  end if;
  return new;
end $$;
create trigger role_fits before insert or update of role_id, user_role, merchant_id on users
  for each row execute function role_fits();
