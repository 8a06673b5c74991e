import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';
import type { LoanBy } from './asked.ts';
import { failIfBlocked } from './blocked.ts';
import { fittingProducts, type Fitting } from './fitting.ts';
import { failLoan, hold, move, type Loan } from './loan.ts';
import { plan } from './operations.ts';

/** Sends the application to each institution that lends it and of which the information was read, each once. */
export const applyToAll = (services: Services, { id }: Loan, by: LoanBy): Promise<void> =>
  services.database.transaction('all', async (tx) => {
    const { loan, notWanted } = await hold(tx, id);
    if (loan.status !== 'CUSTOMER_RISK_EVALUATION_SUCCEEDED') return;
    if (notWanted) {
      const why = { code: 'ORDER_OVER', decidedBy: 'AUTOMATIC', by, detail: notWanted } as const;
      await failLoan(tx, services, loan, why);
      return;
    }
    if (await failIfBlocked(tx, services, loan, by)) return;
    const institutions = await institutionsOf(tx, services, loan);
    if (!institutions.size) {
      await failLoan(tx, services, loan, { code: 'NO_INSTITUTION', decidedBy: 'AUTOMATIC', by });
      return;
    }
    const { name: merchantName } = await tx
      .selectFrom('merchants')
      .select('name')
      .where('id', '=', loan.merchant_id)
      .executeTakeFirstOrThrow();
    for (const [institutionId, products] of institutions) {
      const { gateway, institutionCode: institution, instantDecision: instant } = products[0]!;
      const applicationId = randomUUIDv7();
      await tx
        .insertInto('loan_applications')
        .values({
          id: applicationId,
          consumer_credit_id: loan.id,
          merchant_id: loan.merchant_id,
          financing_institution_id: institutionId,
          status: 'SENT',
          gateway,
          created_date: sql<string>`now()`,
        })
        .execute();
      await plan(tx, loan, 'APPLY', gateway, by, {
        application_id: applicationId,
        terms: {
          instant,
          institution,
          products: products.map(({ productId: id, code, rate }) => ({ id, code, rate })),
          merchantName,
        },
      });
    }
    await move(tx, services, loan, 'APPLICATION_CREATED', {
      by,
      detail: `Sent to ${institutions.size === 1 ? 'one institution' : `${institutions.size} institutions`}`,
    });
  });

/** The products that fit now, by institution: those that were read about, and cost no more than was read. */
async function institutionsOf(
  tx: Tx,
  services: Services,
  loan: Loan,
): Promise<Map<string, Fitting[]>> {
  const read = await tx
    .selectFrom('loan_documents')
    .select(['financing_product_id', 'interest_rate_bp'])
    .where('consumer_credit_id', '=', loan.id)
    .where('merchant_id', '=', loan.merchant_id)
    .where('kind', '=', 'SECCI')
    .execute();
  const fitting = await fittingProducts(tx, services, {
    amountCents: loan.amount_cents,
    months: loan.term_months!,
  });
  const asRead = fitting.filter(({ productId, rate }) =>
    read.some(
      (one) => one.financing_product_id === productId && rate <= (one.interest_rate_bp ?? rate),
    ),
  );
  return Map.groupBy(asRead, ({ institutionId }) => institutionId);
}
