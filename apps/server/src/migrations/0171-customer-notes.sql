-- What staff write down of a customer: only ever added to, and no merchant's to read.
create table customer_notes (
  id uuid primary key,
  customer_id uuid not null references customers,
  note text not null,
  created_date timestamptz(3) not null default now(),
  created_by text not null
);
create index on customer_notes (customer_id, created_date desc, id);
create trigger append_only before update or delete or truncate on customer_notes
  for each statement execute function refuse_change();
select open_to_server('customer_notes', true);
select tell_changes('customer_notes');
