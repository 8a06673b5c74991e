-- Which encryption keys secrets are under (ADR 155). The newest seals; the others open until nothing is under them.
-- fits older processes: they know none of these tables, and what they seal is under the first key, which no trigger
-- refuses until somebody changes the key; that is for when no such process is left, and they are not ready from then on
create table encryption_keys (
  -- what is sealed under the first names no key, as before there were several
  number integer primary key check (number > 0),
  -- what follows from the key, and tells nothing of it
  fingerprint bytea not null unique,
  noted_date timestamptz(3) not null,
  -- from then on nothing new is written under it
  closed_date timestamptz(3),
  -- nothing is under it any more
  retired_date timestamptz(3)
);
insert into encryption_keys (number, fingerprint, noted_date)
  select 1, key_fingerprint, now() from installation where key_fingerprint is not null;
revoke insert, update, delete on encryption_keys from paydesk_server;
grant update (closed_date, retired_date) on encryption_keys to paydesk_server;

-- How far each table has been gone through; none but while keys change.
create table resealing (
  name text primary key,
  -- the id of the last row that was looked at
  after text,
  seen bigint not null default 0,
  done boolean not null default false
);
select open_to_server('resealing');

-- The password of the server's own role stays while keys change: others are signed in by it.
alter table installation add column sign_in_name text, add column sign_in bytea;

-- Refuses what is sealed under a key that is closed: by a process that still has only that one it would be
-- written behind the back of whoever goes through the rows, and be lost with the key. Who closes a key waits
-- for all who are past this check.
create function refuse_closed_key(sealed bytea) returns void
  language plpgsql security definer set search_path = public as $$
begin
  if sealed is null then return; end if;
  perform pg_advisory_xact_lock_shared(hashtext('encryption_keys_closing'));
  if exists (
    select from encryption_keys k
    where k.closed_date is not null
      and case when substring(sealed, 1, 4) = '\x50444b01'::bytea
        then substring(k.fingerprint, 1, 8) = substring(sealed, 5, 8) else k.number = 1 end
  ) then
    raise exception 'It is sealed under an encryption key that is closed' using errcode = '55000';
  end if;
end $$;

-- For each column of what is sealed.
create function guard_sealed(name regclass, sealed text) returns void
  language plpgsql set search_path = public as $guard$
declare
  guard text := 'sealed_' || name || '_' || sealed;
begin
  execute format($$
    create function %1$I() returns trigger language plpgsql security definer set search_path = public as
    'begin perform refuse_closed_key(new.%2$I); return new; end'$$, guard, sealed);
  execute format($$
    create trigger %1$I before insert or update of %2$I on %3$s for each row execute function %1$I()$$,
    guard, sealed, name);
end $guard$;
revoke execute on function guard_sealed from public;

select guard_sealed('service_provider', 'sealed_private_key');
select guard_sealed('provider', 'mail_server');
select guard_sealed('second_factors', 'secret');
select guard_sealed('api_keys', 'sealed_key');
select guard_sealed('merchant_acquirer_secrets', 'sealed');
select guard_sealed('institution_gateway_secrets', 'sealed');
select guard_sealed('merchant_documents', 'sealed_content');
select guard_sealed('outbox', 'payload');
