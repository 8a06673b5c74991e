-- reads the tables, and keeps nobody from reading and writing them
set local statement_timeout = 0;
alter table soap_logs validate constraint soap_logs_merchant;
alter table mpi_logs validate constraint mpi_logs_merchant;
alter table recurring_charges validate constraint recurring_charges_merchant;
alter table consumer_credit_persons validate constraint consumer_credit_persons_merchant;
