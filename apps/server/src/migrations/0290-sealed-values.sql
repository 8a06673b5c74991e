-- Personal ids and bank accounts lie sealed (ADR 159): beside each such column its value under the encryption
-- key, what is shown of it, and by what an equal one is found.
-- fits older processes: they read and write the clear column as before, which stays beside what is sealed until a
-- task has written into the books of migrations that their time is over; what they write there takes away what
-- was sealed beside it, and the task seals it anew
alter table customers
  add column personal_id_sealed bytea,
  add column personal_id_masked text,
  add column personal_id_index bytea;
alter table consumer_credit_persons
  alter column personal_id drop not null,
  add column personal_id_sealed bytea,
  add column personal_id_masked text,
  add column personal_id_index bytea;
alter table merchants
  add column iban_sealed bytea,
  add column iban_masked text;

select guard_sealed('customers', 'personal_id_sealed');
select guard_sealed('consumer_credit_persons', 'personal_id_sealed');
select guard_sealed('merchants', 'iban_sealed');

-- Whether the time of processes that read the clear columns is over.
create function sealed_for_good() returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (
    select from kysely_migration where name = '0290-sealed-values.sql' and breaks is not null)
$$;
-- Ends it, a while after this file ran: at once where the database is as new as the file is.
create function seal_for_good(after interval) returns boolean
  language sql security definer set search_path = public as $$
  update kysely_migration one
  set breaks = 'personal ids and bank accounts stand where they don’t look for them'
  where name = '0290-sealed-values.sql' and breaks is null
    and (timestamp::timestamptz < pg_catalog.now() - after
      or timestamp::timestamptz < interval '10 minutes'
        + (select min(other.timestamp::timestamptz) from kysely_migration other));
  select sealed_for_good()
$$;
revoke execute on function seal_for_good from public;
grant execute on function seal_for_good to paydesk_server;

-- For each column whose value is sealed beside it.
create function keep_sealed(name regclass, clear text, indexed boolean) returns void
  language plpgsql set search_path = public as $keep$
declare
  guard text := 'clear_' || name || '_' || clear;
begin
  execute format($$
    create function %1$I() returns trigger language plpgsql security definer set search_path = public as '
    begin
      -- by a process that knows nothing of the sealed one: that one is of before
      if tg_op = ''UPDATE'' and new.%2$I is distinct from old.%2$I and new.%3$I is not distinct from old.%3$I then
        new.%3$I := null;
        new.%4$I := null;
        %5$s
      end if;
      if new.%2$I is not null and new.%3$I is not null and sealed_for_good() then
        new.%2$I := null;
      end if;
      return new;
    end'$$, guard, clear, clear || '_sealed', clear || '_masked',
    case when indexed then format('new.%I := null;', clear || '_index') else '' end);
  execute format($$
    create trigger %1$I before insert or update of %2$I, %3$I on %4$s for each row execute function %1$I()$$,
    guard, clear, clear || '_sealed', name);
end $keep$;
revoke execute on function keep_sealed from public;

select keep_sealed('customers', 'personal_id', true);
select keep_sealed('consumer_credit_persons', 'personal_id', true);
select keep_sealed('merchants', 'iban', false);
