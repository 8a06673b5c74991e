-- outside a transaction
-- fits older processes: they write no roles
alter table users validate constraint users_role_id_fkey;
create index concurrently if not exists users_role on users (role_id) where role_id is not null;
