-- From whom no money is taken by itself is from whom none is taken at a checkout: whom staff blocked under every card,
-- and a card that they blocked under every address. And a card is found of which the acquirer tells no first digits, as
-- its payments have it: none of those was ever refused.
-- fits older processes: they ask as before, and are answered so too; what they begin has its maximum by now
create or replace function status_of_card(customer uuid, pan text) returns text
  language sql stable security definer set search_path = public set plan_cache_mode to auto as $$
  select status from cards
  where customer_id = customer and coalesce(first6, '******') = left(pan, 6) and last4 = right(pan, 4)
  order by array_position(array['BLOCKED','ACTIVE','EXPIRED','DELETED'], status) limit 1
$$;

create or replace function charge_refusal(customer uuid, pan text) returns text
  language sql stable security definer set search_path = public set plan_cache_mode to auto as $$
  select case
    when (select status from customers where id = customer) in ('BLOCKED','CLOSED')
      or exists (select from customers c join customers o on lower(o.email) = lower(c.email)
        where c.id = customer and o.status = 'BLOCKED') then 'CUSTOMER'
    when status_of_card(customer, pan) <> 'ACTIVE'
      or exists (select from cards c
        join cards o on o.token = c.token and o.gateway is not distinct from c.gateway
        where c.customer_id = customer and coalesce(c.first6, '******') = left(pan, 6)
          and c.last4 = right(pan, 4) and o.status = 'BLOCKED') then 'CARD'
  end
$$;

-- The maximum of what is taken again and again is never less than what its payer agreed to be taken each time. That of
-- what began before was of the goods alone where sending them cost something. Of another sum than its words speak of
-- nobody knows what was agreed to: that stays.
update recurring_payments set most_cents = amount_cents
where most_cents < amount_cents and consent_text like '%takes ' ||
  replace(to_char(amount_cents / 100.0, 'FM999,999,999,990.00'), ',', '''') || ' ' || currency || ' from your card now%';
