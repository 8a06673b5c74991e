-- What a merchant's systems did stands in the audit log under the id of a key or a certificate, which is no person's,
-- and by its name as it was then: a key that was replaced is nowhere else. The column of names has those of staff too,
-- so that a merchant's statements ask for the names of their own systems alone, past it.
-- fits older processes: they do not ask it
create function audit_key(row_id uuid) returns text
  language sql stable security definer set search_path = public set plan_cache_mode = auto as $$
  select l.user_name from audit_logs l
  where l.id = row_id and l.user_name ~ '^(API key|Certificate) '
    and l.user_id is not null and not exists (select from users u where u.id = l.user_id)
    and case current_setting('role')
      when 'paydesk_merchant' then l.merchant_id = current_merchant()
      when 'paydesk_confined' then l.merchant_id = any(confined_merchants())
      else true end
$$;
revoke execute on function audit_key from public;
grant execute on function audit_key to paydesk_merchant, paydesk_server, paydesk_confined;
