-- The lists of financing grow without end: amount and status sort by an index (AM-109).
create index on offers (amount_cents, id);
create index on offers (status, id);
create index on authentications (status, id);
create index on signatures (status, id);
create index on consumer_credits_refunds (amount_cents, id);
create index on consumer_credits_refunds (status, id);
create index on orders (status, id) where payment_method = 'CONSUMER_CREDIT';
