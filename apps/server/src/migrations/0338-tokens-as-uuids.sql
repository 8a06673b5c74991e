-- fits older processes: they take the page's token as it comes
-- What is published as a UUID names its version: the token of a payer's page is one as before.
alter table recurring_payments alter column access_token set default gen_random_uuid();
drop function unguessed();
