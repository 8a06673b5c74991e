-- Who did it stands in many rows by name alone, and of the back office a merchant's people read no name: their
-- statements see the people of their own merchant, so that whether a name is one of staff's is asked past them.
-- fits older processes: they do not ask it
create function told_name(name text, whose uuid) returns text
  language sql stable security definer set search_path = public set plan_cache_mode = auto as $$
  select case when exists (
      select from users s where s.merchant_id is null and s.first_name || ' ' || s.last_name = name)
    and not exists (
      select from users o
      where o.merchant_id = whose and o.first_name || ' ' || o.last_name = name)
  then 'Paydesk' else name end
$$;
revoke execute on function told_name from public;
grant execute on function told_name to paydesk_merchant, paydesk_server, paydesk_confined;
