import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { LoanBy } from './asked.ts';
import { plan } from './operations.ts';

interface Of {
  id: string;
  merchant_id: string;
}

/** Nobody waits for these institutions any more: what they were asked is over, and they are told. */
export async function dropApplications(
  tx: Tx,
  loan: Of,
  by: LoanBy,
  { but = null }: { but?: string | null } = {},
): Promise<void> {
  const rows = await tx
    .updateTable('loan_applications')
    .set({ status: 'WITHDRAWN', updated_date: sql`now()` })
    .where('consumer_credit_id', '=', loan.id)
    .where('merchant_id', '=', loan.merchant_id)
    .where('status', 'in', ['SENT', 'OFFERED', 'ERROR'])
    .where(sql<boolean>`id is distinct from ${but}::uuid`)
    .returning(['id', 'gateway'])
    .execute();
  for (const { id, gateway } of rows) {
    await tx
      .updateTable('loan_operations')
      .set({
        status: 'DECLINED',
        settled_date: sql`now()`,
        next_attempt_date: null,
        decline_reason: 'Not wanted any more',
      })
      .where('application_id', '=', id)
      .where('merchant_id', '=', loan.merchant_id)
      .where('kind', '=', 'APPLY')
      .where('status', '=', 'PENDING')
      .execute();
    await plan(tx, loan, 'CANCEL', gateway, by, { application_id: id });
  }
}

/** The same of all that hangs on a loan that fails: offers, tries and signatures that are open. */
export async function dropAll(tx: Tx, loan: Of, by: LoanBy): Promise<void> {
  await dropApplications(tx, loan, by);
  await tx
    .updateTable('offers')
    .set({ status: 'EXPIRED' })
    .where('consumer_credit_id', '=', loan.id)
    .where('merchant_id', '=', loan.merchant_id)
    .where('status', '=', 'RECEIVED')
    .execute();
  await tx
    .updateTable('authentications')
    .set({
      status: 'EXPIRED',
      error: 'The loan is over',
      completed_date: sql`now()`,
      next_attempt_date: null,
    })
    .where('consumer_credit_id', '=', loan.id)
    .where('merchant_id', '=', loan.merchant_id)
    .where('status', '=', 'STARTED')
    .execute();
  await tx
    .updateTable('signatures')
    .set({
      status: 'EXPIRED',
      error: 'The loan is over',
      completed_date: sql`now()`,
      next_attempt_date: null,
    })
    .where('consumer_credit_id', '=', loan.id)
    .where('merchant_id', '=', loan.merchant_id)
    .where('status', '=', 'PENDING')
    .execute();
}
