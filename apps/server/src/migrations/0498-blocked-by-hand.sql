-- Whom somebody blocks by hand their firm's provider has not put out, whatever it did before, and lets in no more: that
-- is asked for by people of a merchant too, who see nothing of what a provider said.
-- fits older processes: they do not ask it
create function blocked_by_hand(who uuid) returns void
  language sql security definer set search_path = public as $$
  update scim_people set put_out = false where user_id = who and put_out
    and (current_setting('role') <> 'paydesk_merchant' or exists (
      select from users u where u.id = who and u.merchant_id = current_merchant()))
$$;
revoke execute on function blocked_by_hand from public;
grant execute on function blocked_by_hand to paydesk_merchant, paydesk_server, paydesk_confined;
