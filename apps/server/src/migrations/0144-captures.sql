-- A payment's money is taken when it is captured, which may be days after its card was given: that day is
-- its business day, and that of its batch. What is charged in one step has no such date (ADR 110).
alter table transactions add column captured_date timestamptz(3);

create index on transactions (coalesce(captured_date, date), id)
  where batch_id is null and status = 'SUCCESS' and moves_money;
drop index transactions_date_id_idx1;

-- as their owner: a merchant user's statement may change a count that it may not write
create or replace function count_inserted_business_days() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  insert into business_day_deltas (merchant_id, quarter, kind, transactions, amount_cents)
  select i.merchant_id, quarter_of(e.moment), e.kind, count(*), sum(e.cents)
  from inserted i, business_day_entries(i.refunded_transaction_id, i.moves_money, i.status,
    coalesce(i.captured_date, i.date), i.amount_cents, i.reversal_date, i.reversed_cents) e
  group by 1, 2, 3;
  return null;
end $$;

create or replace function count_changed_business_days() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  insert into business_day_deltas (merchant_id, quarter, kind, transactions, amount_cents)
  select old.merchant_id, quarter_of(moment), kind, -1, -cents
  from business_day_entries(old.refunded_transaction_id, old.moves_money, old.status,
    coalesce(old.captured_date, old.date), old.amount_cents, old.reversal_date, old.reversed_cents);
  if tg_op = 'UPDATE' then
    insert into business_day_deltas (merchant_id, quarter, kind, transactions, amount_cents)
    select new.merchant_id, quarter_of(moment), kind, 1, cents
    from business_day_entries(new.refunded_transaction_id, new.moves_money, new.status,
      coalesce(new.captured_date, new.date), new.amount_cents, new.reversal_date, new.reversed_cents);
  end if;
  return null;
end $$;

drop trigger count_updated_days on transactions;
create trigger count_updated_days after update on transactions
  for each row when (
    (old.merchant_id, old.date, old.captured_date, old.status, old.refunded_transaction_id, old.moves_money,
      old.amount_cents, old.reversal_date, old.reversed_cents)
    is distinct from
    (new.merchant_id, new.date, new.captured_date, new.status, new.refunded_transaction_id, new.moves_money,
      new.amount_cents, new.reversal_date, new.reversed_cents)
  ) execute function count_changed_business_days();

-- Counts anew from the rows, with the days of this zone, while writers write on: one statement takes
-- the rows and the deltas of one snapshot, and what commits later leaves a delta. Readers see the old
-- counts until it is done. False where the days were of this zone already.
create or replace function rebuild_business_days(new_zone text, even_if_same boolean default false) returns boolean
  language plpgsql set search_path = public as $$
begin
  perform pg_advisory_xact_lock(hashtext('fold_business_days'));
  if not even_if_same and exists (select from business_day_zone where zone = new_zone) then
    return false;
  end if;
  delete from business_day_counts;
  update business_day_zone set zone = new_zone;
  with gone as (
    delete from business_day_deltas
  ), quarters as (
    select t.merchant_id, quarter_of(e.moment) as quarter, e.kind,
      count(*) as transactions, sum(e.cents) as amount_cents
    from transactions t, business_day_entries(t.refunded_transaction_id, t.moves_money, t.status,
      coalesce(t.captured_date, t.date), t.amount_cents, t.reversal_date, t.reversed_cents) e
    group by 1, 2, 3
  ), days as (
    select merchant_id, (quarter at time zone new_zone)::date as day, kind,
      sum(transactions) as transactions, sum(amount_cents) as amount_cents
    from quarters group by 1, 2, 3
  )
  insert into business_day_counts (merchant_id, day, kind, transactions, amount_cents)
  select * from days
  union all
  select '00000000-0000-0000-0000-000000000000', day, kind, sum(transactions), sum(amount_cents)
  from days group by 2, 3;
  return true;
end $$;

-- A merchant's administrators say when its payments are captured.
grant update (capture) on merchants to paydesk_merchant;
