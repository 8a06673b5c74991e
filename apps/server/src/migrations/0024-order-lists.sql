-- What the list of orders sorts by, for a merchant's people and for staff. Created has its two already.

create index on orders (merchant_id, id);
create index on orders (merchant_id, amount_cents, id);
create index on orders (merchant_id, status, id);
create index on orders (amount_cents, id);
create index on orders (status, id);
