-- fits older processes: they take the page's token as it comes
-- What opens a payer's own page has 128 random bits (ASVS 11.5.1); a UUID of version 4 has 122.
create function unguessed() returns uuid language sql volatile as $$
  select encode(substring(sha256((gen_random_uuid()::text || gen_random_uuid())::bytea) from 1 for 16), 'hex')::uuid
$$;
alter table recurring_payments alter column access_token set default unguessed();
