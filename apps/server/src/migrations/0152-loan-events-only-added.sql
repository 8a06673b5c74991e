-- A loan's story is only ever added to: by its grants, and by a trigger for whoever owns it.
create trigger append_only before update or delete or truncate on loan_events
  for each statement execute function refuse_change();
