-- A payment on its way: the checkout a shopper opens, each try to pay on it, what the acquirer was asked to do,
-- the links that lead to a checkout, and what payers' banks claim back.

create table payment_links (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  purpose text not null,
  -- null: whoever pays says how much
  amount_cents bigint check (amount_cents > 0),
  currency text not null check (currency = 'EUR'),
  uses text not null check (uses in ('ONE','MANY')),
  used_count integer not null default 0 check (used_count >= 0),
  expires_date timestamptz(3),
  disabled_date timestamptz(3),
  disabled_by text,
  created_date timestamptz(3) not null,
  created_by text not null,
  updated_date timestamptz(3),
  updated_by text
);

-- The id is all that opens it, so it is random throughout.
create table checkouts (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  order_id uuid not null unique references orders,
  purchase_id uuid not null references purchases,
  source text not null check (source in ('WIDGET','API','LINK')),
  widget_id uuid references widgets,
  payment_link_id uuid references payment_links,
  -- where the shop takes its shopper back
  success_url text,
  cancel_url text,
  capture text not null check (capture in ('AUTOMATIC','MANUAL')),
  first_name text,
  last_name text,
  phone text,
  shipping_method_id uuid references shipping_methods,
  shipping_cents bigint not null default 0 check (shipping_cents >= 0),
  -- when the shopper agreed to pay
  consent_date timestamptz(3),
  -- when the shopper gave it up
  cancelled_date timestamptz(3),
  created_date timestamptz(3) not null,
  expires_date timestamptz(3) not null
);
create index on checkouts (purchase_id);
create index on checkouts (payment_link_id) where payment_link_id is not null;
create index on checkouts (expires_date);

-- One try to pay. Its id is that of the transaction it becomes, and the acquirer's own of the payment.
create table payment_attempts (
  id uuid primary key,
  checkout_id uuid not null references checkouts,
  merchant_id uuid not null references merchants,
  order_id uuid not null references orders,
  purchase_id uuid not null references purchases,
  stage text not null check (stage in (
    'CARD','REVIEW','AUTHORISING','CHALLENGE','AUTHORISED','CAPTURING','CANCELLING','PAID',
    'DECLINED','BLOCKED','ABANDONED','CANCELLED','FAILED')),
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null check (currency = 'EUR'),
  -- whether the acquirer's pages stand inside the checkout
  frame boolean not null,
  -- whom the acquirer's calls go to
  gateway text,
  three_d_secure text not null default 'asNeeded' check (three_d_secure in ('required','asNeeded')),
  card_id uuid references cards,
  -- what the acquirer is, or was last, asked to do
  operation_id uuid,
  -- the acquirer's page: for the card, then for the payer's bank
  page_url text,
  -- why it ended as it did, in words for the shopper's page
  reason text,
  eci text,
  liability_shift boolean,
  authorised_date timestamptz(3),
  capture_before timestamptz(3),
  attempts integer not null default 0,
  next_attempt_date timestamptz(3),
  created_date timestamptz(3) not null,
  updated_date timestamptz(3) not null
);
-- however often somebody clicks: one that is open, or was paid
create unique index payment_attempts_one on payment_attempts (order_id)
  where stage not in ('DECLINED','BLOCKED','ABANDONED','CANCELLED','FAILED');
create index on payment_attempts (checkout_id, created_date, id);
create index on payment_attempts (purchase_id);
create index on payment_attempts (order_id);
create index on payment_attempts (next_attempt_date) where next_attempt_date is not null;
create index on payment_attempts (capture_before) where stage = 'AUTHORISED';

-- What the acquirer was asked to do with a payment; its id is the acquirer's idempotency key (AM-102).
create table payment_operations (
  id uuid primary key,
  attempt_id uuid not null references payment_attempts,
  merchant_id uuid not null references merchants,
  kind text not null check (kind in ('AUTHORISE','CAPTURE','CANCEL')),
  status text not null check (status in ('PENDING','APPROVED','DECLINED')),
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null,
  created_date timestamptz(3) not null,
  user_id uuid references users,
  user_name text not null,
  settled_date timestamptz(3),
  acquirer_reference text,
  decline_reason text,
  attempts integer not null default 0,
  next_attempt_date timestamptz(3),
  gateway text
);
create index on payment_operations (attempt_id);
create index on payment_operations (next_attempt_date) where status = 'PENDING';

-- What a payer's bank claims back, as the acquirer tells it.
create table disputes (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  transaction_id uuid not null references transactions,
  -- the acquirer's own id of it
  external_id text not null,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null,
  reason text not null,
  respond_by timestamptz(3),
  status text not null check (status in ('OPEN','WON','LOST')),
  created_date timestamptz(3) not null,
  updated_date timestamptz(3),
  unique (transaction_id, external_id)
);

-- A card by the acquirer's own name of it, where it is kept from a payment made here.
alter table cards add column token text, add column gateway text,
  -- not every acquirer says how a card begins
  alter column first6 drop not null;
create index on cards (token) where token is not null;

alter table transactions
  -- a payment that is not decided: staff look at it, or its money is held and not yet taken
  add column hold text check (hold in ('REVIEW','AUTHORISED')),
  -- null: nobody was asked
  add column liability_shift boolean,
  add column eci text,
  -- of its disputes the one that matters most: one that is open, else lost, else won
  add column dispute text check (dispute in ('OPEN','WON','LOST'));
create index on transactions (dispute, date, id) where dispute is not null;
create index on transactions (hold, date, id) where hold is not null;

-- Whether its payments are captured at once, where a checkout does not say.
alter table merchants add column capture text not null default 'AUTOMATIC'
  check (capture in ('AUTOMATIC','MANUAL'));

-- Calls about a card come before its transaction; both halves of a call bear one number.
alter table soap_logs drop constraint soap_logs_transaction_id_fkey;
alter table soap_logs add column exchange_id uuid;

do $$
declare
  name text;
begin
  foreach name in array array['payment_links','checkouts','payment_attempts','payment_operations','disputes'] loop
    execute format('alter table %I enable row level security', name);
    execute format(
      'create policy own_merchant on %I to paydesk_merchant using (merchant_id = current_merchant()) with check (merchant_id = current_merchant())',
      name);
    execute format('grant select, insert, update on %I to paydesk_merchant', name);
    execute format('create index on %I (merchant_id, created_date, id)', name);
    perform open_to_server(name::regclass);
  end loop;
end $$;
-- what banks claim is the acquirer's word alone
revoke insert, update on disputes from paydesk_merchant;
