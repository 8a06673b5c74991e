import { sql } from 'kysely';
import type { MoneyRequest } from '../../gateways/acquirer.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';
import { openCharge } from '../transactions/charges.ts';
import { BY, setDue, type Recurring, type RecurringDue } from './rows.ts';

/** One charge of one day: whose card, its transaction, and what the acquirer is asked. */

/** What is charged: the recurring payment, its day, and whose card it is. */
export interface Due extends Recurring {
  payer_id: string | null;
  purchase_id: string;
  acquirer_url: string | null;
  last_pan: string | null;
  open: boolean;
}

export interface Card {
  id: string | null;
  pan: string | null;
  token: string | null;
  gateway: string | null;
}

/** The card, and by which name the acquirer knows it that is asked now. */
export async function cardOf(tx: Tx, { addressOf }: Services, due: Due): Promise<Card> {
  const gateway = addressOf('ACQUIRER', due.acquirer_url);
  const card =
    due.card_id &&
    (await tx
      .selectFrom('cards')
      .select(['id', 'first6', 'last4', 'token', 'gateway'])
      .where('id', '=', due.card_id)
      .executeTakeFirst());
  if (!card) return { id: null, pan: due.last_pan, token: null, gateway };
  return {
    id: card.id,
    pan: card.token === null ? due.last_pan : `${card.first6 ?? '******'}******${card.last4}`,
    token: card.gateway === gateway ? card.token : null,
    gateway,
  };
}

/** The transaction of a charge. */
export const transactionOf = (due: Due, day: RecurringDue, card: Card, id: string) => ({
  id,
  merchant_id: due.merchant_id,
  customer_id: due.payer_id,
  purchase_id: due.purchase_id,
  recurring_payment_id: due.id,
  amount_cents: day.amount_cents,
  currency: day.currency,
  description: due.payment_info,
  card_pan: card.pan,
  card_id: card.id,
  created_by: day.decided_by ?? BY.userName,
});

/** Writes the charge down, and gives what the acquirer is to be asked. */
export async function reserve(
  tx: Tx,
  due: Due,
  day: RecurringDue,
  card: Card,
  id: string,
  retryAfterSeconds: number,
): Promise<MoneyRequest> {
  const { merchant_id } = due;
  await openCharge(tx, transactionOf(due, day, card, id));
  await setDue(tx, day, {
    status: 'CHARGING',
    transaction_id: id,
    attempts: day.attempts + 1,
  });
  await tx
    .insertInto('recurring_charges')
    .values({
      id,
      merchant_id,
      recurring_payment_id: due.id,
      due_id: day.id,
      due_date: sql`now()`,
      status: 'PENDING',
      amount_cents: day.amount_cents,
      card_id: card.id,
      created_date: sql`now()`,
      // should this process end before it settles, the acquirer is asked from then on
      next_attempt_date: sql`now() + make_interval(secs => ${retryAfterSeconds})`,
      gateway: card.gateway,
    })
    .execute();
  return {
    operationId: id,
    kind: 'CHARGE',
    transactionId: id,
    amountCents: day.amount_cents,
    currency: day.currency,
    ...(card.token !== null && {
      token: card.token,
      ...(due.network_reference !== null && { networkReference: due.network_reference }),
    }),
    route: { gateway: card.gateway, of: merchant_id },
  };
}
