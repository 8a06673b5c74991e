import { randomUUIDv7 } from 'node:crypto';
import { isUnderWay } from '@paydesk/contract/lending.ts';
import { sql } from 'kysely';
import type { ApplicationAnswer, InstitutionOffer } from '../../gateways/financing-institution.ts';
import type { Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';
import type { Services } from '../../platform/services.ts';
import { lastOf } from '../loan-papers/figures.ts';
import { INSTITUTION } from './asked.ts';
import { changeLoan, failLoan, move, noteLoan, type HeldLoan, type Loan } from './loan.ts';
import { mailOffers } from './mails.ts';
import { close, plan, type LoanOperation } from './operations.ts';

/** What institutions answer to an application. */

const CHOOSES = ['APPLICATION_CREATED', 'OFFER_SELECTION'];

/** An institution's offers: they can be chosen, unless somebody was quicker. */
export async function offered(
  tx: Tx,
  services: Services,
  { loan }: HeldLoan,
  operation: LoanOperation,
  answer: Extract<ApplicationAnswer, { outcome: 'offered' }>,
): Promise<void> {
  const known = await knownProducts(tx, operation);
  const offers = answer.offers.filter((offer) => isSound(offer, loan) && known.has(offer.product));
  if (!offers.length)
    return declined(
      tx,
      services,
      { loan } as HeldLoan,
      operation,
      'It offers nothing that was asked for',
    );
  await close(tx, operation, { approved: true, reference: answer.externalId });
  const open = CHOOSES.includes(loan.status);
  await decideApplication(tx, operation, open ? 'OFFERED' : 'WITHDRAWN', {
    external_id: answer.externalId,
  });
  const before = await countOf(tx, loan);
  for (const [index, offer] of offers.entries())
    await tx
      .insertInto('offers')
      .values({
        id: randomUUIDv7(),
        consumer_credit_id: loan.id,
        merchant_id: loan.merchant_id,
        application_id: operation.application_id,
        sequence: before + index + 1,
        ...known.get(offer.product)!,
        amount_cents: offer.amountCents,
        currency: loan.currency,
        term_months: offer.months,
        interest_rate_bp: offer.rate,
        apr_bp: offer.apr,
        monthly_payment_cents: offer.monthlyCents,
        total_cents: offer.totalCents,
        valid_until: offer.validUntil,
        status: open ? 'RECEIVED' : 'DECLINED',
        external_id: offer.externalId,
        created_date: sql<string>`now()`,
      })
      .execute();
  await noteLoan(tx, loan, {
    kind: 'OFFERED',
    by: INSTITUTION,
    detail: offers.length === 1 ? 'One offer' : `${offers.length} offers`,
  });
  const counted = await recount(tx, loan);
  if (!open) {
    await plan(tx, loan, 'CANCEL', operation.gateway, INSTITUTION, {
      application_id: operation.application_id,
    });
    return;
  }
  if (loan.status !== 'APPLICATION_CREATED') return;
  const selecting = await move(tx, services, counted, 'OFFER_SELECTION', {
    by: INSTITUTION,
    operationId: operation.id,
  });
  await mailOffers(tx, services, selecting);
}

/** An institution that lends nothing; of the last one that does not the loan fails. */
export async function declined(
  tx: Tx,
  services: Services,
  { loan }: Pick<HeldLoan, 'loan'>,
  operation: LoanOperation,
  reason: string,
): Promise<void> {
  await close(tx, operation, { approved: false, reason });
  await decideApplication(tx, operation, 'DECLINED', { reject_reason: reason });
  await noteLoan(tx, loan, { kind: 'DECLINED', by: INSTITUTION, detail: reason });
  await failIfNobodyLends(tx, services, await recount(tx, loan), operation.id);
}

/** Whether anybody may still offer, or has. */
export async function failIfNobodyLends(
  tx: Tx,
  services: Services,
  loan: Loan,
  /** The last that was asked, where it has just declined. */
  operationId?: string,
): Promise<void> {
  if (!CHOOSES.includes(loan.status) || !loan.offer_retrieval_finished) return;
  const { rows } = await sql<{ left: boolean }>`select exists (select from offers
    where consumer_credit_id = ${loan.id} and merchant_id = ${loan.merchant_id}
      and status = 'RECEIVED') as left`.execute(tx);
  if (rows[0]!.left) return;
  await failLoan(
    tx,
    services,
    loan,
    // what was offered, and nobody has taken, has ended
    loan.all_offer_count > 0
      ? { code: 'EXPIRED', decidedBy: 'TIME', by: INSTITUTION, detail: 'The offers ended' }
      : {
          code: 'DECLINED_BY_ALL',
          decidedBy: 'INSTITUTION',
          by: INSTITUTION,
          ...(operationId && { operationId }),
        },
  );
}

/** What is said of money must be what was asked for, and can't be less than what is lent, by any of its instalments. */
const isSound = (offer: InstitutionOffer, loan: Loan): boolean =>
  offer.amountCents === loan.amount_cents &&
  offer.months === loan.term_months &&
  offer.monthlyCents > 0n &&
  offer.totalCents >= offer.amountCents &&
  offer.rate >= 0 &&
  offer.apr >= 0 &&
  lastOf({ ...offer, rate: BigInt(offer.rate) }, offer).cents > 0n;

interface Product {
  financing_institution_id: string;
  financing_product_id: string;
}

/** Those of the institution's own products that it was asked for, by their codes. */
async function knownProducts(
  tx: Tx,
  { application_id, merchant_id, terms }: LoanOperation,
): Promise<Map<string, Product>> {
  const { rows } = await sql<Product & { code: string }>`
    select p.code, p.id as financing_product_id, p.financing_institution_id
    from loan_applications a
    join financing_products p on p.financing_institution_id = a.financing_institution_id
    where a.id = ${application_id} and a.merchant_id = ${merchant_id}`.execute(tx);
  const named = terms?.products;
  return new Map(
    rows.flatMap(({ code, ...product }): [string, Product][] => {
      const { financing_product_id: id } = product;
      // whatever staff call it by now, it is offered by the code that it was asked for
      const asked = named?.find((one) => (one.id ? one.id === id : one.code === code));
      return named && !asked ? [] : [[asked?.code ?? code, product]];
    }),
  );
}

async function decideApplication(
  tx: Tx,
  { application_id, merchant_id, consumer_credit_id }: LoanOperation,
  status: 'OFFERED' | 'DECLINED' | 'WITHDRAWN',
  set: { external_id?: string; reject_reason?: string },
): Promise<void> {
  await tx
    .updateTable('loan_applications')
    .set({ ...set, status, error: null, decided_date: sql`now()`, updated_date: sql`now()` })
    .where(theRow(application_id!, merchant_id))
    .execute();
  await tx
    .updateTable('consumer_credits')
    .set({ first_decision_date: sql`now()` })
    .where(theRow(consumer_credit_id, merchant_id))
    .where('first_decision_date', 'is', null)
    .execute();
}

const countOf = async (tx: Tx, { id, merchant_id }: Loan): Promise<number> =>
  (
    await tx
      .selectFrom('offers')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('consumer_credit_id', '=', id)
      .where('merchant_id', '=', merchant_id)
      .executeTakeFirstOrThrow()
  ).count;

/** What the loan says of its offers; finished once no institution is waited for. */
export async function recount(tx: Tx, loan: Loan): Promise<Loan> {
  const { rows } = await sql<{ ok: number; all: number; open: boolean }>`
    select count(*) filter (where status <> 'EXPIRED')::int as ok, count(*)::int as all,
      exists (select from loan_operations where consumer_credit_id = ${loan.id}
        and merchant_id = ${loan.merchant_id} and kind = 'APPLY' and status = 'PENDING') as open
    from offers where consumer_credit_id = ${loan.id} and merchant_id = ${loan.merchant_id}`.execute(
    tx,
  );
  const { ok, all, open } = rows[0]!;
  return changeLoan(tx, loan, {
    ok_offer_count: ok,
    all_offer_count: all,
    offer_retrieval_finished: !open || !isUnderWay(loan.status),
  });
}
