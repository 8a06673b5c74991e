-- Rules that decide: conditions, what comes of a payment that meets them, and in which order they are
-- asked. What decides is a version that was tried and switched on; what is saved later is a draft.

alter table rules
  add column outcome text not null default 'REVIEW'
    check (outcome in ('PASS','REVIEW','THREE_D_SECURE','BLOCK')),
  add column priority integer not null default 100 check (priority between 1 and 9999),
  -- [{field, comparison, value}], all of them
  add column conditions jsonb not null default '[]' check (jsonb_typeof(conditions) = 'array'),
  add column version integer not null default 1,
  add column live_version integer,
  add column created_by text,
  -- what the last trial came to, and of which version
  add column tried_version integer,
  add column tried_date timestamptz(3),
  add column tried_by text,
  add column tried_payments integer,
  add column tried_hits integer,
  add column tried_amount_cents bigint,
  add column tried_paid integer;

create table rule_versions (
  id uuid primary key,
  rule_id uuid not null references rules on delete cascade,
  version integer not null,
  outcome text not null,
  priority integer not null,
  conditions jsonb not null,
  created_date timestamptz(3) not null,
  created_by text not null,
  unique (rule_id, version)
);
create index on rule_versions (rule_id, created_date, id);

-- The payments that the last trial of a rule found.
create table rule_hits (
  id uuid primary key,
  rule_id uuid not null references rules on delete cascade,
  transaction_id uuid not null,
  merchant_id uuid not null references merchants,
  date timestamptz(3) not null,
  amount_cents bigint not null
);
create index on rule_hits (rule_id, date, id);
create index on rule_hits (rule_id, amount_cents, id);

alter table rules_evaluation_results
  drop constraint rules_evaluation_results_result_check,
  add constraint rules_evaluation_results_result_check
    check (result in ('PASSED','CHALLENGED','REVIEW','REJECTED'));

-- a risk rule wants somebody to look before money is taken, and nobody sits at a recurring charge
alter table recurring_payments
  drop constraint recurring_payments_skip_reason_check,
  add constraint recurring_payments_skip_reason_check
    check (skip_reason in ('CUSTOMER','CARD','RECURRING','RISK'));

-- of one customer by time: what was paid in the last hour, day and month
create index on transactions (customer_id, date) where customer_id is not null;
drop index transactions_customer_id_idx;

-- The worst that screening had found of a customer by then, each list as it was looked at last; null of
-- whom nobody had looked for.
create function screening_at(customer uuid, at timestamptz) returns text
  language sql stable as $$
  select (array['CLEAR','POSSIBLE_MATCH','MATCH'])[max(array_position(array['CLEAR','POSSIBLE_MATCH','MATCH'], l.result))]
  from (
    select distinct on (s.list) s.result from screening_results s
    where s.customer_id = customer and s.created_date <= at
    order by s.list, s.created_date desc, s.id desc
  ) l
$$;

-- what a card is called by its network: 'Gold', 'Business'
alter table bin_ranges
  add column product text,
  alter column card_type drop not null,
  drop constraint bin_ranges_scheme_check,
  add constraint bin_ranges_scheme_check check (scheme in
    ('VISA','MASTERCARD','AMEX','MAESTRO','DISCOVER','DINERS','JCB','UNIONPAY','OTHER'));

select open_to_server('rule_versions');
select open_to_server('rule_hits');
