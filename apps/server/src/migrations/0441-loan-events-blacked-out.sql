-- fits older processes: they black out by the function that did before, whose update the row itself lets by
-- A loan's story is only ever added to, and what an erasure blacks out of it is all that changes: the server may, and each
-- row proves that nothing else did. Where rows are spread a machine lets nobody else change it in one transaction with the
-- server, so a function of the owner's can't.
create function only_blacked_out() returns trigger language plpgsql set search_path = pg_catalog as $$
declare
  escaped text := replace(replace(replace(new.detail, '\', '\\'), '%', '\%'), '_', '\_');
begin
  if to_jsonb(new) - 'detail' is distinct from to_jsonb(old) - 'detail'
    or new.detail is distinct from old.detail
      and (old.detail like replace(escaped, '[erased]', '%')) is not true
  then raise exception '% is append-only', tg_table_name;
  end if;
  return new;
end $$;
-- of its rows it asks each, also where a machine has a part of them under a number
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (tg_table_name ~ '^loan_events(_[0-9]+)?$'
    or current_setting('paydesk.erasing', true) = 'yes') then return null; end if;
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger only_blacked_out before update on loan_events
  for each row execute function only_blacked_out();
grant update on loan_events to paydesk_server;
