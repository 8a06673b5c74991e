import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';
import type { LoanBy } from './asked.ts';
import { move, type Loan } from './loan.ts';

/** Online or on paper: it is agreed from now on, as far as its shopper can. */
export async function agreementSigned(
  tx: Tx,
  services: Services,
  loan: Loan,
  by: LoanBy,
): Promise<void> {
  await tx
    .updateTable('loan_documents')
    .set({ consented_date: sql`now()` })
    .where('consumer_credit_id', '=', loan.id)
    .where('merchant_id', '=', loan.merchant_id)
    .where('kind', '=', 'AGREEMENT')
    .where('consented_date', 'is', null)
    .execute();
  await move(tx, services, loan, 'AGREEMENT_DOCUMENT_SIGNED', {
    by,
    set: { agreement_signing_date: sql`now()` as never },
  });
}
