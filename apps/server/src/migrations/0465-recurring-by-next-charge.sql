-- outside a transaction
-- fits older processes: they read and write the same rows
-- The list of recurring payments is sorted by its next charge too (AM-109), as its rows say it: of active ones alone,
-- the others last, whichever way.
drop index concurrently if exists recurring_payments_next;
create index concurrently recurring_payments_next
  on recurring_payments ((case when status = 'ACTIVE' then next_charge_at end), id);
drop index concurrently if exists recurring_payments_next_last;
create index concurrently recurring_payments_next_last
  on recurring_payments ((case when status = 'ACTIVE' then next_charge_at end) desc nulls last, id desc);
