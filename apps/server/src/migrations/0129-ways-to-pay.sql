-- An order that begins at a widget is paid only once somebody has answered for its amount: since when it may be.
alter table checkouts add column approved_date timestamptz(3);

-- What a merchant's system said that shipping costs, for what was asked: the same is not asked twice.
create table shipping_quotes (
  checkout_id uuid not null references checkouts,
  merchant_id uuid not null references merchants,
  -- of the method, the address and what is shipped
  content_hash bytea not null,
  amount_cents bigint not null check (amount_cents >= 0),
  tax_rate numeric(3, 2) not null check (tax_rate between 0 and 1),
  created_date timestamptz(3) not null,
  primary key (checkout_id, content_hash)
);
alter table shipping_quotes enable row level security;
create policy own_merchant on shipping_quotes to paydesk_merchant
  using (merchant_id = current_merchant()) with check (merchant_id = current_merchant());
grant select on shipping_quotes to paydesk_merchant;
select open_to_server('shipping_quotes');
