-- What begins at a widget may be taken again and again, with the shopper's consent.
alter table widgets
  add column recurring_unit text check (recurring_unit in ('DAY','WEEK','MONTH')),
  add column recurring_every integer check (recurring_every between 1 and 365),
  add column recurring_most_cents bigint check (recurring_most_cents > 0),
  add check ((recurring_unit is null) = (recurring_every is null)),
  add check (recurring_most_cents is null or recurring_unit is not null);
grant update (recurring_unit, recurring_every, recurring_most_cents) on widgets to paydesk_merchant;
