-- What somebody types who looks for one record. A merchant's people look under their own merchant alone,
-- and row-level security lets plain comparisons through to an index, so those are what is asked.

create index on orders (merchant_id, external_order_number collate "C");
create index on orders (external_order_number collate "C");
create index on orders (external_id collate "C");
create index on orders (lower(customer_email));
create index on purchases (external_id) where external_id is not null;
create index on consumer_credits (loan_number) where loan_number is not null;
create index on customers (lower(email));
