import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { notFound } from '../../platform/errors.ts';
import { businessZone } from '../../platform/installation.ts';
import type { Services } from '../../platform/services.ts';
import { secciPdf } from '../loan-papers.ts';
import type { SecciFacts } from './facts.ts';
import type { Fitting } from './fitting.ts';

export interface Paper {
  bytes: Buffer;
  sha256: string;
}

export const paperOf = (given: Uint8Array): Paper => {
  const bytes = Buffer.from(given);
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
};

/** 40 KB each. */
const KEPT = 100;

/**
 * What is read before consent, by what it says. The papers made last are kept: who applies says what they have read a
 * moment ago, which is made again to be held against it. No person is named in one.
 */
export function secciPapers(most: number): (facts: SecciFacts) => Promise<Paper> {
  const recent = new Map<string, Promise<Paper>>();
  return (facts) => {
    const key = JSON.stringify(facts, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    const known = recent.get(key);
    if (known) return known;
    const made = secciPdf(facts).then(paperOf);
    made.catch(() => recent.delete(key));
    recent.set(key, made);
    const [oldest] = recent.keys();
    if (recent.size > most) recent.delete(oldest!);
    return made;
  };
}
const secciOf = secciPapers(KEPT);

interface Order {
  amount_cents: bigint;
  currency: string;
  label: string | null;
  merchant: string;
  date: string;
}

/** What is read before consent of one product over some months: the same every time, so that its hash says what was read. */
export async function informationOf(
  services: Services,
  checkoutId: string,
  product: Fitting,
  months: number,
): Promise<Paper> {
  const { rows } = await sql<Order>`
    select o.amount_cents, o.currency, o.label, m.name as merchant,
      to_char(o.created_date at time zone ${businessZone(services)}, 'YYYY-MM-DD') as date
    from checkouts c join orders o on o.id = c.order_id and o.merchant_id = c.merchant_id
    join merchants m on m.id = c.merchant_id
    where c.id = ${checkoutId}`.execute(services.database.kysely);
  const order = rows[0];
  if (!order) throw notFound();
  const facts: SecciFacts = {
    institution: {
      name: product.institution,
      code: product.institutionCode,
      address: product.address,
      supervisor: product.supervisor,
    },
    merchant: { name: order.merchant },
    label: order.label,
    product: { name: product.product, code: product.code },
    amountCents: order.amount_cents,
    currency: order.currency,
    months,
    rate: BigInt(product.rate),
    date: order.date,
  };
  return secciOf(facts);
}
