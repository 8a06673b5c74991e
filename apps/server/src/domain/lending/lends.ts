/**
 * Whether somebody lends the amount that the SQL names: a product that is on, of an institution that is
 * on and can be named in its papers, and whose amounts have it (FI-12). Every new application asks this; what exists goes on without it.
 */
export const lends = (amountCents: string): string =>
  `exists (select from financing_products
    join financing_institutions on financing_institutions.id = financing_institution_id
    where financing_products.active and financing_institutions.active
      and financing_institutions.address is not null and financing_institutions.supervisor is not null
      and ${amountCents} between min_amount_cents and max_amount_cents)`;
