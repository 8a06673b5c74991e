-- Messages leave by a lane a merchant: each has its share of what is under way over all processes, and
-- one whose address fails is asked now and then until it answers again. A claim is a compare-and-set.

alter table outbox
  add column merchant_id uuid references merchants,
  -- callbacks that were posted before have one lane together
  add column lane uuid not null
    generated always as (coalesce(merchant_id, '00000000-0000-0000-0000-000000000000')) stored,
  -- who delivers it at the moment: a token that nobody else has; due_date is then when the lease ends
  add column taken_by uuid;

drop index outbox_due_date_idx;
create index outbox_due on outbox (kind, due_date)
  where delivered_date is null and given_up_date is null;
create index outbox_lane_due on outbox (kind, lane, due_date)
  where delivered_date is null and given_up_date is null;
create index outbox_taken on outbox (lane) where taken_by is not null;
create index outbox_undelivered on outbox (created_date, id) where delivered_date is null;
create index outbox_delivered on outbox (delivered_date) where delivered_date is not null;

drop policy posts on outbox;
create policy posts on outbox for insert to paydesk_merchant
  with check (merchant_id is null or merchant_id = current_merchant());

create table callback_lanes (
  lane uuid primary key,
  -- grows by one with each claim: of two who have read the same, one gets the rows
  claims bigint not null default 0,
  -- the address has taken a message, and none has failed since
  proven boolean not null default false,
  -- in a row, at this address; what fails at the same time counts once
  failures integer not null default 0,
  address text,
  error text,
  failing_since timestamptz(3),
  last_failure_date timestamptz(3),
  -- the breaker: until then nothing is sent
  open_until timestamptz(3)
);
alter table callback_lanes enable row level security;
-- its people are told that their address fails
create policy own_merchant on callback_lanes for select to paydesk_merchant
  using (lane = current_merchant());
grant select (lane, failures, address, error, failing_since) on callback_lanes to paydesk_merchant;
select open_to_server('callback_lanes');

-- A run that failed in part says so; a check of its own has a type of its own.
alter table task_executions drop constraint task_executions_status_check;
alter table task_executions add check (status in ('RUNNING','SUCCESS','PARTLY_FAILED','FAILED'));
update task_executions set status = 'PARTLY_FAILED'
where status = 'SUCCESS' and failed > 0 and failed < processed;
update task_executions set status = 'FAILED', error = coalesce(error, 'All ' || failed || ' failed')
where status = 'SUCCESS' and failed > 0;
