-- What each business day brought, by merchant, so that a report is a sum of a few rows; and what
-- merchants are told on their dashboard.

-- Which zone cuts the days of business_day_counts. The server sets it from BUSINESS_TIME_ZONE.
create table business_day_zone (
  only_row boolean primary key default true check (only_row),
  zone text not null
);
insert into business_day_zone (zone) values ('UTC');

create table business_day_counts (
  -- all zeros: every merchant together
  merchant_id uuid not null,
  day date not null,
  kind text not null check (kind in ('DEBIT','DEBIT_REVERSAL','CREDIT','CREDIT_REVERSAL')),
  transactions bigint not null,
  amount_cents bigint not null,
  primary key (merchant_id, day, kind)
);

-- By quarter of an hour and not by day: a writer needs not know the zone, and no zone of this century
-- cuts a day within a quarter.
create table business_day_deltas (
  id bigint generated always as identity primary key,
  merchant_id uuid not null,
  quarter timestamptz not null,
  kind text not null,
  transactions bigint not null,
  amount_cents bigint not null
);
-- rows live for a second or so
alter table business_day_deltas set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);

-- What a transaction adds to business days (AM-23): nothing, itself, or itself and its reversal on a
-- day of its own. Refunds made elsewhere move nothing here (SB-17).
create function business_day_entries(
  refunded_transaction_id uuid, moves_money boolean, status text,
  date timestamptz, amount_cents bigint, reversal_date timestamptz, reversed_cents bigint
) returns table (kind text, moment timestamptz, cents bigint)
  language sql immutable parallel safe as $$
  select * from (values
    (case when refunded_transaction_id is null then 'DEBIT' else 'CREDIT' end, date, amount_cents),
    (case when refunded_transaction_id is null then 'DEBIT_REVERSAL' else 'CREDIT_REVERSAL' end,
      case when status = 'REVERSED' then reversal_date end, reversed_cents)
  ) as entries (kind, moment, cents)
  where moves_money and status in ('SUCCESS','REVERSED') and moment is not null
$$;

create function quarter_of(moment timestamptz) returns timestamptz
  language sql immutable parallel safe as
  $$ select date_bin('15 minutes', moment, timestamptz '2000-01-01 00:00:00Z') $$;

-- as their owner: a merchant user's statement may change a count that it may not write
create function count_inserted_business_days() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  insert into business_day_deltas (merchant_id, quarter, kind, transactions, amount_cents)
  select i.merchant_id, quarter_of(e.moment), e.kind, count(*), sum(e.cents)
  from inserted i, business_day_entries(i.refunded_transaction_id, i.moves_money, i.status,
    i.date, i.amount_cents, i.reversal_date, i.reversed_cents) e
  group by 1, 2, 3;
  return null;
end $$;

create function count_changed_business_days() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  insert into business_day_deltas (merchant_id, quarter, kind, transactions, amount_cents)
  select old.merchant_id, quarter_of(moment), kind, -1, -cents
  from business_day_entries(old.refunded_transaction_id, old.moves_money, old.status,
    old.date, old.amount_cents, old.reversal_date, old.reversed_cents);
  if tg_op = 'UPDATE' then
    insert into business_day_deltas (merchant_id, quarter, kind, transactions, amount_cents)
    select new.merchant_id, quarter_of(moment), kind, 1, cents
    from business_day_entries(new.refunded_transaction_id, new.moves_money, new.status,
      new.date, new.amount_cents, new.reversal_date, new.reversed_cents);
  end if;
  return null;
end $$;

create trigger count_inserted_days after insert on transactions
  referencing new table as inserted
  for each statement execute function count_inserted_business_days();
create trigger count_updated_days after update on transactions
  for each row when (
    (old.merchant_id, old.date, old.status, old.refunded_transaction_id, old.moves_money,
      old.amount_cents, old.reversal_date, old.reversed_cents)
    is distinct from
    (new.merchant_id, new.date, new.status, new.refunded_transaction_id, new.moves_money,
      new.amount_cents, new.reversal_date, new.reversed_cents)
  ) execute function count_changed_business_days();
create trigger count_deleted_days after delete on transactions
  for each row execute function count_changed_business_days();

-- Folds what is waiting and says how many rows it took; one folder at a time, a second one folds nothing.
create function fold_business_days() returns bigint
  language plpgsql set search_path = public as $$
declare
  folded bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_business_days')) then return 0; end if;
  with taken as (
    delete from business_day_deltas returning *
  ), changes as (
    select merchant_id, (quarter at time zone zone)::date as day, kind,
      sum(transactions) as transactions, sum(amount_cents) as amount_cents
    from taken, business_day_zone group by 1, 2, 3
  ), both_levels as (
    select * from changes
    union all
    select '00000000-0000-0000-0000-000000000000', day, kind, sum(transactions), sum(amount_cents)
    from changes group by 2, 3
  ), written as (
    insert into business_day_counts as c
    select merchant_id, day, kind, transactions, amount_cents from both_levels
    where transactions <> 0 or amount_cents <> 0
    on conflict (merchant_id, day, kind) do update
      set transactions = c.transactions + excluded.transactions,
          amount_cents = c.amount_cents + excluded.amount_cents
  )
  select count(*) into folded from taken;
  return folded;
end $$;

-- Counts anew from the rows, with the days of this zone, while writers write on: one statement takes
-- the rows and the deltas of one snapshot, and what commits later leaves a delta. Readers see the old
-- counts until it is done. False where the days were of this zone already.
create function rebuild_business_days(new_zone text, even_if_same boolean default false) returns boolean
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
      t.date, t.amount_cents, t.reversal_date, t.reversed_cents) e
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

grant select on business_day_counts, business_day_deltas, business_day_zone to paydesk_merchant;
alter table business_day_counts enable row level security;
alter table business_day_deltas enable row level security;
alter table business_day_zone enable row level security;
create policy own_merchant on business_day_counts to paydesk_merchant
  using (merchant_id = current_merchant());
create policy own_merchant on business_day_deltas to paydesk_merchant
  using (merchant_id = current_merchant());
create policy everybody on business_day_zone for select to paydesk_merchant using (true);

-- what is there already
select rebuild_business_days('UTC', true);

-- The text is HTML, cleaned before it is written (AM-46).
create table announcements (
  id uuid primary key,
  title text not null,
  text text not null,
  application text not null check (application in ('BACKOFFICE','MERCHANT_CONSOLE','PAYMENT_APP')),
  valid_from timestamptz(3) not null,
  valid_to timestamptz(3),
  active boolean not null default true,
  created_date timestamptz(3) not null,
  check (valid_to > valid_from)
);
create index on announcements (created_date, id);

-- what is meant for merchants, and is said now (SB-45)
grant select on announcements to paydesk_merchant;
alter table announcements enable row level security;
create policy said_now on announcements for select to paydesk_merchant
  using (application = 'MERCHANT_CONSOLE' and active
    and valid_from <= now() and (valid_to is null or valid_to > now()));

select open_to_server('business_day_zone');
select open_to_server('business_day_counts');
select open_to_server('business_day_deltas');
select open_to_server('announcements');
