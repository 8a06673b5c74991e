-- How many transactions there are, by UTC day, merchant, status and kind, so that a total is a sum of
-- a few rows. A write appends deltas and waits for nobody; a task folds them into the counts. The
-- counts and the deltas together always equal count(*).

create table transaction_counts (
  -- all zeros: every merchant together
  merchant_id uuid not null,
  day date not null,
  status text not null,
  kind text not null check (kind in ('PAYMENT','REFUND','MANUAL_REFUND')),
  transactions bigint not null,
  amount_cents bigint not null,
  primary key (merchant_id, day, status, kind)
);

create table transaction_count_deltas (
  id bigint generated always as identity primary key,
  merchant_id uuid not null,
  day date not null,
  status text not null,
  kind text not null,
  transactions bigint not null,
  amount_cents bigint not null
);
-- rows live for a second or so
alter table transaction_count_deltas set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);

create function transaction_kind(refunded_transaction_id uuid, moves_money boolean) returns text
  language sql immutable parallel safe as
  $$ select case when refunded_transaction_id is null then 'PAYMENT'
       when moves_money then 'REFUND' else 'MANUAL_REFUND' end $$;

create function utc_day(date timestamptz) returns date
  language sql immutable parallel safe as $$ select (date at time zone 'UTC')::date $$;

-- as their owner: a merchant user's statement may change a count that it may not write
create function count_inserted_transactions() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  insert into transaction_count_deltas (merchant_id, day, status, kind, transactions, amount_cents)
  select merchant_id, utc_day(date), status, transaction_kind(refunded_transaction_id, moves_money),
    count(*), sum(amount_cents)
  from inserted group by 1, 2, 3, 4;
  return null;
end $$;

create function count_changed_transaction() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  if tg_op <> 'INSERT' then
    insert into transaction_count_deltas (merchant_id, day, status, kind, transactions, amount_cents)
    values (old.merchant_id, utc_day(old.date), old.status,
      transaction_kind(old.refunded_transaction_id, old.moves_money), -1, -old.amount_cents);
  end if;
  if tg_op <> 'DELETE' then
    insert into transaction_count_deltas (merchant_id, day, status, kind, transactions, amount_cents)
    values (new.merchant_id, utc_day(new.date), new.status,
      transaction_kind(new.refunded_transaction_id, new.moves_money), 1, new.amount_cents);
  end if;
  return null;
end $$;

create trigger count_inserted after insert on transactions
  referencing new table as inserted
  for each statement execute function count_inserted_transactions();
create trigger count_updated after update on transactions
  for each row when (
    (old.merchant_id, old.date, old.status, old.refunded_transaction_id, old.moves_money, old.amount_cents)
    is distinct from
    (new.merchant_id, new.date, new.status, new.refunded_transaction_id, new.moves_money, new.amount_cents)
  ) execute function count_changed_transaction();
create trigger count_deleted after delete on transactions
  for each row execute function count_changed_transaction();

-- Folds what is waiting and says how many rows it took; one folder at a time, a second one folds nothing.
create function fold_transaction_counts() returns bigint
  language plpgsql set search_path = public as $$
declare
  folded bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_transaction_counts')) then return 0; end if;
  with taken as (
    delete from transaction_count_deltas returning *
  ), changes as (
    select merchant_id, day, status, kind, sum(transactions) as transactions, sum(amount_cents) as amount_cents
    from taken group by 1, 2, 3, 4
  ), both_levels as (
    select * from changes
    union all
    select '00000000-0000-0000-0000-000000000000', day, status, kind, sum(transactions), sum(amount_cents)
    from changes group by 2, 3, 4
  ), written as (
    insert into transaction_counts as c
    select merchant_id, day, status, kind, transactions, amount_cents from both_levels
    where transactions <> 0 or amount_cents <> 0
    on conflict (merchant_id, day, status, kind) do update
      set transactions = c.transactions + excluded.transactions,
          amount_cents = c.amount_cents + excluded.amount_cents
  )
  select count(*) into folded from taken;
  return folded;
end $$;

grant select on transaction_counts, transaction_count_deltas to paydesk_merchant;
alter table transaction_counts enable row level security;
alter table transaction_count_deltas enable row level security;
create policy own_merchant on transaction_counts to paydesk_merchant
  using (merchant_id = current_merchant());
create policy own_merchant on transaction_count_deltas to paydesk_merchant
  using (merchant_id = current_merchant());

-- what is there already
insert into transaction_count_deltas (merchant_id, day, status, kind, transactions, amount_cents)
select merchant_id, utc_day(date), status, transaction_kind(refunded_transaction_id, moves_money),
  count(*), sum(amount_cents)
from transactions group by 1, 2, 3, 4;
select fold_transaction_counts();
