-- A recurring payment that lives: what each charge takes and how often, by the calendar; whose card, by the
-- acquirer's own name of it and the network's reference of the first payment; what its payer agreed to; why nobody
-- is charged; and every day on which it was due, once.

alter table recurring_payments
  add column amount_cents bigint check (amount_cents > 0),
  add column interval_unit text not null default 'MONTH' check (interval_unit in ('DAY','WEEK','MONTH')),
  add column interval_count integer not null default 1 check (interval_count between 1 and 365),
  -- the day of the month on which it began: the 31st is followed by the last of February
  add column anchor_day smallint check (anchor_day between 1 and 31),
  -- the next day that is to be charged ('2026-02-28', in the installation's time zone); next_charge_at is when that is tried
  add column next_due_day text check (next_due_day ~ '^\d{4}-\d{2}-\d{2}$'),
  add column most_cents bigint check (most_cents > 0),
  add column consent_date timestamptz(3),
  add column consent_text text,
  add column source text not null default 'EARLIER' check (source in ('WIDGET','LINK','API','EARLIER')),
  add column checkout_id uuid unique references checkouts,
  -- whose card: merchants read no cards and no customers
  add column card_id uuid references cards,
  add column card_pan text,
  add column card_expires text check (card_expires ~ '^\d{4}-\d{2}$'),
  add column payer_email text,
  add column network_reference text,
  add column suspend_reason text
    check (suspend_reason in ('PAUSED_BY_MERCHANT','PAUSED_BY_CUSTOMER','DECLINED')),
  add column ended_date timestamptz(3),
  -- random throughout: it opens the payer's own page
  add column access_token uuid not null default gen_random_uuid(),
  add column updated_date timestamptz(3),
  add column updated_by text;
create unique index on recurring_payments (access_token);
create index on recurring_payments (card_id) where card_id is not null and status in ('ACTIVE','SUSPENDED');

create table recurring_dues (
  id uuid primary key,
  recurring_payment_id uuid not null references recurring_payments,
  merchant_id uuid not null references merchants,
  due_day text not null check (due_day ~ '^\d{4}-\d{2}-\d{2}$'),
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null,
  status text not null check (status in ('CHARGING','PAID','RETRYING','UNPAID','MISSED','SKIPPED')),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz(3) check ((next_attempt_at is not null) = (status = 'RETRYING')),
  -- of the last try
  transaction_id uuid references transactions,
  failure text,
  decided_by text,
  decided_date timestamptz(3),
  created_date timestamptz(3) not null,
  updated_date timestamptz(3),
  updated_by text,
  -- the same day is charged once
  unique (recurring_payment_id, due_day)
);
create index on recurring_dues (merchant_id, created_date, id);
create index on recurring_dues (recurring_payment_id) where status in ('RETRYING','UNPAID','MISSED');
create index on recurring_dues (status, due_day, id);
create index on recurring_dues (due_day, id);
create index on recurring_dues (transaction_id);
alter table recurring_dues enable row level security;
create policy own_merchant on recurring_dues to paydesk_merchant
  using (merchant_id = current_merchant()) with check (merchant_id = current_merchant());
grant select, insert, update on recurring_dues to paydesk_merchant;
select open_to_server('recurring_dues');
select tell_changes('recurring_dues');

-- a day may be tried several times; of those one may have been paid
alter table recurring_charges
  drop constraint recurring_charges_recurring_payment_id_due_date_key,
  add column due_id uuid references recurring_dues,
  add column amount_cents bigint,
  add column decline_reason text,
  add column decline_code text,
  add column network_reference text,
  add column card_id uuid references cards;
grant update on recurring_payments to paydesk_merchant;
alter table recurring_charges enable row level security;
create policy own_merchant on recurring_charges to paydesk_merchant using (merchant_id = current_merchant());
grant select on recurring_charges to paydesk_merchant;
select open_to_server('recurring_charges');
create unique index recurring_charges_once on recurring_charges (due_id) where status = 'APPROVED';
create index on recurring_charges (recurring_payment_id, created_date);

-- what a checkout's payment begins, where that repeats: what its link, its order or a basket that the shop signed says
alter table checkouts
  add column recurring_unit text check (recurring_unit in ('DAY','WEEK','MONTH')),
  add column recurring_every integer check (recurring_every between 1 and 365),
  add column recurring_most_cents bigint check (recurring_most_cents > 0),
  add column consent_text text,
  add check ((recurring_unit is null) = (recurring_every is null));
alter table payment_links
  add column recurring_unit text check (recurring_unit in ('DAY','WEEK','MONTH')),
  add column recurring_every integer check (recurring_every between 1 and 365),
  add check ((recurring_unit is null) = (recurring_every is null));
alter table payment_attempts add column network_reference text;

-- A merchant's plan for charges that were declined: after how many days, at which hour, and what comes after the last.
alter table merchants
  add column retry_days integer[] not null default '{1,3,7}',
  add column retry_hour smallint not null default 10 check (retry_hour between 0 and 23),
  add column retries_end text not null default 'SUSPEND' check (retries_end in ('SUSPEND','CANCEL','KEEP'));
