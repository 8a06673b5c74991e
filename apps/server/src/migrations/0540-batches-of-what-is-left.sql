-- outside a transaction
-- fits older processes: they give a batch to what was not reversed, as before
-- What was reversed in part before it had its batch has one for the rest, and is found among all that were reversed.
drop index concurrently if exists transactions_reversed_unbatched;
create index concurrently transactions_reversed_unbatched on transactions (coalesce(captured_date, date), id)
  where batch_id is null and moves_money and status = 'REVERSED' and reversed_cents < amount_cents;
