import { lateAnswers, type Decided } from '../../gateways/late-answers.ts';
import { audit } from '../../platform/audit.ts';
import type { Services } from '../../platform/services.ts';
import { settlePayment } from '../../domain/payments/carry-out.ts';
import { authorised } from '../../gateways/protocol/gateways.ts';
import { settleCharge } from './charges.ts';
import { settle } from './settle.ts';

type Table = 'money_operations' | 'recurring_charges' | 'payment_operations';
const TABLES: readonly Table[] = ['money_operations', 'recurring_charges', 'payment_operations'];

const ENTITIES = {
  money_operations: 'MONEY_OPERATION',
  recurring_charges: 'RECURRING_CHARGE',
  payment_operations: 'PAYMENT_OPERATION',
} as const satisfies Record<Table, string>;

/** What the acquirer says later of an operation (AM-102): settled at once, without waiting to ask. */
export const acquirerAnswers = (services: Services) =>
  lateAnswers(services, 'ACQUIRER', async (answer, { address, from }) => {
    const found = await find(services, answer.operationId);
    // an operation is settled by whom it was sent to, and by nobody else
    if (!found || (found.gateway ?? services.addressOf('ACQUIRER', null)) !== address) return null;
    if (found.status !== 'PENDING') {
      contradicts(services, found.status, answer);
      return false;
    }
    if (found.table === 'money_operations') await settle(services, found.id, answer);
    else if (found.table === 'recurring_charges') await settleCharge(services, found.id, answer);
    else await settlePayment(services, found.id, authorised(answer) as typeof answer);
    await services.database.transaction('all', (tx) =>
      audit(
        tx,
        { userId: null, userName: null, address: from },
        {
          action: 'LATE_ANSWER',
          entityType: ENTITIES[found.table],
          entityId: found.id,
          merchantId: found.merchant_id,
          result: 'SUCCESS',
          details: { gateway: 'acquirer', outcome: answer.outcome },
        },
      ),
    );
    return true;
  });

/** Whose operation it is, of all that are asked for. */
async function find({ database }: Services, id: string) {
  for (const table of TABLES) {
    const found = await database.kysely
      .selectFrom(table)
      .select(['id', 'merchant_id', 'status', 'gateway'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (found) return { ...found, table };
  }
  return null;
}

/** What was settled stays as it is; that the other side says otherwise now, somebody must look at. */
function contradicts({ log }: Services, status: string, { operationId, outcome }: Decided): void {
  if ((status === 'APPROVED') !== (outcome === 'approved'))
    log.error({ operationId, status, outcome }, 'the acquirer contradicts what it said');
}
