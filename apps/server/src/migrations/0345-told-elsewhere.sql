-- fits older processes: they ask the table of this machine alone, as before
-- What other machines tell of rows that they have (ADR 184). On one machine there are no others: `npm run distribute`
-- gives these two their work where rows are spread. `since` is where each of them was, `within` so many seconds.

create function told_elsewhere(since text, within int)
  returns table ("position" text, known boolean, changes json) language sql
  as $$ select '', true, '[]'::json $$;
revoke execute on function told_elsewhere from public;
grant execute on function told_elsewhere to paydesk_server;

create function forget_elsewhere(older int) returns void language sql as $$ select $$;
revoke execute on function forget_elsewhere from public;
grant execute on function forget_elsewhere to paydesk_server;
