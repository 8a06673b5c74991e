-- Which of Stripe's objects stands for which operation of ours: written before it is sent, so that what is sent
-- twice is the same, and what was asked about before it left is never sent.

create table stripe_operations (
  operation_id uuid primary key,
  kind text check (kind in ('AUTHORISE','CAPTURE','CANCEL','CHARGE','REFUND','REVERSAL')),
  payment_id uuid,
  merchant_id uuid not null references merchants,
  amount_cents bigint check (amount_cents > 0),
  currency text,
  -- the customer and the method under which Stripe keeps the card
  token text,
  -- Stripe's own id of it: an intent, or a refund
  object_id text,
  closed boolean not null default false,
  created_date timestamptz(3) not null,
  constraint whole_unless_closed check (
    closed or num_nonnulls(kind, payment_id, amount_cents, currency) = 4)
);
create index on stripe_operations (payment_id) where payment_id is not null;
create index on stripe_operations (object_id) where object_id is not null;

create table stripe_card_pages (
  session_id uuid primary key,
  merchant_id uuid not null references merchants,
  -- Stripe's own id of it
  object_id text not null,
  created_date timestamptz(3) not null
);

-- no person reads or writes them
select open_to_server('stripe_operations');
select open_to_server('stripe_card_pages');
