import { randomUUIDv7 } from 'node:crypto';
import { anchorOf, nextDay } from '@paydesk/contract/intervals.ts';
import { sql } from 'kysely';
import { audit } from '../../platform/audit.ts';
import { today } from '../../platform/business-day.ts';
import type { Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';
import type { Services } from '../../platform/services.ts';
import type { Attempt } from '../payments/attempts.ts';
import { isFirstCharge } from '../transactions/charges.ts';
import { BY, dueOf, holdRecurring, lookAgain } from './rows.ts';
import { told } from './tell.ts';

/** The first payment is made of what its payer agreed to have repeated: once, in the transaction in which it is. */
export async function beginRecurring(tx: Tx, services: Services, attempt: Attempt): Promise<void> {
  const { merchant_id, id: transactionId } = attempt;
  const checkout = await tx
    .selectFrom('checkouts')
    .innerJoin('orders', (join) =>
      join
        .onRef('orders.id', '=', 'checkouts.order_id')
        .onRef('orders.merchant_id', '=', 'checkouts.merchant_id'),
    )
    .select(['checkouts.id', 'checkouts.source', 'checkouts.consent_date', 'consent_text'])
    .select(['recurring_unit', 'recurring_every', 'recurring_most_cents', 'customer_email'])
    .where('checkouts.id', '=', attempt.checkout_id)
    .where('checkouts.merchant_id', '=', merchant_id)
    .executeTakeFirstOrThrow();
  if (checkout.recurring_unit === null) return;
  const id = randomUUIDv7();
  const day = today(services);
  const amount = attempt.amount_cents;
  const most = checkout.recurring_most_cents ?? amount;
  const interval = { unit: checkout.recurring_unit, count: checkout.recurring_every! };
  const made = await tx
    .insertInto('recurring_payments')
    .values({
      id,
      merchant_id,
      payment_request_id: attempt.purchase_id,
      checkout_id: checkout.id,
      source: checkout.source,
      status: 'ACTIVE',
      currency: attempt.currency,
      amount_cents: amount,
      // what sending it costs was agreed to with the rest
      most_cents: most > amount ? most : amount,
      total_amount_cents: amount,
      count: 1,
      interval_unit: interval.unit,
      interval_count: interval.count,
      anchor_day: anchorOf(day),
      next_due_day: nextDay(day, interval, anchorOf(day)),
      consent_date: checkout.consent_date,
      consent_text: checkout.consent_text,
      network_reference: attempt.network_reference,
      payer_email: checkout.customer_email,
      created_date: sql<string>`now()`,
      last_charged_at: sql<string>`now()`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return;
  const paid = await isFirstCharge(tx, { id: transactionId, merchant_id }, id);
  const { expires } = await tx
    .selectFrom('cards')
    .select(sql<string>`to_char(expires_month, 'YYYY-MM')`.as('expires'))
    .where('id', '=', paid.card_id)
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('recurring_payments')
    .set({
      customer_id: paid.customer_id,
      payment_info: paid.description,
      card_id: paid.card_id,
      card_pan: paid.card_pan,
      card_expires: expires,
    })
    .where(theRow(id, merchant_id))
    .execute();
  const recurring = await holdRecurring(tx, { id, merchant_id });
  await dueOf(tx, recurring, day, 'CHARGING', {
    status: 'PAID',
    attempts: 1,
    transaction_id: transactionId,
  });
  await lookAgain(tx, services, recurring);
  await audit(tx, BY, {
    action: 'BEGIN_RECURRING',
    entityType: 'RECURRING_PAYMENT',
    entityId: id,
    merchantId: merchant_id,
    result: 'SUCCESS',
    details: { transactionId, checkoutId: checkout.id, consent: checkout.consent_text },
  });
  await told(tx, services, recurring, 'BEGUN', { transactionId });
}
