-- Transactions, the operations that move money on them, and the journal of what moved.
-- Money is bigint cents. Every reference to a merchant stands on the row itself, for the scope.

create table customers (
  id uuid primary key,
  first_name text not null,
  last_name text not null,
  email text not null,
  created_date timestamptz(3) not null
);

create table purchases (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  customer_id uuid references customers,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null,
  status text not null
    check (status in ('UNSIGNED','SIGNED','SETTLED','REFUNDED','DECLINED','CANCELLED')),
  created_date timestamptz(3) not null
);

create table transactions (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  customer_id uuid references customers,
  purchase_id uuid references purchases,
  order_id uuid,
  recurring_payment_id uuid,
  refunded_transaction_id uuid references transactions,
  date timestamptz(3) not null,
  status text not null
    check (status in ('PROCESSING','SUCCESS','FAILED','CANCELLED','REVERSED','DECLINED','RP_BLOCKED')),
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null,
  description text,
  card_pan text,
  account_statement_reference text,
  batch_id text,
  external_error_type text,
  external_error_code text,
  external_error_description text,
  external_payment_id text,
  xid text,
  report_data jsonb not null default '{}',
  created_by text,
  updated_date timestamptz(3),
  updated_by text,
  -- false for a refund made in another system: it counts, and moves nothing (SB-17)
  moves_money boolean not null default true,
  -- what went back to the payer, done and waiting for the acquirer
  refunded_cents bigint not null default 0 check (refunded_cents >= 0),
  pending_refund_cents bigint not null default 0 check (pending_refund_cents >= 0),
  reversed_cents bigint not null default 0 check (reversed_cents >= 0),
  pending_reversal_cents bigint not null default 0 check (pending_reversal_cents >= 0),
  -- on a refund: its answer from the acquirer is still open
  awaiting_acquirer boolean not null default false,
  reversal_date timestamptz(3),
  reversal_reason_code text,
  reversal_reason_note text,
  constraint never_more_out_than_in check (
    refunded_cents + pending_refund_cents + reversed_cents + pending_reversal_cents <= amount_cents
  )
);
create index on transactions (date, id);
create index on transactions (merchant_id, date, id);
create index on transactions (amount_cents, id);
create index on transactions (merchant_id, amount_cents, id);
create index on transactions (status, date, id);
create index on transactions (purchase_id) where purchase_id is not null;
create index on transactions (order_id) where order_id is not null;
create index on transactions (customer_id) where customer_id is not null;
create index on transactions (recurring_payment_id) where recurring_payment_id is not null;
create index on transactions (refunded_transaction_id) where refunded_transaction_id is not null;

-- What somebody asked to move. Written before the acquirer is called, settled after (AM-102); its id
-- is the acquirer's idempotency key.
create table money_operations (
  id uuid primary key,
  kind text not null check (kind in ('REFUND','MANUAL_REFUND','REVERSAL')),
  status text not null check (status in ('PENDING','APPROVED','DECLINED')),
  transaction_id uuid not null references transactions,
  refund_transaction_id uuid references transactions,
  merchant_id uuid not null references merchants,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null,
  reason_code text not null,
  reason_note text,
  created_date timestamptz(3) not null,
  user_id uuid not null references users,
  user_name text not null,
  settled_date timestamptz(3),
  acquirer_reference text,
  decline_reason text,
  attempts integer not null default 0,
  next_attempt_date timestamptz(3)
);
create index on money_operations (transaction_id);
create index on money_operations (refund_transaction_id);
create index on money_operations (next_attempt_date) where status = 'PENDING';

-- Append-only: one row an operation that happened.
create table money_journal (
  id uuid primary key,
  created_date timestamptz(3) not null,
  operation_id uuid not null unique references money_operations,
  kind text not null,
  transaction_id uuid not null references transactions,
  merchant_id uuid not null references merchants,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null,
  acquirer_reference text
);
create index on money_journal (transaction_id);
create trigger append_only before update or delete or truncate on money_journal
  for each statement execute function refuse_change();

create table transaction_logs (
  id uuid primary key,
  transaction_id uuid not null references transactions,
  merchant_id uuid not null references merchants,
  created_date timestamptz(3) not null,
  event text not null,
  from_status text,
  to_status text,
  user_name text,
  note text
);
create index on transaction_logs (transaction_id, created_date, id);

-- Same person, same key, same body: same result, for 30 days (AM-102).
create table idempotency_keys (
  user_id uuid not null references users,
  key text not null,
  request_hash bytea not null,
  created_date timestamptz(3) not null,
  -- whose outcome a repeat is answered with; none where no money moves
  operation_id uuid references money_operations,
  primary key (user_id, key)
);
create index on idempotency_keys (created_date);

create table soap_logs (
  id uuid primary key,
  transaction_id uuid not null references transactions,
  direction text not null check (direction in ('REQUEST','RESPONSE')),
  operation text not null,
  http_status integer,
  duration_ms integer,
  payload text not null,
  created_date timestamptz(3) not null
);
create index on soap_logs (created_date, id);
create index on soap_logs (transaction_id);

create table mpi_logs (
  id uuid primary key,
  transaction_id uuid not null references transactions,
  message_type text not null,
  eci text,
  result text,
  xid text,
  payload text not null,
  created_date timestamptz(3) not null
);
create index on mpi_logs (created_date, id);
create index on mpi_logs (transaction_id);

do $$
declare
  name text;
begin
  foreach name in array array['purchases','transactions','money_operations','transaction_logs'] loop
    execute format('alter table %I enable row level security', name);
    execute format(
      'create policy own_merchant on %I to paydesk_merchant using (merchant_id = current_merchant()) with check (merchant_id = current_merchant())',
      name);
    execute format('grant select, insert, update on %I to paydesk_merchant', name);
  end loop;
end $$;
grant select, insert, update on idempotency_keys to paydesk_merchant;
alter table idempotency_keys enable row level security;
create policy own_keys on idempotency_keys to paydesk_merchant
  using (user_id = nullif(current_setting('paydesk.user_id', true), '')::uuid)
  with check (user_id = nullif(current_setting('paydesk.user_id', true), '')::uuid);
grant select, insert on money_journal to paydesk_merchant;
alter table money_journal enable row level security;
create policy own_merchant on money_journal to paydesk_merchant
  using (merchant_id = current_merchant()) with check (merchant_id = current_merchant());
-- A merchant user's statement must not fail on the foreign keys it checks, nor read what they name:
-- the checks run as the tables' owner.
