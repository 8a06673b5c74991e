-- What stands around a transaction: the purchase's own story, the recurring payment, the messages with
-- the merchant's systems, the order and the loan that pays for it.

alter table purchases
  add column payment_info text,
  add column expiration_date timestamptz(3),
  add column last_callback_status text check (last_callback_status in ('OK','ERROR')),
  add column external_id text,
  add column reason_code text,
  add column reason_note text;
create index on purchases (merchant_id, created_date, id);
create index on purchases (created_date, id);

create table recurring_payments (
  id uuid primary key,
  -- the purchase that the payer agreed to; every charge is a transaction of it
  payment_request_id uuid not null references purchases,
  merchant_id uuid not null references merchants,
  customer_id uuid references customers,
  total_amount_cents bigint not null check (total_amount_cents >= 0),
  currency text not null check (currency = 'EUR'),
  count integer not null check (count >= 0),
  last_charged_at timestamptz(3),
  status text not null check (status in ('ACTIVE','SUSPENDED','CANCELLED','EXPIRED')),
  payment_info text,
  created_date timestamptz(3) not null,
  expiration_date timestamptz(3)
);
create index on recurring_payments (payment_request_id);
create index on recurring_payments (customer_id) where customer_id is not null;

create table exchange_logs (
  id uuid primary key,
  purchase_id uuid not null references purchases,
  merchant_id uuid not null references merchants,
  created_date timestamptz(3) not null,
  xml_type text not null check (xml_type in
    ('PMTREQ','PMTRESP','PMTSTATRESP','ORDERVERREQ','ORDERVERRESP','PURCHCOMPLREQ')),
  xml text not null
);
create index on exchange_logs (purchase_id);

create table orders (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  -- the merchant's own id of it and the number its customer knows
  external_id text,
  external_order_number text,
  customer_email text,
  label text,
  amount_cents bigint not null check (amount_cents > 0),
  tax_cents bigint not null check (tax_cents >= 0 and tax_cents <= amount_cents),
  currency text not null check (currency = 'EUR'),
  status text not null
    check (status in ('DRAFT','PENDING','VERIFIED','REJECTED','EXPIRED','PAID')),
  payment_method text check (payment_method in ('CARD','CONSUMER_CREDIT')),
  reject_reason_code text check (reject_reason_code in
    ('MANUAL_REJECT','VERIFICATION_FAILED','AMOUNT_MISMATCH','TIMEOUT')),
  error text,
  purchase_id uuid references purchases,
  -- {type, contactPhone, country, city, addressLine, postalCode, method}
  shipment jsonb,
  created_date timestamptz(3) not null,
  updated_date timestamptz(3),
  updated_by text
);
create unique index orders_external_id on orders (merchant_id, external_id) where external_id is not null;
create index on orders (purchase_id) where purchase_id is not null;

-- transactions.order_id has no foreign key: the payment core writes a payment without waiting for its order

create table order_items (
  id uuid primary key,
  order_id uuid not null references orders,
  merchant_id uuid not null references merchants,
  position integer not null,
  label text not null,
  -- gross, of one
  amount_cents bigint not null check (amount_cents >= 0),
  tax_rate numeric(3, 2) not null check (tax_rate between 0 and 1),
  currency text not null check (currency = 'EUR'),
  count integer not null check (count > 0),
  unit text,
  unique (order_id, position)
);

create table consumer_credits (
  id uuid primary key,
  order_id uuid not null unique references orders,
  merchant_id uuid not null references merchants,
  customer_id uuid not null references customers,
  status text not null check (status in (
    'DRAFT','CUSTOMER_RISK_EVALUATION_SUCCEEDED','APPLICATION_CREATED','OFFER_SELECTION','OFFER_CHOSEN',
    'SIGNING_DOCUMENTS_PREPARED','AGREEMENT_DOCUMENT_SIGNED','WAITING_FOR_CONFIRMATION','CONFIRMED',
    'REFUNDED','FAILED')),
  failure_reason text,
  external_id text,
  loan_number text,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null check (currency = 'EUR'),
  total_requested_refunds_cents bigint not null default 0 check (total_requested_refunds_cents >= 0),
  agreement_signing_date timestamptz(3),
  device_os text,
  offer_retrieval_finished boolean not null default false,
  grace_repayment_count integer,
  down_payment_amount_cents bigint check (down_payment_amount_cents >= 0),
  down_payment_type text check (down_payment_type in ('CARD','NONE')),
  down_payment_purchase_id uuid references purchases,
  application_url text,
  income_type text check (income_type in ('SALARY','PENSION','SELF_EMPLOYED','OTHER')),
  -- as the institution reports them: a merchant's people see how many offers there were and none of them
  ok_offer_count integer not null default 0,
  all_offer_count integer not null default 0 check (all_offer_count >= ok_offer_count),
  all_authentication_count integer not null default 0,
  comment text check (length(comment) <= 511),
  created_date timestamptz(3) not null,
  updated_date timestamptz(3),
  updated_by text,
  constraint never_more_back_than_lent check (total_requested_refunds_cents <= amount_cents)
);
create index on consumer_credits (customer_id);

do $$
declare
  name text;
begin
  foreach name in array array['recurring_payments','exchange_logs','orders','order_items','consumer_credits'] loop
    execute format('alter table %I enable row level security', name);
    execute format(
      'create policy own_merchant on %I to paydesk_merchant using (merchant_id = current_merchant()) with check (merchant_id = current_merchant())',
      name);
    execute format('grant select, insert, update on %I to paydesk_merchant', name);
    -- the two ways every list of them is read: a merchant's own, newest first, and everybody's
    execute format('create index on %I (merchant_id, %s, id)', name,
      case name when 'order_items' then 'order_id' else 'created_date' end);
    if name <> 'order_items' then
      execute format('create index on %I (created_date, id)', name);
    end if;
    perform open_to_server(name::regclass);
  end loop;
end $$;
-- what it said when it was sent stays as it was
revoke update on exchange_logs, order_items from paydesk_merchant;
