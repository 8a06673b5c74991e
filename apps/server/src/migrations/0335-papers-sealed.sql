-- The papers of loans lie sealed as well (ADR 181): the agreement names its borrower's personal id.
-- fits older processes: they read and write the clear bytes as before, which stay beside what is sealed until the
-- time of processes that read personal ids in clear is over (0290); bytes that they erase take what is sealed along
alter table loan_documents
  add column bytes_sealed bytea,
  alter column bytes drop not null;
select guard_sealed('loan_documents', 'bytes_sealed');

create function clear_loan_documents_bytes() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  -- by a process that knows nothing of the sealed one: it has erased the paper
  if tg_op = 'UPDATE' and new.bytes is distinct from old.bytes
      and new.bytes_sealed is not distinct from old.bytes_sealed then
    new.bytes_sealed := null;
  end if;
  if new.bytes is not null and new.bytes_sealed is not null and sealed_for_good() then
    new.bytes := null;
  end if;
  return new;
end $$;
create trigger clear_loan_documents_bytes before insert or update of bytes, bytes_sealed on loan_documents
  for each row execute function clear_loan_documents_bytes();
