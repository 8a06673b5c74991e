-- Every row of a merchant's says whose it is. In four files, each a transaction of its own, so that
-- nobody waits for long: the columns, their content, the proof that none is empty, and `not null`.
alter table soap_logs add column merchant_id uuid references merchants;
alter table mpi_logs add column merchant_id uuid references merchants;
alter table recurring_charges add column merchant_id uuid references merchants;
alter table consumer_credit_persons add column merchant_id uuid references merchants;

alter table soap_logs add constraint soap_logs_merchant check (merchant_id is not null) not valid;
alter table mpi_logs add constraint mpi_logs_merchant check (merchant_id is not null) not valid;
alter table recurring_charges add constraint recurring_charges_merchant
  check (merchant_id is not null) not valid;
alter table consumer_credit_persons add constraint consumer_credit_persons_merchant
  check (merchant_id is not null) not valid;

-- a server that was started before this writes its charges without
create function merchant_of_charge() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  new.merchant_id := (select merchant_id from transactions where id = new.id);
  return new;
end $$;
create trigger merchant_of_charge before insert or update on recurring_charges
  for each row when (new.merchant_id is null) execute function merchant_of_charge();
