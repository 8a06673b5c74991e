-- Institutions and products are made and changed by staff, and say by whom.

alter table financing_institutions
  add column created_by text,
  add column updated_date timestamptz(3),
  add column updated_by text;
alter table financing_products add column created_by text;
-- whether any loan was given by one that is to be deleted
create index on consumer_credits (financing_institution_id) where financing_institution_id is not null;

-- A merchant's own statement asks whether anybody lends the amount of an order: who lends how much is no
-- secret, at what rate is none of its columns.
alter table financing_products enable row level security;
create policy everybodys on financing_products for select to paydesk_merchant using (true);
grant select (id, financing_institution_id, min_amount_cents, max_amount_cents, active)
  on financing_products to paydesk_merchant;
select open_to_server('financing_products');
