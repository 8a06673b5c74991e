-- outside a transaction
-- fits older processes: they read and write the same rows, and sorted without these too
-- The list of recurring payments, sorted by its next charge, asks the index of active ones by their day (0036); no
-- statement has the order of these two, since a row on hold has no next charge.
drop index concurrently if exists recurring_payments_next;
drop index concurrently if exists recurring_payments_next_last;
