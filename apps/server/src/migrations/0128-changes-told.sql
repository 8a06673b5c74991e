-- What has just been written, for the screens that stand open (ADR 102): of each statement the rows' ids
-- and what they refer to, for a few minutes. Whoever reads it asks what has been committed since a
-- snapshot, so that nothing under way is missed and nobody who writes waits. Not in the log: after a
-- crash nobody's screen is connected any more.

create unlogged table changes (
  -- who wrote it; a snapshot says whether that is committed
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default clock_timestamp(),
  of_table text not null,
  op text not null check (op in ('INSERT', 'UPDATE', 'DELETE')),
  -- null: more rows than are named
  ids uuid[],
  -- records that the rows refer to
  refs uuid[],
  -- whose they are, all of them
  merchants uuid[]
);
create index on changes (xid);
alter table changes set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);

-- Has the writes of a table told: every table of a list, and what stands on records besides.
create function tell_changes(name regclass) returns void
  language plpgsql set search_path = public as $$
declare
  tell text := 'tell_' || name;
  -- a merchant and a person have too many rows for each of them to be news of theirs
  refs text := (
    select string_agg(format('array_agg(%I)', attname), ' || ')
    from pg_attribute
    where attrelid = name and attnum > 0 and not attisdropped and atttypid = 'uuid'::regtype
      and attname like '%\_id' and attname not in ('merchant_id', 'user_id')
      and attname not like '%\_by\_id' and attname not like '%\_user\_id'
  );
  has_merchant boolean := exists (
    select from pg_attribute where attrelid = name and attname = 'merchant_id' and not attisdropped
  );
begin
  -- as their owner: whoever writes a row need not be allowed to tell of it
  execute format($f$
    create function %I() returns trigger
      language plpgsql security definer set search_path = public as $t$
    begin
      insert into changes (of_table, op, ids, refs, merchants)
      select %L, tg_op, case when count(*) <= 100 then array_agg(id) end,
        case when count(*) <= 100 then array_remove(%s, null) end, %s
      from (select * from told limit 101) written having count(*) > 0;
      return null;
    end $t$ $f$,
    tell, name, coalesce(refs, 'null::uuid[]'),
    case when has_merchant then '(select array_agg(distinct merchant_id) from told)'
      else 'null::uuid[]' end);
  execute format('create trigger %I after insert on %s referencing new table as told
    for each statement execute function %I()', tell || '_inserted', name, tell);
  execute format('create trigger %I after update on %s referencing new table as told
    for each statement execute function %I()', tell || '_updated', name, tell);
  execute format('create trigger %I after delete on %s referencing old table as told
    for each statement execute function %I()', tell || '_deleted', name, tell);
end $$;
revoke execute on function tell_changes from public;

select tell_changes(name::regclass) from unnest(array[
  'announcements', 'approvals', 'audit_logs', 'authentications', 'bin_ranges', 'cards', 'certificates',
  'consumer_credits', 'consumer_credits_refunds', 'customers', 'customers_announcements',
  'delivery_companies', 'delivery_methods', 'exchange_logs', 'financing_institutions',
  'financing_products', 'merchant_delivery_methods', 'merchants', 'meta_data', 'mpi_logs', 'offers',
  'order_items', 'orders', 'outbox', 'pickup_points', 'provider_keys', 'purchases', 'recurring_payments', 'rule_hits',
  'rule_versions', 'rules', 'rules_evaluation_results', 'screening_cases', 'screening_results',
  'shipping_methods', 'signatures', 'soap_logs', 'task_executions', 'transaction_logs',
  'transactions', 'users', 'widgets',
  -- of no list: what is under way on a payment
  'disputes', 'money_operations', 'payment_attempts', 'payment_operations', 'recurring_charges',
  -- of a list to come
  'payment_links'
]) name;
