-- Its people are told how many of their messages wait or were given up; what stands in them is sealed.
create policy own_merchant on outbox for select to paydesk_merchant
  using (merchant_id = current_merchant());
grant select (merchant_id, kind, due_date, delivered_date, given_up_date) on outbox
  to paydesk_merchant;
grant select (open_until) on callback_lanes to paydesk_merchant;
create index outbox_undelivered_of on outbox (merchant_id, kind) where delivered_date is null;
