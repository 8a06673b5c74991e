-- Whether an address is somebody else's, or was until lately: while the old address can take its change
-- back, nobody else gets it. As its owner: a merchant's statement learns that it is taken, not by whom.
create function email_taken(address text, besides uuid) returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (select from users where lower(email) = lower(address)
      and status <> 'DEACTIVATED' and id is distinct from besides)
    or exists (select from email_changes where lower(old_email) = lower(address)
      and status = 'CONFIRMED' and expires_date > now() and user_id is distinct from besides)
$$;
