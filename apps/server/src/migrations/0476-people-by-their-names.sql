-- outside a transaction
-- fits older processes: they read and write the same rows
-- Whether a name is one of staff's (0475) is asked for each row of a merchant's lists: by an index, however many people.
drop index concurrently if exists users_names;
create index concurrently users_names on users ((first_name || ' ' || last_name));
