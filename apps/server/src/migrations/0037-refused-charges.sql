-- From whom no money is taken: why the last charge that was due was skipped, and how many a task skipped.

alter table recurring_payments
  add column skipped_date timestamptz(3),
  add column skip_reason text check (skip_reason in ('CUSTOMER','CARD','RECURRING')),
  add constraint skipped_why check (num_nonnulls(skipped_date, skip_reason) in (0, 2));

alter table task_executions add column skipped integer;

-- The card of the customer with these digits. There may be several of one number: what was blocked is
-- blocked however often it was added, but one that was deleted and added anew can be used.
create function status_of_card(customer uuid, pan text) returns text
  language sql stable security definer set search_path = public as $$
  select status from cards
  where customer_id = customer and first6 = left(pan, 6) and last4 = right(pan, 4)
  order by array_position(array['BLOCKED','ACTIVE','EXPIRED','DELETED'], status) limit 1
$$;

-- As its owner: a merchant's statement learns that no money may be taken, and nothing else of the payer.
create function charge_refusal(customer uuid, pan text) returns text
  language sql stable security definer set search_path = public as $$
  select case
    when (select status from customers where id = customer) in ('BLOCKED','CLOSED') then 'CUSTOMER'
    when status_of_card(customer, pan) <> 'ACTIVE' then 'CARD'
  end
$$;

-- Until the transaction ends the payer and the cards stay as they are. Ask for a refusal after it, by
-- a statement of its own: this one still sees them as they were before it waited.
create function hold_payer(customer uuid) returns void
  language plpgsql security definer set search_path = public as $$
begin
  perform from customers where id = customer for share;
  perform from cards where customer_id = customer for share;
end $$;
revoke execute on function status_of_card from public;
