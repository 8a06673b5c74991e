import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import type { MoneyRequest } from '../acquirer.ts';

/**
 * Which of Stripe's objects stands for which of our operations. Stripe finds nothing by an id of ours, and
 * forgets idempotency keys after a day: an operation is written down here before it is sent.
 */

export interface Kept {
  operation_id: string;
  kind: MoneyRequest['kind'];
  payment_id: string;
  merchant_id: string;
  amount_cents: bigint;
  currency: string;
  token: string | null;
  /** Stripe's own, once it is known. */
  object_id: string | null;
  /** It was asked about before it had been sent: nothing is ever sent under it. */
  closed: boolean;
  /** Stripe may have forgotten its idempotency key. */
  old: boolean;
}

/** What is written down of an operation before it leaves. */
export type Noted = Pick<
  Kept,
  'operation_id' | 'kind' | 'payment_id' | 'merchant_id' | 'amount_cents' | 'currency' | 'token'
>;

const KEPT = sql`operation_id, kind, payment_id, merchant_id, amount_cents, currency, token, object_id,
  closed, created_date < now() - interval '20 hours' as old`;

export function stripeBooks(database: Database) {
  const one = async (operationId: string): Promise<Kept | null> =>
    (
      await database.run(
        sql<Kept>`select ${KEPT} from stripe_operations where operation_id = ${operationId}`,
        'all',
      )
    )[0] ?? null;

  return {
    one,
    /** Writes it down, unless it is; gives what stands. */
    async note(noted: Noted): Promise<Kept> {
      await database.run(
        sql<object>`insert into stripe_operations (operation_id, kind, payment_id, merchant_id, amount_cents,
            currency, token, created_date)
          values (${noted.operation_id}, ${noted.kind}, ${noted.payment_id}, ${noted.merchant_id},
            ${noted.amount_cents}, ${noted.currency}, ${noted.token}, now())
          on conflict do nothing`,
        'all',
      );
      return (await one(noted.operation_id))!;
    },
    /** False where it was closed meanwhile. */
    async made(noted: Noted, objectId: string): Promise<boolean> {
      const rows = await database.run(
        sql<object>`update stripe_operations set object_id = ${objectId}
          where operation_id = ${noted.operation_id} and merchant_id = ${noted.merchant_id} and not closed
            and coalesce(object_id, ${objectId}) = ${objectId} returning 1`,
        'all',
      );
      return rows.length > 0;
    },
    /** From now on nothing is sent under the id; false where Stripe has an object of it already. */
    async close(operationId: string, merchantId: string): Promise<boolean> {
      const made = await database.run(
        sql<object>`insert into stripe_operations (operation_id, merchant_id, closed, created_date)
          values (${operationId}, ${merchantId}, true, now()) on conflict do nothing returning 1`,
        'all',
      );
      if (made.length > 0) return true;
      const closed = await database.run(
        sql<object>`update stripe_operations set closed = true
          where operation_id = ${operationId} and merchant_id = ${merchantId}
            and object_id is null returning 1`,
        'all',
      );
      return closed.length > 0;
    },
    /** The intent that holds the money of a payment. */
    async intentOf(paymentId: string): Promise<string | null> {
      const [row] = await database.run(
        sql<{ object_id: string }>`
          select object_id from stripe_operations
          where payment_id = ${paymentId} and kind in ('AUTHORISE', 'CHARGE') and object_id is not null
          order by operation_id desc limit 1`,
        'all',
      );
      return row?.object_id ?? null;
    },
    /** Our payment by their intent, with whose it is. */
    async paymentBy(
      intentId: string,
    ): Promise<Pick<Kept, 'payment_id' | 'merchant_id' | 'amount_cents'> | null> {
      const [row] = await database.run(
        sql<Pick<Kept, 'payment_id' | 'merchant_id' | 'amount_cents'>>`
          select payment_id, merchant_id, amount_cents from stripe_operations
          where object_id = ${intentId} and kind in ('AUTHORISE', 'CHARGE')`,
        'all',
      );
      return row ?? null;
    },
    async page(sessionId: string): Promise<string | null> {
      const [row] = await database.run(
        sql<{ object_id: string }>`
          select object_id from stripe_card_pages where session_id = ${sessionId}`,
        'all',
      );
      return row?.object_id ?? null;
    },
    async pageMade(sessionId: string, merchantId: string, objectId: string): Promise<void> {
      await database.run(
        sql<object>`insert into stripe_card_pages (session_id, merchant_id, object_id, created_date)
          values (${sessionId}, ${merchantId}, ${objectId}, now()) on conflict do nothing`,
        'all',
      );
    },
  };
}
export type StripeBooks = ReturnType<typeof stripeBooks>;
