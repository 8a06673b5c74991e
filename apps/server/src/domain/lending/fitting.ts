import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';

/** A product that lends an amount, by an institution that can be asked. */
export interface Fitting {
  productId: string;
  product: string;
  /** The institution's own code of it. */
  code: string;
  institutionId: string;
  institution: string;
  institutionCode: string;
  /** Without them nothing of it is offered. */
  address: string;
  supervisor: string;
  /** Hundredths of a percent a year. */
  rate: number;
  minMonths: number;
  maxMonths: number;
  instantDecision: boolean;
  remoteSigning: boolean;
  /** Where what is asked of it goes to. */
  gateway: string;
}

interface Row extends Omit<Fitting, 'gateway'> {
  gateway_url: string | null;
}

const can = (feature: string) => sql<boolean>`exists (select from financing_institution_features f
  where f.financing_institution_id = i.id and f.feature = ${feature} and f.enabled)`;

/**
 * Which products lend the amount, cheapest first: they and their institutions are on, and somebody is set up who
 * asks the institution (FI-12, AM-116). Of the months nothing is said where none are given.
 */
export async function fittingProducts(
  db: Db,
  services: Pick<Services, 'addressOf'>,
  { amountCents, months }: { amountCents: bigint; months?: number },
): Promise<Fitting[]> {
  const { rows } = await sql<Row>`
    select p.id as "productId", p.name as product, p.code, i.id as "institutionId",
      i.name as institution, i.code as "institutionCode", i.address, i.supervisor, i.gateway_url, p.interest_rate_bp as rate,
      p.min_term_months as "minMonths", p.max_term_months as "maxMonths",
      ${can('INSTANT_DECISION')} as "instantDecision", ${can('REMOTE_SIGNING')} as "remoteSigning"
    from financing_products p join financing_institutions i on i.id = p.financing_institution_id
    where p.active and i.active and i.address is not null and i.supervisor is not null
      and ${amountCents} between p.min_amount_cents and p.max_amount_cents
      and (${months ?? null}::int is null or ${months ?? null} between p.min_term_months and p.max_term_months)
    order by p.interest_rate_bp, p.id`.execute(db);
  return rows.flatMap(({ gateway_url: own, ...row }) => {
    const gateway = services.addressOf('FINANCING_INSTITUTION', own);
    return gateway === null ? [] : [{ ...row, gateway }];
  });
}
