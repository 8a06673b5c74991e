-- Payment buttons that merchants put into their own pages.

create table widgets (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  name text not null,
  type text not null check (type in ('CHECKOUT','INSTANT','PAYMENT')),
  order_authorization_type text not null
    check (order_authorization_type in ('SIGNATURE','CALLBACK','WIDGET_TOTAL_AMOUNT')),
  status text not null check (status in ('ACTIVE','DISABLED')),
  creation_method text not null check (creation_method in ('MANUAL','API')),
  -- null where the widget names no amount
  total_cents bigint check (total_cents > 0),
  tax_cents bigint,
  currency text not null check (currency = 'EUR'),
  total_label text,
  total_tax_rate numeric(3, 2) check (total_tax_rate between 0 and 1),
  -- [{reference, label, amountCents, currency, taxRate, count}]: read and written whole, with the widget
  items jsonb not null,
  created_date timestamptz(3) not null,
  created_by text not null,
  updated_date timestamptz(3),
  updated_by text,
  check (items = '[]' or (type = 'INSTANT' and total_cents is not null)),
  check (type <> 'INSTANT' or total_cents is not null),
  check ((tax_cents is null) = (total_cents is null) and tax_cents between 0 and total_cents)
);
create index on widgets (merchant_id, id);
create index on widgets (merchant_id, created_date, id);
create index on widgets (merchant_id, created_by, id);
create index on widgets (merchant_id, name, id);
create index on widgets (merchant_id, type, id);
create index on widgets (merchant_id, order_authorization_type, id);
create index on widgets (merchant_id, status, id);
create index on widgets (merchant_id, creation_method, id);
create index on widgets (merchant_id, total_cents, id);

alter table widgets enable row level security;
create policy own_merchant on widgets to paydesk_merchant
  using (merchant_id = current_merchant()) with check (merchant_id = current_merchant());
grant select, insert, update (name, type, order_authorization_type, status, total_cents, tax_cents,
  currency, total_label, total_tax_rate, items, updated_date, updated_by)
  on widgets to paydesk_merchant;

select open_to_server('widgets');
