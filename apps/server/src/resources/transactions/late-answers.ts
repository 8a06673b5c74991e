import type { Decided } from '../../gateways/acquirer.ts';
import { acquirerNotices, lateAnswers } from '../../gateways/late-answers.ts';
import { authorised } from '../../gateways/protocol/gateways.ts';
import { disputeNoticed } from '../../domain/payments/disputes.ts';
import { letGo, settlePayment } from '../../domain/payments/carry-out.ts';
import { audit } from '../../platform/audit.ts';
import type { Hook } from '../../platform/http/hooks.ts';
import type { Services } from '../../platform/services.ts';
import { settleCharge } from '../../domain/recurring/settle.ts';
import { settle } from './settle.ts';

/** What the acquirer says later of an operation (AM-102): settled at once, without waiting to ask. */
export const acquirerAnswers = (services: Services) => {
  const answered = acquirerAnswered(services);
  return lateAnswers(services, 'ACQUIRER', (answer, at) =>
    answered(answer.operationId, authorised(answer) as Decided, at),
  );
};

/** What a payer's bank claims back, as the acquirer tells it. */
export const acquirerDisputes = (services: Services) =>
  acquirerNotices(services, ({ amountCents, ...notice }, at) =>
    disputeNoticed(services, { ...notice, amountCents: BigInt(amountCents) }, at),
  );

/** Both, by an acquirer that tells them in its own way. */
export const acquirerTold = (services: Services): Hook | null => {
  const answered = acquirerAnswered(services);
  const at = (from: string) => ({ address: services.addressOf('ACQUIRER', null)!, from });
  return (
    services.acquirerTells?.({
      answered: (id, answer, from) => answered(id, answer, at(from)),
      disputed: (notice, from) => disputeNoticed(services, notice, at(from)),
    }) ?? null
  );
};

type Table = 'money_operations' | 'recurring_charges' | 'payment_operations';

const ENTITIES = {
  money_operations: 'MONEY_OPERATION',
  recurring_charges: 'RECURRING_CHARGE',
  payment_operations: 'PAYMENT_OPERATION',
} as const satisfies Record<Table, string>;
const TABLES = Object.keys(ENTITIES) as Table[];

/** The same by whatever way the acquirer says it: false where it was known, null where it is about nothing of ours. */
export const acquirerAnswered =
  (services: Services) =>
  async (
    id: string,
    answer: Decided,
    { address, from }: { address: string; from: string },
  ): Promise<boolean | null> => {
    const found = await find(services, id);
    // an operation is settled by whom it was sent to, and by nobody else
    if (!found || (found.gateway ?? services.addressOf('ACQUIRER', null)) !== address) return null;
    if (found.status !== 'PENDING') {
      contradicts(services, found, answer);
      // held for nobody: whoever waited for it has gone
      const late = found.table === 'payment_operations' && answer.outcome === 'approved';
      return late && found.status === 'DECLINED' ? letGo(services, id) : false;
    }
    if (found.table === 'money_operations') await settle(services, id, answer);
    else if (found.table === 'recurring_charges') await settleCharge(services, id, answer);
    else await settlePayment(services, id, answer);
    await services.database.transaction('all', (tx) =>
      audit(
        tx,
        { userId: null, userName: null, address: from },
        {
          action: 'LATE_ANSWER',
          entityType: ENTITIES[found.table],
          entityId: id,
          merchantId: found.merchant_id,
          result: 'SUCCESS',
          details: { gateway: 'acquirer', outcome: answer.outcome },
        },
      ),
    );
    return true;
  };

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
function contradicts(
  { log }: Services,
  { id, status }: { id: string; status: string },
  { outcome }: Decided,
): void {
  if ((status === 'APPROVED') !== (outcome === 'approved'))
    log.error({ operationId: id, status, outcome }, 'the acquirer contradicts what it said');
}
