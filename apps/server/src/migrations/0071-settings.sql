-- The settings that something reads (AM-118): those that nothing read go, the others begin with what
-- the contract says and keep what they have. Unsigned purchases and pending orders past their day are
-- looked for every hour.

delete from meta_data
where key not in ('orders.expire.days','purchases.expire.days','screening.interval.days','support.phone');

insert into meta_data (id, key, value, application, description, created_date)
values
  (gen_random_uuid(), 'orders.expire.days', '14', 'MERCHANT_CONSOLE',
    'A pending order expires that many days after it was made', now()),
  (gen_random_uuid(), 'purchases.expire.days', '30', 'PAYMENT_APP',
    'An unsigned purchase is cancelled that many days after it was requested, or on its own date where that comes first',
    now()),
  (gen_random_uuid(), 'screening.interval.days', '30', 'BACKOFFICE',
    'Customers are screened again that many days after the last time', now()),
  (gen_random_uuid(), 'support.phone', '', 'BACKOFFICE',
    'Shown under errors; while it is empty no phone is shown', now())
on conflict (application, key) do update set description = excluded.description;

-- read by their keys alone
create unique index on meta_data (key);

create index on orders (created_date, id) where status = 'PENDING';
create index on purchases (created_date, id) where status = 'UNSIGNED';
