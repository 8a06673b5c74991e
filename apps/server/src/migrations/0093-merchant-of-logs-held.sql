-- proved before, so no row is read
alter table soap_logs alter column merchant_id set not null, drop constraint soap_logs_merchant;
alter table mpi_logs alter column merchant_id set not null, drop constraint mpi_logs_merchant;
alter table recurring_charges
  alter column merchant_id set not null, drop constraint recurring_charges_merchant;
alter table consumer_credit_persons
  alter column merchant_id set not null, drop constraint consumer_credit_persons_merchant;
drop trigger merchant_of_charge on recurring_charges;
drop function merchant_of_charge();
