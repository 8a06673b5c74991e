-- What stands around a loan: who may give it, what was offered, how its customer proved to be who they
-- are and signed, and what is to go back.

create table financing_institutions (
  id uuid primary key,
  name text not null unique,
  code text not null unique,
  active boolean not null,
  logo_url text,
  created_date timestamptz(3) not null
);
create index on financing_institutions (created_date, id);

create table financing_products (
  id uuid primary key,
  financing_institution_id uuid not null references financing_institutions,
  name text not null,
  code text not null unique,
  min_amount_cents bigint not null check (min_amount_cents > 0),
  max_amount_cents bigint not null check (max_amount_cents >= min_amount_cents),
  min_term_months integer not null check (min_term_months > 0),
  max_term_months integer not null check (max_term_months >= min_term_months),
  -- hundredths of a percent a year
  interest_rate_bp integer not null check (interest_rate_bp >= 0),
  active boolean not null,
  created_date timestamptz(3) not null
);
create index on financing_products (created_date, id);
create index on financing_products (financing_institution_id);

-- Whose offer was chosen stands on the loan itself: a merchant's people see the institution, and no offer.
alter table consumer_credits add column financing_institution_id uuid references financing_institutions;
create index on consumer_credits (amount_cents, id);
create index on consumer_credits (status, id);
-- a merchant's people ask for refunds, and change nothing else of a loan
revoke insert, update on consumer_credits from paydesk_merchant;
grant update (total_requested_refunds_cents, updated_date, updated_by) on consumer_credits to paydesk_merchant;

-- The customer as the application names them; staff's alone, as all that follows but the refunds.
create table consumer_credit_persons (
  consumer_credit_id uuid primary key references consumer_credits,
  personal_id text not null,
  first_name text not null,
  last_name text not null,
  date_of_birth date not null,
  phone_number text,
  email text
);

create table offers (
  id uuid primary key,
  consumer_credit_id uuid not null references consumer_credits,
  merchant_id uuid not null references merchants,
  sequence integer not null check (sequence > 0),
  financing_institution_id uuid not null references financing_institutions,
  financing_product_id uuid not null references financing_products,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null check (currency = 'EUR'),
  term_months integer not null check (term_months > 0),
  interest_rate_bp integer not null check (interest_rate_bp >= 0),
  apr_bp integer not null check (apr_bp >= 0),
  monthly_payment_cents bigint not null check (monthly_payment_cents > 0),
  status text not null check (status in ('RECEIVED','CHOSEN','DECLINED','EXPIRED')),
  external_id text,
  created_date timestamptz(3) not null,
  unique (consumer_credit_id, sequence)
);
create unique index one_chosen_offer on offers (consumer_credit_id) where status = 'CHOSEN';

create table authentications (
  id uuid primary key,
  consumer_credit_id uuid not null references consumer_credits,
  merchant_id uuid not null references merchants,
  customer_id uuid not null references customers,
  method text not null check (method in ('SMART_ID','MOBILE_ID','BANK_LINK','ID_CARD')),
  provider text not null,
  status text not null check (status in ('STARTED','SUCCESS','FAILED','EXPIRED')),
  error text,
  created_date timestamptz(3) not null,
  completed_date timestamptz(3)
);
create index on authentications (consumer_credit_id);

create table signatures (
  id uuid primary key,
  consumer_credit_id uuid not null references consumer_credits,
  merchant_id uuid not null references merchants,
  signing_service_id text not null,
  status text not null check (status in ('PENDING','SIGNED','FAILED','EXPIRED')),
  signed_object_id text,
  external_id text,
  error text,
  created_date timestamptz(3) not null
);
create index on signatures (consumer_credit_id, created_date, id);

-- What was asked of the institution; the answer comes later.
create table consumer_credits_refunds (
  id uuid primary key,
  consumer_credit_id uuid not null references consumer_credits,
  merchant_id uuid not null references merchants,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null check (currency = 'EUR'),
  reason text not null check (reason in
    ('PRODUCT_OUT_OF_STOCK','RETURNED_PRODUCT','CANCELLED_SERVICE','PRICE_ADJUSTMENT','OTHER')),
  -- stays here
  internal_note text,
  -- the one text that the institution gets
  targeted_note text,
  status text not null check (status in ('REQUESTED','CONFIRMED','REJECTED')),
  user_id uuid not null references users,
  user_name text not null,
  created_date timestamptz(3) not null,
  settled_date timestamptz(3),
  institution_reference text,
  reject_reason text,
  -- when the institution is asked again; none until it has taken the order
  next_inquiry_date timestamptz(3),
  attempts integer not null default 0,
  check ((status = 'REQUESTED') = (settled_date is null))
);
create index on consumer_credits_refunds (consumer_credit_id, created_date, id);
create index on consumer_credits_refunds (next_inquiry_date) where next_inquiry_date is not null;

do $$
declare
  name text;
begin
  foreach name in array array['offers','authentications','signatures','consumer_credits_refunds'] loop
    execute format('create index on %I (created_date, id)', name);
    execute format('create index on %I (merchant_id, created_date, id)', name);
  end loop;
end $$;

-- who gives loans is no secret
alter table financing_institutions enable row level security;
create policy everybodys on financing_institutions for select to paydesk_merchant using (true);
grant select on financing_institutions to paydesk_merchant;

alter table consumer_credits_refunds enable row level security;
create policy own_merchant on consumer_credits_refunds to paydesk_merchant
  using (merchant_id = current_merchant()) with check (merchant_id = current_merchant());
grant select, insert on consumer_credits_refunds to paydesk_merchant;

select open_to_server('financing_institutions');
select open_to_server('financing_products');
select open_to_server('consumer_credit_persons');
select open_to_server('offers');
select open_to_server('authentications');
select open_to_server('signatures');
select open_to_server('consumer_credits_refunds');
