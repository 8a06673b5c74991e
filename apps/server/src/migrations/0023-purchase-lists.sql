-- What the lists of purchases and recurring payments sort by, so that no sort reads them all.

create index on purchases (amount_cents, id);
create index on purchases (status, id);
-- merchant by merchant, each from its first id on
create index on purchases (merchant_id, id);

create index on recurring_payments (total_amount_cents, id);
create index on recurring_payments (count, id);
create index on recurring_payments (status, id);
-- what was never charged comes last, whichever way
create index on recurring_payments (last_charged_at, id);
create index on recurring_payments (last_charged_at desc nulls last, id desc);
