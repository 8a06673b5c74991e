import { PAYER_REFUSALS } from '@paydesk/contract/charging.ts';
import type { RuleOutcome } from '@paydesk/contract/risk.ts';
import type { TokenCard } from '../../gateways/acquirer.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';
import { panOf, payerOf } from '../customers/payer.ts';
import { evaluate } from '../rules/evaluate.ts';
import { NOBODYS } from '../taking.ts';
import { movePayment, openPayment } from '../transactions/payments.ts';
import { advance, BY, whyNotWanted, type Attempt, type Held } from './attempts.ts';
import { plan, type Operation } from './operations.ts';

const BLOCKED_BY_RULE = 'A risk rule refused the payment';

/**
 * The card of a try that is held is known: from here on there is a transaction. Who pays is found or made, the rules
 * are asked before any money, and their word is obeyed: authorise, with the bank asking its holder, hold for a person,
 * or refuse (ST-03). Gives what the acquirer is to be asked next.
 */
export async function cardKnown(
  tx: Tx,
  services: Services,
  held: Held,
  card: TokenCard,
): Promise<Operation | null> {
  const { attempt } = held;
  const { id } = attempt;
  const { over, link_closed: closed, cancelled_date: givenUp } = held.checkout;
  const refused =
    whyNotWanted(held) ??
    (over ? 'The time to pay is over' : null) ??
    // its page may have been asked for at the moment in which it was given up
    (givenUp ? 'The payment was abandoned' : null) ??
    // what happened while its page stood open
    (closed ? 'Nothing more is paid by the link' : null) ??
    (attempt.amount_cents === held.order.amount_cents ? null : 'What is to be paid has changed') ??
    // erased since its page was opened
    (held.checkout.first_name === null ? 'Nobody is known any more who pays' : null);
  if (refused) {
    await advance(tx, attempt, 'CANCELLED', { reason: refused, page_url: null });
    return null;
  }
  const shopper = shopperOf(held);
  const payer = await payerOf(tx, shopper, card, attempt.gateway);
  const payment = {
    id,
    merchant_id: attempt.merchant_id,
    customer_id: payer.customerId,
    purchase_id: attempt.purchase_id,
    order_id: attempt.order_id,
    amount_cents: attempt.amount_cents,
    currency: attempt.currency,
    description: shopper.description,
    card_pan: panOf(card),
    card_id: payer.cardId,
  };
  await openPayment(tx, BY, payment);
  // later charges of a card refer to a payment that its holder confirmed, also where somebody looks at it first
  const repeats = held.checkout.recurring_unit !== null;
  const known = {
    card_id: payer.cardId,
    page_url: null,
    ...(repeats && { three_d_secure: 'required' as const }),
  };
  if (payer.refusal) {
    const reason = PAYER_REFUSALS[payer.refusal];
    await refuse(tx, attempt, known, `PAYER_${payer.refusal}`, reason);
    return null;
  }
  const { outcome } = await evaluate(tx, {
    kind: 'PAYMENT',
    merchantId: attempt.merchant_id,
    customerId: payer.customerId,
    cardPan: payment.card_pan,
    cardId: payer.cardId,
    amountCents: attempt.amount_cents,
    currency: attempt.currency,
    transactionId: id,
    subject: () => ({ type: 'TRANSACTION', id }),
  });
  return obey(tx, services, attempt, outcome, known);
}

async function obey(
  tx: Tx,
  services: Services,
  attempt: Attempt,
  outcome: RuleOutcome,
  known: { card_id: string; page_url: null; three_d_secure?: 'required' },
): Promise<Operation | null> {
  switch (outcome) {
    case 'BLOCK':
      await refuse(tx, attempt, known, 'BLOCKED_BY_RULE', BLOCKED_BY_RULE);
      return null;
    case 'REVIEW':
      await advance(tx, attempt, 'REVIEW', known);
      await movePayment(tx, BY, attempt, {
        event: 'HELD',
        set: { hold: 'REVIEW', awaiting_acquirer: false },
      });
      return null;
    case 'THREE_D_SECURE':
      return plan(tx, services, attempt, 'AUTHORISE', BY, { ...known, three_d_secure: 'required' });
    case 'PASS':
      return plan(tx, services, attempt, 'AUTHORISE', BY, known);
  }
}

/** It is on record, and the acquirer never hears of it. */
export async function refuse(
  tx: Tx,
  attempt: Attempt,
  known: Partial<Pick<Attempt, 'card_id' | 'page_url'>>,
  code: string,
  reason: string,
  by: { userName: string } = BY,
): Promise<void> {
  await advance(tx, attempt, 'BLOCKED', { ...known, reason });
  await movePayment(tx, by, attempt, {
    status: 'RP_BLOCKED',
    event: 'BLOCKED',
    note: reason,
    set: {
      hold: null,
      ...NOBODYS,
      awaiting_acquirer: false,
      external_error_type: 'RISK',
      external_error_code: code,
      external_error_description: reason,
    },
  });
}

function shopperOf({ order, checkout }: Held) {
  const { customer_email, label, external_order_number } = order;
  return {
    email: customer_email!,
    firstName: checkout.first_name!,
    lastName: checkout.last_name!,
    phone: checkout.phone,
    description: label ?? (external_order_number && `Order ${external_order_number}`),
  };
}
