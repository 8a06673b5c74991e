import type { Services } from '../../platform/services.ts';
import type { LoanBy } from './asked.ts';
import { failIfBlocked } from './blocked.ts';
import { failLoan, hold, move, type Loan } from './loan.ts';
import { plan } from './operations.ts';
import { institutionOf } from './requests.ts';

/** Sends what was signed to its institution, once. */
export const sendForConfirmation = (services: Services, { id }: Loan, by: LoanBy): Promise<void> =>
  services.database.transaction('all', async (tx) => {
    const { loan, notWanted } = await hold(tx, id);
    if (loan.status !== 'AGREEMENT_DOCUMENT_SIGNED' || loan.review) return;
    if (notWanted) {
      const why = { code: 'ORDER_OVER', decidedBy: 'AUTOMATIC', by, detail: notWanted } as const;
      await failLoan(tx, services, loan, why);
      return;
    }
    if (await failIfBlocked(tx, services, loan, by)) return;
    const application = await tx
      .selectFrom('offers')
      .innerJoin('loan_applications', (join) =>
        join
          .onRef('loan_applications.id', '=', 'offers.application_id')
          .onRef('loan_applications.merchant_id', '=', 'offers.merchant_id'),
      )
      .select(['loan_applications.id', 'loan_applications.gateway'])
      .where('offers.consumer_credit_id', '=', id)
      .where('offers.merchant_id', '=', loan.merchant_id)
      .where('offers.status', '=', 'CHOSEN')
      .executeTakeFirstOrThrow();
    const { instant } = await institutionOf(tx, application.id);
    await plan(tx, loan, 'ACCEPT', application.gateway, by, {
      application_id: application.id,
      terms: { instant },
    });
    await move(tx, services, loan, 'WAITING_FOR_CONFIRMATION', { by });
  });
