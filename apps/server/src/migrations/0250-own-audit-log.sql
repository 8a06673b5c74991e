-- A merchant's administrators read the audit log of their merchant as one list: who of the staff it was, and from
-- where, stays out of reach of whatever statement reads it.
-- fits older processes: they read no more than before
grant select (entity_type) on audit_logs to paydesk_merchant;

-- From where somebody of the merchant that reads did it; null for everybody else.
create function own_audit_address(row_id uuid) returns text
  language sql stable security definer set search_path = public as $$
  select l.address from audit_logs l join users u on u.id = l.user_id
  where l.id = row_id and l.merchant_id = current_merchant() and u.merchant_id = current_merchant()
$$;
revoke execute on function own_audit_address from public;
grant execute on function own_audit_address to paydesk_merchant;
