-- What waits to leave may come too late, or never arrive: then it is given up, and not tried again.
alter table outbox
  -- until when it is of use; a link in a mail runs out
  add column expires_date timestamptz(3),
  add column given_up_date timestamptz(3);
drop index outbox_due_date_idx;
create index on outbox (due_date) where delivered_date is null and given_up_date is null;
