import { isUuid } from '@paydesk/contract/kernel/filters.ts';
import { sql } from 'kysely';
import type { Decided } from '../../gateways/acquirer.ts';
import { acquirerNotices, lateAnswers } from '../../gateways/late-answers.ts';
import { authorised } from '../../gateways/protocol/gateways.ts';
import { isTheirs, type SaidAt } from '../../gateways/said-at.ts';
import { disputeNoticed } from '../../domain/payments/disputes.ts';
import { letGo, settlePayment } from '../../domain/payments/carry-out.ts';
import { audit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Hook } from '../../platform/http/hooks.ts';
import type { Services } from '../../platform/services.ts';
import { cardCheckOf, cardCheckSaid } from '../../domain/recurring/card-said.ts';
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
/** What it is about, under whose name the audit log has what was asked for. */
const ABOUT = {
  money_operations: ['transactionId', 'transaction_id'],
  recurring_charges: ['recurringPaymentId', 'recurring_payment_id'],
  payment_operations: ['transactionId', 'attempt_id'],
} as const satisfies Record<Table, readonly string[]>;
const SETTLES = {
  money_operations: settle,
  recurring_charges: settleCharge,
  payment_operations: settlePayment,
} as const satisfies Record<Table, unknown>;

interface Said {
  id: string;
  answer: Decided;
  from: string;
}

/** The same by whatever way the acquirer says it: false where it was known, null where it is about nothing of ours. */
export const acquirerAnswered =
  (services: Services) =>
  async (operationId: string, answer: Decided, at: SaidAt): Promise<boolean | null> => {
    // another system may stand beside us at the same acquirer, with ids of its own
    if (!isUuid(operationId)) return null;
    const id = operationId.toLowerCase();
    // an operation is settled by whom it was sent to, and by nobody else
    const isFrom = (one: { gateway: string | null; merchant_id: string }) =>
      isTheirs(services, 'ACQUIRER', at, { gateway: one.gateway, of: one.merchant_id });
    const said = { id, answer, from: at.from };
    const found = await find(services, id);
    if (found) return isFrom(found) ? moneyAnswered(services, found, said) : null;
    const check = await cardCheckOf(services, id);
    if (!check || !isFrom(check)) return null;
    const { recurring_payment_id: entityId, merchant_id: merchantId } = check;
    const of = { entityType: 'RECURRING_PAYMENT', entityId, merchantId };
    return cardCheckSaid(services, check, id, answer, (tx) => noted(tx, said, of));
  };

async function moneyAnswered(
  services: Services,
  found: NonNullable<Awaited<ReturnType<typeof find>>>,
  said: Said,
): Promise<boolean> {
  const { id, answer } = said;
  const { merchant_id: merchantId, table } = found;
  let isNew = false;
  await SETTLES[table](services, id, answer, async (tx) => {
    const about = { [ABOUT[table][0]]: found.about };
    await noted(tx, said, { entityType: ENTITIES[table], entityId: id, merchantId }, about);
    isNew = true;
  });
  if (isNew) return true;
  // as it stands by now: whoever was quicker has settled it
  const { status } = (await find(services, id))!;
  contradicts(services, { id, status }, answer);
  // held for nobody: whoever waited for it has gone
  return table === 'payment_operations' && answer.outcome === 'approved' && status === 'DECLINED'
    ? letGo(services, id, answer.reference)
    : false;
}

/** With what it settled, and with nothing else. */
const noted = (
  tx: Tx,
  { answer: { outcome }, from }: Said,
  of: { entityType: string; entityId: string; merchantId: string | null },
  about: Record<string, string> = {},
) =>
  audit(
    tx,
    { userId: null, userName: 'Acquirer', address: from },
    {
      action: 'LATE_ANSWER',
      ...of,
      result: 'SUCCESS',
      details: { gateway: 'acquirer', outcome, ...about },
    },
  );

/** Whose operation it is, of all that are asked for. */
async function find({ database }: Services, id: string) {
  for (const table of TABLES) {
    const found = await database.kysely
      .selectFrom(table)
      .select(['id', 'merchant_id', 'status', 'gateway'])
      .select(sql<string>`${sql.ref(ABOUT[table][1])}`.as('about'))
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
