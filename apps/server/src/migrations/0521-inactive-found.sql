-- fits older processes: whom they put out meanwhile a group lets in, as before
-- Of those who are out: who is in a group that gives a role all the same was not put out for their groups.
update scim_people p set inactive = true from sso_connections c
where c.id = p.connection_id and p.put_out and (c.member_value is null or p.gone or exists (
  select from scim_members m join scim_groups g on g.id = m.group_id
  where m.user_id = p.user_id and g.connection_id = c.id and array[g.display_name, g.external_id] &&
    (array[c.admin_value, c.member_value] || array(select own->>'value' from jsonb_array_elements(c.own_roles) own))));
