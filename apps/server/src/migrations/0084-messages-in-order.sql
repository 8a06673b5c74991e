-- What is told of one purchase, or of one order, leaves in the order in which it happened: a message
-- waits for those of the same subject that were posted before it and have not left yet.

alter table outbox
  add column subject uuid,
  -- the order of posting over all processes: what changes a record holds its lock
  add column posted bigint not null generated always as identity;

create index outbox_in_order on outbox (subject, posted)
  where delivered_date is null and given_up_date is null and subject is not null;
