import { fromCents } from '@paydesk/contract/kernel/money.ts';
import type { PaymentState } from '@paydesk/contract/payments.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { byKey } from '../../platform/db/plans.ts';
import { notFound } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import { merchantOfCheckout } from '../checkouts/whose.ts';
import type { Stage } from '../../platform/db/schema/checkouts.ts';
import { PAYABLE } from './attempts.ts';
import { cancelAddress, successAddress } from './return.ts';

export interface PaymentRow {
  checkout_id: string;
  order_id: string;
  merchant_id: string;
  external_id: string | null;
  order_status: string;
  purchase_status: string;
  merchant_status: string;
  success_url: string | null;
  cancel_url: string | null;
  cancelled: boolean;
  over: boolean;
  attempt_id: string | null;
  stage: Stage | null;
  page_url: string | null;
  frame: boolean | null;
  reason: string | null;
  amount_cents: bigint | null;
  paid_date: string | null;
  card_pan: string | null;
}

const UNDER_WAY: Partial<Record<Stage, PaymentState['name']>> = {
  CARD: 'card',
  REVIEW: 'review',
  AUTHORISING: 'working',
  CHALLENGE: 'challenge',
  AUTHORISED: 'authorised',
  CAPTURING: 'working',
  CANCELLING: 'working',
  PAID: 'paid',
};
/** A try that came to nothing after a card was given, or where none could be asked for. */
export const DECLINED: readonly (Stage | null)[] = ['DECLINED', 'BLOCKED', 'FAILED'];

/** How the payment of a checkout stands: what its page shows, and where it goes from there. */
export const paymentState = async (services: Services, checkoutId: string): Promise<PaymentState> =>
  stateOf(
    services,
    await services.database.transaction('all', async (tx) =>
      paymentRow(tx, checkoutId, await merchantOfCheckout(tx, checkoutId)),
    ),
  );

/** What its state is read from. */
export async function paymentRow(
  tx: Tx,
  checkoutId: string,
  merchantId: string,
): Promise<PaymentRow> {
  const { rows } = await sql<PaymentRow>`${byKey}
    select c.id as checkout_id, o.id as order_id, c.merchant_id, o.external_id,
      o.status as order_status, p.status as purchase_status, m.status as merchant_status,
      c.success_url, c.cancel_url, c.cancelled_date is not null as cancelled,
      c.expires_date <= now() as over, a.id as attempt_id, a.stage, a.page_url, a.frame, a.reason,
      a.amount_cents, a.updated_date as paid_date, t.card_pan
    from checkouts c
    join orders o on o.id = c.order_id and o.merchant_id = c.merchant_id
    join purchases p on p.id = c.purchase_id and p.merchant_id = c.merchant_id
    join merchants m on m.id = c.merchant_id
    left join lateral (
      select a.id, a.stage, a.page_url, a.frame, a.reason, a.amount_cents, a.updated_date
      from payment_attempts a where a.checkout_id = c.id and a.merchant_id = ${merchantId}::uuid
      order by a.created_date desc, a.id desc limit 1
    ) a on true
    left join transactions t on t.id = a.id and t.merchant_id = ${merchantId}::uuid
    where c.id = ${checkoutId} and c.merchant_id = ${merchantId}::uuid`.execute(tx);
  if (!rows[0]) throw notFound();
  return rows[0];
}

export async function stateOf(services: Services, row: PaymentRow): Promise<PaymentState> {
  const name = nameOf(row);
  const payable = isOpen(row) && row.merchant_status === 'ACTIVE';
  return {
    name,
    url: name === 'card' || name === 'challenge' ? row.page_url : null,
    framed: row.frame ?? false,
    // what a bank or a rule said stands on the transaction, and is not for the payer to read
    reason: name === 'declined' && !row.card_pan ? row.reason : null,
    mayRetry: name === 'declined' && payable,
    // of what was paid by a loan, or marked as paid, the last try says nothing
    receipt:
      name === 'paid' && row.stage === 'PAID'
        ? {
            transactionId: row.attempt_id!,
            date: row.paid_date!,
            card: row.card_pan!,
            amount: fromCents(row.amount_cents!),
          }
        : null,
    returnUrl: await returnOf(services, row, name),
    cancelReturns: row.cancel_url !== null,
  };
}

const isOpen = (row: PaymentRow): boolean =>
  PAYABLE.includes(row.order_status) &&
  row.purchase_status !== 'CANCELLED' &&
  !row.over &&
  !row.cancelled;

function nameOf(row: PaymentRow): PaymentState['name'] {
  const underWay = row.stage && UNDER_WAY[row.stage];
  // that a card is asked for keeps no order open
  if (underWay && (row.stage !== 'CARD' || isOpen(row))) return underWay;
  if (row.order_status === 'PAID') return 'paid';
  if (row.order_status === 'REJECTED') return 'rejected';
  if (row.order_status === 'EXPIRED') return 'expired';
  if (row.cancelled || row.purchase_status === 'CANCELLED') return 'cancelled';
  if (DECLINED.includes(row.stage)) return 'declined';
  return row.over ? 'expired' : 'open';
}

/** Signed where there is something to tell the shop, so that it need not believe the browser. */
function returnOf(
  services: Services,
  row: PaymentRow,
  name: PaymentState['name'],
): Promise<string | null> | null {
  if (name === 'paid' || name === 'authorised' || name === 'review')
    return successAddress(services, {
      url: row.success_url,
      orderId: row.order_id,
      externalId: row.external_id,
      status: name === 'paid' ? 'PAID' : name === 'authorised' ? 'AUTHORISED' : 'IN_REVIEW',
    });
  return name === 'open' || name === 'card' || name === 'challenge' || name === 'working'
    ? null
    : cancelAddress(row.cancel_url, row.order_id);
}
