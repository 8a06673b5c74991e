-- Who has given a case of the desk to whoever has it in hand; null where they took it themselves (ADR 197).
alter table transactions add column assigned_by text;
alter table screening_cases add column assigned_by text;
alter table consumer_credits add column assigned_by text;

-- Staff who can act, with what their roles leave them: whoever reaches some merchants alone gives a case to others
-- of the house, whose rows they do not see (ADR 182).
create function acting_staff() returns table (
  id uuid, name text, first_name text, email text, user_role text, permissions text[], role json
) language sql stable security definer set search_path = public as $$
  select u.id, u.first_name || ' ' || u.last_name, u.first_name, u.email, u.user_role, u.permissions,
    (select json_build_object('id', own.id, 'name', own.name, 'rights', own.rights,
      'refundUpToCents', own.refund_up_to_cents, 'reverseUpToCents', own.reverse_up_to_cents,
      'merchantIds', own.merchant_ids) from roles own where own.id = u.role_id)
  from users u where u.merchant_id is null and u.status = 'ACTIVATED'
$$;
revoke execute on function acting_staff from public;
grant execute on function acting_staff to paydesk_server, paydesk_confined;
