-- What the scheduled tasks go by: when a recurring payment is to be charged, which charges are open,
-- whose password's end was told, what has no batch yet, and callbacks of orders.

alter table recurring_payments
  add column next_charge_at timestamptz(3),
  add column declined_in_a_row integer not null default 0 check (declined_in_a_row >= 0);
-- nobody is charged for the past: every 30 days from the last charge on, the first day still to come
update recurring_payments
set next_charge_at = last + interval '30 days' * (1 + greatest(0,
  floor(extract(epoch from now() - last) / extract(epoch from interval '30 days'))))
from (select id as of, coalesce(last_charged_at, created_date) as last from recurring_payments) charged
where of = id;
create index on recurring_payments (next_charge_at, id) where status = 'ACTIVE';
create index on recurring_payments (expiration_date) where status = 'ACTIVE';

-- Written before the acquirer is called, settled after, as money_operations are. The id is the
-- transaction's and the acquirer's idempotency key. Only tasks read and write them.
create table recurring_charges (
  id uuid primary key references transactions,
  recurring_payment_id uuid not null references recurring_payments,
  -- what it is the charge of: the same time is charged once
  due_date timestamptz(3) not null,
  status text not null check (status in ('PENDING','APPROVED','DECLINED')),
  created_date timestamptz(3) not null,
  settled_date timestamptz(3),
  attempts integer not null default 0,
  next_attempt_date timestamptz(3),
  unique (recurring_payment_id, due_date)
);
create unique index on recurring_charges (recurring_payment_id) where status = 'PENDING';
create index on recurring_charges (next_attempt_date) where status = 'PENDING';
select open_to_server('recurring_charges');

-- the end of the password that the person was told of
alter table users add column told_password_expires_date timestamptz(3);

create index on transactions (date, id) where batch_id is null and status = 'SUCCESS' and moves_money;

-- a callback of an order may be of no purchase
alter table exchange_logs
  alter purchase_id drop not null,
  add column order_id uuid references orders,
  add constraint of_something check (num_nonnulls(purchase_id, order_id) > 0);
create index on exchange_logs (order_id) where order_id is not null;
