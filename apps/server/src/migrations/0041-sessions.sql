-- Wrong passwords and codes that were given from within a session: the sixth ends it (AM-112).
alter table sessions add column wrong_tries integer not null default 0;

-- A block at the sign-in leaves sessions alone from now on. Those that one had stopped until today
-- come back to nobody.
update sessions set revoked_date = now()
  where revoked_date is null and user_id in (select id from users where status <> 'ACTIVATED');
