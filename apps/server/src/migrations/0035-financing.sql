-- What an institution can do, by name, and what staff's lists of financing are read by.

-- A feature that nobody has ever turned on has no row.
create table financing_institution_features (
  financing_institution_id uuid not null references financing_institutions,
  feature text not null
    check (feature in ('INSTANT_DECISION','REMOTE_SIGNING','PARTIAL_REFUND')),
  enabled boolean not null,
  updated_date timestamptz(3) not null,
  updated_by text not null,
  primary key (financing_institution_id, feature)
);
select open_to_server('financing_institution_features');

alter table financing_products
  add column updated_date timestamptz(3),
  add column updated_by text;
create index on financing_products (name, id);
-- whether any offer refers to a product that is to be deleted
create index on offers (financing_product_id);

create index on orders (created_date, id) where payment_method = 'CONSUMER_CREDIT';
create index on orders (amount_cents, id) where payment_method = 'CONSUMER_CREDIT';

-- What staff note on a loan is no merchant's to read, whatever a merchant's statement asks for.
do $$
begin
  execute (
    select format('revoke select on consumer_credits from paydesk_merchant; grant select (%s) on consumer_credits to paydesk_merchant',
      string_agg(quote_ident(attname), ', ' order by attnum))
    from pg_attribute
    where attrelid = 'consumer_credits'::regclass and attnum > 0 and not attisdropped
      and attname <> 'comment'
  );
end $$;
