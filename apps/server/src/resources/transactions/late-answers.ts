import { lateAnswers, type Decided } from '../../gateways/late-answers.ts';
import { audit } from '../../platform/audit.ts';
import type { Services } from '../../platform/services.ts';
import { settleCharge } from './charges.ts';
import { settle } from './settle.ts';

/** What the acquirer says later of a refund, a reversal or a charge (AM-102): settled at once, without waiting to ask. */
export const acquirerAnswers = (services: Services) =>
  lateAnswers(services, 'ACQUIRER', async (answer, { address, from }) => {
    const { kysely } = services.database;
    const find = (table: 'money_operations' | 'recurring_charges') =>
      kysely
        .selectFrom(table)
        .select(['id', 'merchant_id', 'status', 'gateway'])
        .where('id', '=', answer.operationId)
        .executeTakeFirst();
    const operation = await find('money_operations');
    const found = operation ?? (await find('recurring_charges'));
    // an operation is settled by whom it was sent to, and by nobody else
    if (!found || (found.gateway ?? services.addressOf('ACQUIRER', null)) !== address) return null;
    if (found.status !== 'PENDING') {
      contradicts(services, found.status, answer);
      return false;
    }
    await (operation ? settle : settleCharge)(services, answer.operationId, answer);
    await services.database.transaction('all', (tx) =>
      audit(
        tx,
        { userId: null, userName: null, address: from },
        {
          action: 'LATE_ANSWER',
          entityType: operation ? 'MONEY_OPERATION' : 'RECURRING_CHARGE',
          entityId: found.id,
          merchantId: found.merchant_id,
          result: 'SUCCESS',
          details: { gateway: 'acquirer', outcome: answer.outcome },
        },
      ),
    );
    return true;
  });

/** What was settled stays as it is; that the other side says otherwise now, somebody must look at. */
function contradicts({ log }: Services, status: string, { operationId, outcome }: Decided): void {
  if ((status === 'APPROVED') !== (outcome === 'approved'))
    log.error({ operationId, status, outcome }, 'the acquirer contradicts what it said');
}
