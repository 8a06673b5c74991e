import { isUuid } from '@paydesk/contract/kernel/filters.ts';
import { Stripe } from 'stripe';
import * as z from 'zod';
import { invalid, unauthorized } from '../../platform/errors.ts';
import type { Hook } from '../../platform/http/hooks.ts';
import type { AcquirerAnswer, Authorised, DisputeNotice, Hears } from '../acquirer.ts';
import { authorised, EXPAND, refunded, wasLetGo } from './answers.ts';
import type { StripeBooks } from './books.ts';

/**
 * Where Stripe tells what it knows later. An event only says where to look: the object is asked for anew, so that an old
 * event, or several in the wrong order, say what is true now. What is not ours is taken and forgotten.
 */
export function stripeHook(
  { stripe, books, secret }: { stripe: Stripe; books: StripeBooks; secret: string },
  { answered, disputed }: Hears,
): Hook {
  async function heard(
    { type, data }: z.output<typeof event>,
    from: string,
  ): Promise<boolean | null> {
    const known = (operationId: string, answer: AcquirerAnswer | Authorised) =>
      answer.outcome === 'unknown' || answer.outcome === 'action'
        ? false
        : answered(operationId, answer, from);
    const { id, metadata } = data.object;
    if (!id) return null;
    const { operationId } = metadata;
    if (type.startsWith('payment_intent.')) {
      if (!operationId) return null;
      const intent = await stripe.paymentIntents.retrieve(id, { expand: EXPAND });
      // that it was let go says nothing against that it was held
      return wasLetGo(intent) ? false : known(operationId, authorised(intent));
    }
    if (type.startsWith('refund.'))
      return operationId ? known(operationId, refunded(await stripe.refunds.retrieve(id))) : null;
    if (!type.startsWith('charge.dispute.')) return null;
    const dispute = await stripe.disputes.retrieve(id);
    const intent = dispute.payment_intent;
    const payment =
      intent && (await books.paymentBy(typeof intent === 'object' ? intent.id : intent));
    return payment ? disputed(noticeOf(dispute, payment), from) : null;
  }

  return {
    path: '/gateway-answers/stripe',
    async take({ signed, address }) {
      return { noted: (await heard(verified(stripe, signed, secret), address)) === true };
    },
  };
}

/** Another system may stand in the same account, with ids of its own. */
const metadata = z.object({ operationId: z.string().refine(isUuid).optional().catch(undefined) });
const object = z.object({ id: z.string().catch(''), metadata: metadata.catch({}) });
const NOTHING = { object: { id: '', metadata: {} } };
/** What is read of an event: what is not ours may have anything in it, or nothing. */
const event = z.object({ type: z.string(), data: z.object({ object }).catch(NOTHING) });

function noticeOf(
  dispute: Stripe.Dispute,
  payment: { payment_id: string; amount_cents: bigint },
): DisputeNotice {
  const due = dispute.evidence_details.due_by;
  return {
    disputeId: dispute.id,
    paymentId: payment.payment_id,
    // by a rate of another day it may come to more than was paid: what is claimed is the payment
    amountCents: least(BigInt(dispute.amount), payment.amount_cents),
    currency: dispute.currency.toUpperCase(),
    reason: dispute.reason,
    respondBy: due === null ? null : new Date(due * 1000).toISOString(),
    status: STATUS[dispute.status] ?? 'OPEN',
  };
}

const least = (one: bigint, other: bigint) => (one < other ? one : other);

/** An inquiry that is closed cost nothing. */
const STATUS: Readonly<Record<string, DisputeNotice['status']>> = {
  won: 'WON',
  warning_closed: 'WON',
  prevented: 'WON',
  lost: 'LOST',
};

function verified(
  stripe: Stripe,
  { body, header }: { body: string; header: (name: string) => string | null },
  secret: string,
): z.output<typeof event> {
  const signature = header('stripe-signature');
  if (signature === null) throw unauthorized('The signature is missing');
  try {
    return event.parse(stripe.webhooks.constructEvent(body, signature, secret));
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError)
      throw unauthorized('The signature is not accepted');
    throw invalid('body', 'The body is no event');
  }
}
