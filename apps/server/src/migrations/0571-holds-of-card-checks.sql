-- fits older processes: they write none, and what the bank holds by a late yes is asked about once, as before
-- Since when it is known that the payer's bank holds what a card was checked with.
alter table recurring_card_changes add column held_date timestamptz(3);
