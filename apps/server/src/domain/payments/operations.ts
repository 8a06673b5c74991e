import { randomUUIDv7 } from 'node:crypto';
import { sql, type QueryCreator, type Selectable } from 'kysely';
import type { AcquirerAnswer, Authorised } from '../../gateways/acquirer.ts';
import type { Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';
import type { Tables } from '../../platform/db/schema.ts';
import type { PaymentOperations } from '../../platform/db/schema/checkouts.ts';
import type { Services } from '../../platform/services.ts';
import { returnAddress } from './addresses.ts';
import { advancing, holdFound, type Attempt, type Doer, type Held } from './attempts.ts';

/** What the acquirer is asked to do with a payment: reserved, committed, asked without a lock, settled (AM-102). */

export type Operation = Selectable<PaymentOperations>;
export type Known = Exclude<AcquirerAnswer | Authorised, { outcome: 'unknown' }>;

const STAGE_OF = {
  AUTHORISE: 'AUTHORISING',
  CAPTURE: 'CAPTURING',
  CANCEL: 'CANCELLING',
} as const;

/** How long the first asking may take before anybody asks again. */
const patienceSeconds = ({ config }: Services) => (config.ACQUIRER_TIMEOUT_MS * 2) / 1000 + 5;

/** Writes down what will be asked; from here on it is asked about until the answer is known. */
export async function plan(
  tx: Tx,
  services: Services,
  attempt: Attempt,
  kind: Operation['kind'],
  by: Doer,
  set: Parameters<typeof advancing>[3] = {},
): Promise<Operation> {
  const asked = asking(services, attempt, kind, by);
  return advancing(tx, attempt, STAGE_OF[kind], { ...set, operation_id: asked.id })
    .insertInto('payment_operations')
    .values(asked)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The same for a try that stays as it is. */
export const reserve = (
  tx: Tx,
  services: Services,
  attempt: Attempt,
  kind: Operation['kind'],
  by: Doer,
): Promise<Operation> =>
  tx
    .insertInto('payment_operations')
    .values(asking(services, attempt, kind, by))
    .returningAll()
    .executeTakeFirstOrThrow();

const asking = (
  services: Services,
  { id, merchant_id, amount_cents, currency, gateway }: Attempt,
  kind: Operation['kind'],
  by: Doer,
) => ({
  id: randomUUIDv7(),
  attempt_id: id,
  merchant_id,
  kind,
  status: 'PENDING' as const,
  amount_cents,
  currency,
  created_date: sql<string>`now()`,
  user_id: by.userId,
  user_name: by.userName,
  next_attempt_date: sql<string>`now() + make_interval(secs => ${patienceSeconds(services)})`,
  gateway,
});

/** Asks the acquirer, with no lock held. */
export async function ask(
  services: Services,
  operation: Operation,
): Promise<AcquirerAnswer | Authorised> {
  const { acquirer, database } = services;
  const { kind, merchant_id: of, gateway } = operation;
  const request = {
    operationId: operation.id,
    transactionId: operation.attempt_id,
    amountCents: operation.amount_cents,
    currency: operation.currency,
    route: { gateway, of },
  };
  if (kind !== 'AUTHORISE') return acquirer.move({ ...request, kind });
  const attempt = await database.kysely
    .selectFrom('payment_attempts')
    .innerJoin('cards', 'cards.id', 'payment_attempts.card_id')
    .select(['checkout_id', 'three_d_secure', 'frame', 'cards.token'])
    .where('payment_attempts.id', '=', operation.attempt_id)
    .where('payment_attempts.merchant_id', '=', of)
    .executeTakeFirstOrThrow();
  return acquirer.authorise({
    ...request,
    kind,
    token: attempt.token!,
    threeDSecure: attempt.three_d_secure,
    returnTo: returnAddress(services, attempt.checkout_id),
    frame: attempt.frame,
  });
}

/** The operation as nobody else settles it; null where that has happened, or the try is gone. */
export async function holdOperation(
  tx: Tx,
  id: string,
): Promise<{ held: Held; operation: Operation } | null> {
  const held = await holdFound(
    tx,
    sql`
      select a.id, a.order_id, a.merchant_id from payment_operations p
      join payment_attempts a on a.id = p.attempt_id and a.merchant_id = p.merchant_id
      where p.id = ${id}`,
  );
  if (!held) return null;
  const operation = await tx
    .selectFrom('payment_operations')
    .selectAll()
    .where(theRow(id, held.attempt.merchant_id))
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return operation.status === 'PENDING' ? { held, operation } : null;
}

/** What came of it, on its own row. */
export const close = (
  on: QueryCreator<Tables>,
  { id, merchant_id }: Operation,
  answer: { approved: true; reference: string } | { approved: false; reason: string },
) =>
  on
    .updateTable('payment_operations')
    .set({
      status: answer.approved ? 'APPROVED' : 'DECLINED',
      settled_date: sql`now()`,
      next_attempt_date: null,
      ...(answer.approved
        ? { acquirer_reference: answer.reference }
        : { decline_reason: answer.reason }),
    })
    .where(theRow(id, merchant_id))
    .execute();

/** How often the acquirer was asked for this of the try. */
export async function countOf(
  tx: Tx,
  { attempt_id, merchant_id, kind }: Operation,
): Promise<number> {
  const { count } = await tx
    .selectFrom('payment_operations')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('attempt_id', '=', attempt_id)
    .where('merchant_id', '=', merchant_id)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  return count;
}
