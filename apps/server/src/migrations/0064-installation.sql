-- What is known of the installation as a whole, written by its owner alone.
create table installation (
  single boolean primary key default true check (single),
  -- of the encryption key: what follows from the key, and tells nothing of it
  key_fingerprint bytea,
  -- filled with made-up people and money, whose links may be shown to whoever tries it out
  demo boolean not null default false
);
revoke insert, update, delete on installation from paydesk_server;
-- the demo of a version before; nobody real has an address that ends in .test
insert into installation (demo)
  select exists (select from users where email = 'admin@paydesk.test');

-- The processes that serve, each writing its row when it is asked whether it is ready: who can't write
-- is not. Lost in a crash of the database, and made anew at the next question.
create unlogged table processes (
  id uuid primary key,
  seen_date timestamptz(3) not null
);

-- so that a process knows whether the migrations it was written for have run
grant select on kysely_migration to paydesk_server;
