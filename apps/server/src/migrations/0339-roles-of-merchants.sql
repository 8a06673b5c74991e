-- A role of the house may name the merchants that it reaches (ADR 182).
-- fits older processes: they know no such role of people, and what they write names no merchants; whoever has one
-- is to them as the role without them, so nobody gives one while they still run
alter table roles add column merchant_ids uuid[];
alter table roles add constraint roles_merchants
  check (merchant_ids is null or merchant_id is null and cardinality(merchant_ids) between 1 and 100) not valid;

create function make_confined() returns void language plpgsql as $$
begin
  if not exists (select from pg_roles where rolname = 'paydesk_confined') then
    create role paydesk_confined nologin;
  end if;
exception when duplicate_object or unique_violation then null;
end $$;
select make_confined();
drop function make_confined();
grant paydesk_confined to current_user;
grant usage on schema public to paydesk_confined;

create function confined_merchants() returns uuid[] language sql stable parallel safe as
  $$ select coalesce(nullif(current_setting('paydesk.merchant_ids', true), ''), '{}')::uuid[] $$;
create function confined_person() returns uuid language sql stable parallel safe as
  $$ select nullif(current_setting('paydesk.user_id', true), '')::uuid $$;

-- Puts a table under a policy for people who reach some merchants, and gives them what the server may do with it.
create function confine(name regclass, rows text, rights text default null) returns void
  language plpgsql set search_path = public as $confine$
begin
  if not (select relrowsecurity from pg_class where oid = name) then
    execute format('alter table %s enable row level security', name);
    execute format('create policy server on %s to paydesk_server using (true) with check (true)', name);
  end if;
  execute format('create policy confined on %s to paydesk_confined using (%s) with check (%s)', name, rows, rows);
  execute format('grant %s on %s to paydesk_confined', coalesce(rights,
    (select string_agg(one, ', ') from unnest(array['select', 'insert', 'update']) one
      where has_table_privilege('paydesk_server', name, one))), name);
end $confine$;
revoke execute on function confine from public;

select confine(name::regclass, 'merchant_id = any(confined_merchants())') from unnest(array[
  'authentications', 'checkouts', 'consumer_credit_persons', 'consumer_credits', 'consumer_credits_refunds',
  'disputes', 'exchange_logs', 'loan_applications', 'loan_documents', 'loan_events', 'loan_instalments',
  'loan_operations', 'money_journal', 'money_operations', 'offers', 'order_items', 'orders', 'payment_attempts',
  'payment_links', 'payment_operations', 'purchases', 'recurring_card_changes', 'recurring_charges',
  'recurring_dues', 'recurring_payments', 'rule_hits', 'signatures', 'transaction_logs', 'transactions'
]) name;
select confine(name::regclass, 'merchant_id = any(confined_merchants())', 'select') from unnest(array[
  'business_day_counts', 'business_day_deltas', 'merchant_features', 'rules_evaluation_results',
  'shipping_quotes', 'transaction_count_deltas', 'transaction_counts', 'widgets'
]) name;
select confine('merchants', 'id = any(confined_merchants())', 'select');
select confine('callback_lanes', 'lane = any(confined_merchants())', 'select');
-- who did what to records of theirs
select confine('audit_logs', 'merchant_id = any(confined_merchants())', 'select');
create policy confined_adds on audit_logs for insert to paydesk_confined
  with check (merchant_id is null or merchant_id = any(confined_merchants()));
grant insert on audit_logs to paydesk_confined;
select confine('approvals', 'of_merchant_id = any(confined_merchants())', 'select, update');
select confine('outbox', 'merchant_id = any(confined_merchants())',
  'select (merchant_id, kind, due_date, delivered_date, given_up_date, subject, taken_by), update (due_date)');
create policy confined_posts on outbox for insert to paydesk_confined
  with check (merchant_id is null or merchant_id = any(confined_merchants()));
grant insert on outbox to paydesk_confined;
-- what staff see of a merchant; nothing that opens anything
select confine('merchant_applications', 'merchant_id = any(confined_merchants())', 'select');
select confine('merchant_backgrounds', 'merchant_id = any(confined_merchants())', 'select');
select confine('merchant_delivery_methods', 'merchant_id = any(confined_merchants())', 'select');
select confine('certificates', 'merchant_id = any(confined_merchants())', 'select');
select confine('api_keys', 'merchant_id = any(confined_merchants())',
  'select (merchant_id, created_date, created_by, last_four)');
select confine('merchant_documents',
  'exists (select from merchant_applications a where a.id = merchant_documents.application_id)', 'select');
-- whoever has bought from them
select confine('customers', $$exists (select from transactions t where t.customer_id = customers.id)
  or exists (select from purchases p where p.customer_id = customers.id)
  or exists (select from consumer_credits l where l.customer_id = customers.id)$$, 'select');
select confine('cards', 'exists (select from customers c where c.id = cards.customer_id)', 'select');
-- what is their own
select confine('idempotency_keys', 'user_id = confined_person()');
select confine('default_views', 'user_id = confined_person()', 'select, insert, update, delete');
select confine('saved_views', 'merchant_id is null and user_id = confined_person()', 'insert, update, delete');
create policy confined_reads on saved_views for select to paydesk_confined using (merchant_id is null);
grant select on saved_views to paydesk_confined;
-- people of theirs, and themselves; no column that opens anything
create policy confined on users for select to paydesk_confined
  using (id = confined_person() or merchant_id = any(confined_merchants()));
select confine('roles', 'id = (select u.role_id from users u where u.id = confined_person())', 'select');
select confine('second_factors', 'user_id = confined_person()', 'select (user_id, confirmed_date)');
select confine('passkeys', 'user_id = confined_person()', 'select (user_id)');
select confine('email_changes', 'user_id = confined_person()', 'select (user_id, new_email, status, expires_date)');
-- what is the same for everybody
select confine(name::regclass, 'true', 'select') from unnest(array[
  'announcements', 'business_day_zone', 'financing_institution_features', 'financing_institutions',
  'financing_products', 'generic_shipping_methods'
]) name;
grant select on delivery_companies, delivery_company_methods, delivery_methods, rules, rule_versions, meta_data to paydesk_confined;
create function open_people() returns void language plpgsql as $$
begin
  execute (select format('grant select (%s) on users to paydesk_confined', string_agg(column_name, ', '))
    from information_schema.column_privileges
    where table_name = 'users' and grantee = 'paydesk_merchant' and privilege_type = 'SELECT');
end $$;
select open_people();
drop function open_people();
