-- fits older processes: they write none, and whoever pays reads of every try, as before
-- Since when whoever said last that they pay has done so, under whatever key: why a card was declined before that was
-- told to somebody else (ADR 215).
alter table checkouts add column payer_since timestamptz(3);
