-- A row of which each machine has a copy where rows are spread stays until the transaction ends; a role stays as it is.
-- By a function, since there it holds the copy of this machine: a statement would hold the table on all of them, and of two
-- at once neither goes on. Ask for the row after it, by a statement of its own: this one says nothing of it.
create function hold_row(of_table text, row_id uuid) returns void
  language plpgsql security definer set search_path = public as $$
begin
  case of_table
    when 'customers' then perform from customers where id = row_id for key share;
    when 'delivery_methods' then perform from delivery_methods where id = row_id for key share;
    when 'financing_institutions' then perform from financing_institutions where id = row_id for key share;
    when 'merchants' then perform from merchants where id = row_id for key share;
    when 'roles' then perform from roles where id = row_id for share;
  end case;
end $$;
