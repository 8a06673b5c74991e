-- A payer types another card for what is taken again and again: on the acquirer's page, its bank asking for its
-- holder. What is held meanwhile is let go of; from then on the new card is charged.
create table recurring_card_changes (
  id uuid primary key,
  recurring_payment_id uuid not null references recurring_payments,
  merchant_id uuid not null references merchants,
  stage text not null check (stage in
    ('CARD','AUTHORISING','CHALLENGE','RELEASING','DONE','FAILED','ABANDONED')),
  frame boolean not null,
  gateway text,
  -- what the payer's bank is asked to confirm: what each charge takes
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null,
  page_url text,
  authorise_id uuid not null,
  release_id uuid not null,
  card_id uuid references cards,
  -- the bank has said yes, and the recurring payment has the card
  replaced boolean not null default false,
  reason text,
  attempts integer not null default 0,
  next_attempt_date timestamptz(3),
  created_date timestamptz(3) not null,
  updated_date timestamptz(3)
);
-- however often somebody clicks
create unique index recurring_card_changes_one on recurring_card_changes (recurring_payment_id)
  where stage in ('CARD','AUTHORISING','CHALLENGE');
create index on recurring_card_changes (recurring_payment_id, created_date);
create index on recurring_card_changes (next_attempt_date) where next_attempt_date is not null;
create index on recurring_card_changes (merchant_id);
-- the card that its payer was asked to replace before it expires: once for each
alter table recurring_payments add column card_asked_id uuid references cards;
create index on recurring_payments (next_charge_at)
  where status = 'ACTIVE' and card_id is not null and card_asked_id is distinct from card_id;
