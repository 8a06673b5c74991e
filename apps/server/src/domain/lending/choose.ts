import { fromCents } from '@paydesk/contract/kernel/money.ts';
import { sql } from 'kysely';
import { theRow } from '../../platform/db/rows.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import { SHOPPER, type LoanBy } from './asked.ts';
import { failIfBlocked } from './blocked.ts';
import { dropApplications } from './drop.ts';
import { hold, move } from './loan.ts';

/** Takes one of the offers; the others are declined, and their institutions told. The same one again changes nothing. */
export async function chooseOffer(
  services: Services,
  loanId: string,
  offerId: string,
  by: LoanBy = SHOPPER,
): Promise<void> {
  await services.database.transaction('all', async (tx) => {
    const { loan, notWanted } = await hold(tx, loanId);
    const offer = await tx
      .selectFrom('offers')
      .selectAll()
      .select(sql<boolean>`coalesce(valid_until <= now(), false)`.as('over'))
      .where(theRow(offerId, loan.merchant_id))
      .where('consumer_credit_id', '=', loanId)
      .executeTakeFirst();
    if (!offer) throw notFound();
    if (offer.status === 'CHOSEN') return;
    if (loan.status !== 'OFFER_SELECTION')
      throw invalid('offerId', 'No offer can be chosen any more');
    if (notWanted) throw invalid('offerId', notWanted);
    if (offer.status !== 'RECEIVED' || offer.over)
      throw invalid('offerId', 'This offer has ended: please choose another one');
    if (await failIfBlocked(tx, services, loan, by)) return;
    await tx
      .updateTable('offers')
      .set({ status: 'DECLINED' })
      .where('consumer_credit_id', '=', loanId)
      .where('merchant_id', '=', loan.merchant_id)
      .where('status', '=', 'RECEIVED')
      .where('id', '<>', offerId)
      .execute();
    await tx
      .updateTable('offers')
      .set({ status: 'CHOSEN', chosen_date: sql`now()` })
      .where(theRow(offerId, loan.merchant_id))
      .execute();
    await dropApplications(tx, loan, by, { but: offer.application_id });
    await move(tx, services, loan, 'OFFER_CHOSEN', {
      by,
      detail: `${fromCents(offer.monthly_payment_cents).toFixed(2)} ${offer.currency} a month for ${offer.term_months} months`,
      set: {
        financing_institution_id: offer.financing_institution_id,
        offer_retrieval_finished: true,
      },
    });
  });
}
