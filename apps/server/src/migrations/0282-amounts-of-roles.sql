-- fits older processes: they write no amounts, and leave those that are there
-- How much at once somebody of a role gives back (ADR 164); none: no limit.
alter table roles
  add column refund_up_to_cents bigint,
  add column reverse_up_to_cents bigint,
  add constraint roles_refund_up_to check (refund_up_to_cents > 0) not valid,
  add constraint roles_reverse_up_to check (reverse_up_to_cents > 0) not valid;
