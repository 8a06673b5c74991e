-- Whoever asks for it is erased: the books stay, the person goes (ADR 161).
-- fits older processes: they write nothing of this; what they show of somebody erased is what stands in the row
alter table customers add column erased_date timestamptz(3);

-- What was erased of whom, by whose word, and what was found of them afterwards.
create table erasures (
  id uuid primary key,
  customer_id uuid not null references customers,
  reason text not null,
  created_date timestamptz(3) not null,
  created_by text not null,
  -- by which words the search after it goes; gone once it has looked
  words bytea,
  -- loans that the law has us keep until then
  kept_until timestamptz(3),
  checked_date timestamptz(3),
  -- table and column where something was found, and in how many rows
  found jsonb,
  check ((checked_date is null) = (found is null))
);
create index on erasures (customer_id, created_date);
create index on erasures (created_date) where words is not null;
create index on erasures (kept_until) where kept_until is not null;
select guard_sealed('erasures', 'words');
select open_to_server('erasures');

-- Who may take along, for a while, what is held of somebody, and why.
create table personal_data_permits (
  id uuid primary key,
  customer_id uuid not null references customers,
  user_id uuid not null references users,
  kind text not null check (kind in ('EXPORT','SHOW')),
  reason text not null,
  created_date timestamptz(3) not null,
  expires_date timestamptz(3) not null
);
create index on personal_data_permits (customer_id, user_id, expires_date);
create index on personal_data_permits (expires_date);
select open_to_server('personal_data_permits');

-- Of which row of the audit log an erasure has taken words away: its hash as it was sealed, and as it is.
create table audit_redactions (
  audit_id uuid not null,
  erasure_id uuid not null references erasures,
  was bytea not null,
  becomes bytea not null,
  primary key (audit_id, erasure_id)
);
create trigger append_only before update or delete or truncate on audit_redactions
  for each statement execute function refuse_change();
select open_to_server('audit_redactions', true);

-- A text without these words, whatever their case; each is a regular expression.
create function erased(given text, words text[]) returns text
  language plpgsql immutable set search_path = public as $$
declare
  word text;
begin
  foreach word in array words loop
    given := regexp_replace(given, word, '[erased]', 'gi');
  end loop;
  return given;
end $$;

-- What is added to alone stays so for everybody: nobody but these functions' owner may change a row, and the
-- trigger lets it by while one of them runs.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('paydesk.erasing', true) = 'yes' then return null; end if;
  raise exception '% is append-only', tg_table_name;
end $$;

create function erase_added(of_table text, given uuid[], words text[]) returns void
  language plpgsql security definer set search_path = public as $$
begin
  perform set_config('paydesk.erasing', 'yes', true);
  case of_table
    when 'customer_notes' then update customer_notes set note = 'Erased' where id = any(given);
    when 'loan_events' then
      update loan_events set detail = erased(detail, words) where id = any(given);
    when 'rules_evaluation_results' then
      update rules_evaluation_results set details = erased(details, words) where id = any(given);
    -- each change stands in audit_redactions, or the seals don't agree
    when 'audit_logs' then
      update audit_logs set
        -- what somebody wrote of them says more than their name
        details = case when entity_type = 'CUSTOMER_NOTE' then '{"erased": true}'
          else erased(details::text, words)::jsonb end,
        address = case when user_id is not null then address end
      where id = any(given);
  end case;
  perform set_config('paydesk.erasing', '', true);
end $$;
revoke execute on function erase_added from public;
grant execute on function erase_added to paydesk_server;
