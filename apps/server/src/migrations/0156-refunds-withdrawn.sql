-- A refund request is cancelled while it waits (SB-39): at once where it has not left the house, else
-- when the institution says that nothing will come of it.

alter table consumer_credits_refunds
  -- when it was first handed to the institution; what stands here already may have been
  add column sent_date timestamptz(3) default now(),
  -- who wants it back, from when on the institution is asked for that
  add column cancel_asked_date timestamptz(3),
  add column cancel_user_id uuid references users,
  add column cancel_user_name text,
  -- why the institution could not be reached the last time
  add column delivery_error text,
  add column updated_date timestamptz(3),
  add column updated_by text;
alter table consumer_credits_refunds alter column sent_date drop default;
alter table consumer_credits_refunds drop constraint consumer_credits_refunds_status_check;
alter table consumer_credits_refunds add constraint consumer_credits_refunds_status_check
  check (status in ('REQUESTED','CONFIRMED','REJECTED','CANCELLED'));

-- a merchant's people take a request back, and change nothing else of it
grant update (status, settled_date, next_inquiry_date, attempts, cancel_asked_date, cancel_user_id,
  cancel_user_name, delivery_error, updated_date, updated_by) on consumer_credits_refunds to paydesk_merchant;

-- their own list of loans, and the figures by status
create index on consumer_credits (merchant_id, status, id);

-- what a merchant's people see of a loan's life
grant select (checkout_id, term_months, status_since, status_until, review, failure_code, decided_by,
  review_asked_date, reviewed_date, first_decision_date, decided_date, withdraw_until, arrears_cents,
  arrears_since, ended, ended_date) on consumer_credits to paydesk_merchant;
