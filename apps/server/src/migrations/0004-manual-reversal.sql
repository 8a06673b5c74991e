-- A refund that was made elsewhere is reversed elsewhere too: counted, and never asked of the acquirer.
alter table money_operations
  drop constraint money_operations_kind_check,
  add constraint money_operations_kind_check
    check (kind in ('REFUND','MANUAL_REFUND','REVERSAL','MANUAL_REVERSAL'));
