-- What every recurring payment has, and no other.
alter table recurring_payments
  alter amount_cents set not null,
  alter most_cents set not null,
  alter anchor_day set not null,
  add check (status <> 'SUSPENDED' or suspend_reason is not null);
