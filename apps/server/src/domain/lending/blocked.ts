import type { Tx } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';
import { isBlocked } from '../customers/borrower.ts';
import type { LoanBy } from './asked.ts';
import { failLoan, type Loan } from './loan.ts';
import { personOf } from './person.ts';

/** Whom staff have blocked goes no step further, however far they have come; what is signed and sent is the institution's word. */
export async function failIfBlocked(
  tx: Tx,
  services: Services,
  loan: Loan,
  by: LoanBy,
): Promise<boolean> {
  const { personal_id: personalId } = await personOf(tx, services, loan);
  if (!(await isBlocked(tx, services, { customerId: loan.customer_id, personalId }))) return false;
  await failLoan(tx, services, loan, { code: 'CUSTOMER_BLOCKED', decidedBy: 'AUTOMATIC', by });
  return true;
}
