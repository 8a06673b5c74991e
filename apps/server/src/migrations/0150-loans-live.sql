-- A loan that lives: from a shopper's application in the checkout to the institution's confirmation, its
-- schedule and its end. Loans that were there before have no checkout, and are moved by nobody.

alter table consumer_credits
  -- where its shopper applied; none of a loan that came in from elsewhere
  add column checkout_id uuid references checkouts,
  add column term_months integer check (term_months > 0),
  -- monthly, as the shopper says
  add column income_cents bigint check (income_cents >= 0),
  add column obligations_cents bigint check (obligations_cents >= 0),
  add column status_since timestamptz(3),
  -- when waiting in this status ends, and whether its shopper was reminded
  add column status_until timestamptz(3),
  add column reminded_date timestamptz(3),
  add column risk_date timestamptz(3),
  -- a rule or a list asks for a person's look before it goes on
  add column review boolean not null default false,
  -- why it failed, in a word of ours, who decided, and whether its shopper asked a person to look
  add column failure_code text,
  add column decided_by text check (decided_by in ('AUTOMATIC','PERSON','INSTITUTION','SHOPPER','MERCHANT','TIME')),
  add column review_asked_date timestamptz(3),
  add column reviewed_date timestamptz(3),
  add column reviewed_by text,
  add column review_note text check (length(review_note) <= 511),
  -- when the first institution decided, and when it was confirmed or failed
  add column first_decision_date timestamptz(3),
  add column decided_date timestamptz(3),
  -- its page for the shopper, once it is confirmed: whoever has it sees it
  add column token uuid unique,
  -- the last day on which it may be withdrawn from
  add column withdraw_until date,
  add column arrears_cents bigint check (arrears_cents >= 0),
  add column arrears_since date,
  -- how it ended after it was confirmed, where its order stays paid
  add column ended text check (ended in ('WITHDRAWN','REPAID')),
  add column ended_date timestamptz(3);
-- one that failed leaves the order to be paid otherwise, by another loan too
alter table consumer_credits drop constraint consumer_credits_order_id_key;
create unique index consumer_credits_one on consumer_credits (order_id) where status <> 'FAILED';
create index on consumer_credits (order_id, created_date, id);
create index on consumer_credits (checkout_id) where checkout_id is not null;
create index on consumer_credits (status_until) where status_until is not null;

-- What went to an institution, one row for each; its id is the institution's idempotency key.
create table loan_applications (
  id uuid primary key,
  consumer_credit_id uuid not null references consumer_credits,
  merchant_id uuid not null references merchants,
  financing_institution_id uuid not null references financing_institutions,
  status text not null check (status in ('SENT','OFFERED','DECLINED','WITHDRAWN','EXPIRED','ERROR')),
  external_id text,
  reject_reason text,
  -- where it was sent to
  gateway text,
  -- what went wrong when it was last asked
  error text,
  created_date timestamptz(3) not null,
  decided_date timestamptz(3),
  updated_date timestamptz(3),
  unique (consumer_credit_id, financing_institution_id)
);
create index on loan_applications (financing_institution_id);

-- What an institution is asked to do: reserved, committed, asked without a lock, settled (AM-102).
create table loan_operations (
  id uuid primary key,
  consumer_credit_id uuid not null references consumer_credits,
  application_id uuid references loan_applications,
  merchant_id uuid not null references merchants,
  kind text not null check (kind in ('APPLY','ACCEPT','CANCEL','WITHDRAW','REPAY')),
  status text not null check (status in ('PENDING','APPROVED','DECLINED')),
  -- of a withdrawal or an early repayment: what it came to on that day
  amount_cents bigint check (amount_cents > 0),
  interest_cents bigint check (interest_cents >= 0),
  as_of date,
  gateway text,
  reference text,
  decline_reason text,
  error text,
  -- of a cancellation: what the loan fails with once nothing comes of it
  failure_code text,
  failure_detail text,
  user_id uuid references users,
  user_name text not null,
  created_date timestamptz(3) not null,
  settled_date timestamptz(3),
  attempts integer not null default 0,
  next_attempt_date timestamptz(3)
);
create index on loan_operations (consumer_credit_id);
create index on loan_operations (application_id) where application_id is not null;
create index on loan_operations (next_attempt_date) where status = 'PENDING';
-- of each, one at a time
create unique index loan_operations_one on loan_operations (consumer_credit_id, kind)
  where status = 'PENDING' and kind in ('ACCEPT','WITHDRAW','REPAY');

-- What was read before consent and what was signed, as it was, with its hash.
create table loan_documents (
  id uuid primary key,
  consumer_credit_id uuid not null references consumer_credits,
  merchant_id uuid not null references merchants,
  kind text not null check (kind in ('SECCI','AGREEMENT')),
  financing_product_id uuid references financing_products,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes bytea not null,
  content_type text not null,
  created_date timestamptz(3) not null,
  consented_date timestamptz(3)
);
create index on loan_documents (consumer_credit_id, created_date, id);

-- What is to be paid and what was, as the institution reports it.
create table loan_instalments (
  id uuid primary key,
  consumer_credit_id uuid not null references consumer_credits,
  merchant_id uuid not null references merchants,
  number integer not null check (number > 0),
  due_date date not null,
  amount_cents bigint not null check (amount_cents > 0),
  interest_cents bigint not null check (interest_cents >= 0),
  principal_cents bigint not null check (principal_cents >= 0),
  paid_cents bigint not null default 0 check (paid_cents >= 0),
  paid_date date,
  status text not null check (status in ('DUE','PAID','PARTLY','OVERDUE','CANCELLED')),
  unique (consumer_credit_id, number)
);
create index on loan_instalments (merchant_id, due_date);

-- What happened to a loan, in order: its story.
create table loan_events (
  id uuid primary key,
  consumer_credit_id uuid not null references consumer_credits,
  merchant_id uuid not null references merchants,
  kind text not null,
  status_before text,
  status_after text,
  -- in words for whoever reads it
  detail text,
  user_id uuid references users,
  user_name text not null,
  created_date timestamptz(3) not null
);
create index on loan_events (consumer_credit_id, created_date, id);

alter table offers
  add column application_id uuid references loan_applications,
  add column total_cents bigint check (total_cents > 0),
  add column valid_until timestamptz(3),
  add column chosen_date timestamptz(3);

-- whose number the personal id is
alter table consumer_credit_persons add column country text;

alter table authentications
  -- the page or the code by which the person proves who they are
  add column url text,
  add column framed boolean not null default false,
  -- whether it was a try of the person's: not one that gave way, or that never began
  add column counted boolean not null default true,
  add column code text,
  add column gateway text,
  add column expires_date timestamptz(3),
  add column attempts integer not null default 0,
  add column next_attempt_date timestamptz(3);
create unique index authentications_one on authentications (consumer_credit_id)
  where status = 'STARTED' and expires_date is not null;
create index on authentications (next_attempt_date) where next_attempt_date is not null;

alter table signatures
  add column document_id uuid references loan_documents,
  -- null: signed on paper at the merchant's
  add column method text check (method in ('SMART_ID','MOBILE_ID','BANK_LINK','ID_CARD')),
  add column url text,
  add column framed boolean not null default false,
  -- whether it was a try of the person's: not one that gave way, or that never began
  add column counted boolean not null default true,
  add column code text,
  add column gateway text,
  add column expires_date timestamptz(3),
  add column completed_date timestamptz(3),
  add column signed_by text,
  add column attempts integer not null default 0,
  add column next_attempt_date timestamptz(3);
create unique index signatures_one on signatures (consumer_credit_id)
  where status = 'PENDING' and document_id is not null;
create index on signatures (next_attempt_date) where next_attempt_date is not null;

do $$
declare
  name text;
begin
  foreach name in array array['loan_applications','loan_operations','loan_documents','loan_instalments','loan_events'] loop
    execute format('alter table %I enable row level security', name);
    execute format(
      'create policy own_merchant on %I to paydesk_merchant using (merchant_id = current_merchant()) with check (merchant_id = current_merchant())',
      name);
    if name <> 'loan_instalments' then
      execute format('create index on %I (merchant_id, created_date, id)', name);
    end if;
    perform open_to_server(name::regclass, name = 'loan_events');
    perform tell_changes(name::regclass);
  end loop;
end $$;
-- a merchant's people read the story and the schedule of their loans; what institutions and documents say is staff's
grant select on loan_events, loan_instalments to paydesk_merchant;

create index on consumer_credit_persons (personal_id);

-- a merchant's statement reads how its loans stand; what opens a loan's page is no merchant's
grant select (checkout_id, term_months, status_since, status_until, review, failure_code, decided_by,
  first_decision_date, decided_date, withdraw_until, arrears_cents, arrears_since, ended, ended_date)
  on consumer_credits to paydesk_merchant;
