import { Stripe } from 'stripe';
import type {
  AcquirerAnswer,
  AuthorisationRequest,
  Authorised,
  MoneyRequest,
  PaymentAnswer,
  PaymentQuestion,
  Route,
} from '../acquirer.ts';
import type { AcquirerLine } from '../with-timeout.ts';
import { authorised, declined, EXPAND, refunded } from './answers.ts';
import type { Kept, Noted, StripeBooks } from './books.ts';
import { stripeCardPages } from './card-pages.ts';
import { settlementOf } from './settlement.ts';

/**
 * Stripe as the acquirer (docs/gateways/stripe.md). Money is held by PaymentIntents and captured by us; cards are typed on
 * Stripe's own page. An intent is made first and confirmed only once its id is written down, so that an answer that is
 * lost can always be asked for by an id, and never by a key that Stripe forgets after a day.
 */
export function stripeLine(stripe: Stripe, books: StripeBooks): AcquirerLine {
  /** Makes the intent, confirms it, and says what came of it. */
  async function hold(kept: Kept, way: Way): Promise<Authorised> {
    if (kept.closed) return never();
    const [customer, method] = kept.token!.split('/', 2);
    let id = kept.object_id;
    try {
      if (id === null) {
        const intent = await stripe.paymentIntents.create(
          {
            amount: wholeCents(kept.amount_cents),
            currency: kept.currency.toLowerCase(),
            customer: customer!,
            payment_method: method!,
            allowed_payment_method_types: ['card'],
            capture_method: kept.kind === 'CHARGE' ? 'automatic' : 'manual',
            metadata: metadataOf(kept),
            ...way.intent,
          },
          { idempotencyKey: `${kept.operation_id}:intent` },
        );
        if (!(await books.made(kept, intent.id))) return never();
        id = intent.id;
      }
      return authorised(
        await stripe.paymentIntents.confirm(
          id,
          { expand: EXPAND, ...way.confirm },
          { idempotencyKey: `${kept.operation_id}:confirm` },
        ),
      );
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // what was confirmed before has its answer; a decline comes as an error too
      if (id !== null) return authorised(await intentOf(id));
      return (await books.close(kept.operation_id, kept.merchant_id))
        ? { ...declined(error), authentication: null }
        : { outcome: 'unknown', reason: 'Two requests crossed' };
    }
  }

  const intentOf = (id: string) => stripe.paymentIntents.retrieve(id, { expand: EXPAND });

  /** What became of the intent of an operation; one that was never confirmed is given up, and stays so. */
  async function held(kept: Kept): Promise<Authorised> {
    if (kept.object_id === null) {
      await books.close(kept.operation_id, kept.merchant_id);
      const now = await books.one(kept.operation_id);
      return now?.object_id ? held(now) : never();
    }
    const intent = await intentOf(kept.object_id);
    if (intent.status !== 'requires_confirmation') return authorised(intent);
    await stripe.paymentIntents.cancel(intent.id);
    return never();
  }

  /** Asked about before it was sent: it never will be. */
  async function closed(operationId: string, route: Route | undefined) {
    await books.close(operationId, merchantOf({ route }));
    return never();
  }

  /** Takes, gives up or gives back: under its id once, sent again as often as it is asked about. */
  async function change(kept: Kept): Promise<AcquirerAnswer> {
    if (kept.closed) return never();
    const id = await books.intentOf(kept.payment_id);
    if (id === null) return declined({ message: 'Stripe has authorised no such payment' });
    const done = kept.old || kept.object_id ? await changed(kept, id) : null;
    if (done) return done;
    if (kept.old) {
      await books.close(kept.operation_id, kept.merchant_id);
      return never();
    }
    try {
      return await send(kept, id);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // what Stripe let go of by itself, days after nobody took it, can't be cancelled, and need not be
      return (await changed(kept, id)) ?? declined(error);
    }
  }

  async function send(kept: Kept, intentId: string): Promise<AcquirerAnswer> {
    const once = { idempotencyKey: kept.operation_id };
    const amount = wholeCents(kept.amount_cents);
    if (kept.kind === 'CAPTURE' || kept.kind === 'CANCEL') {
      const intent =
        kept.kind === 'CAPTURE'
          ? await stripe.paymentIntents.capture(intentId, { amount_to_capture: amount }, once)
          : await stripe.paymentIntents.cancel(intentId, {}, once);
      return (
        ended(kept, intent) ?? { outcome: 'unknown', reason: 'Stripe has not finished with it' }
      );
    }
    const refund = await stripe.refunds.create(
      { payment_intent: intentId, amount, metadata: metadataOf(kept) },
      once,
    );
    await books.made(kept, refund.id);
    return refunded(refund);
  }

  /** What stands at Stripe of an operation that was sent; null where nothing does. */
  async function changed(kept: Kept, intentId: string): Promise<AcquirerAnswer | null> {
    if (kept.kind === 'CAPTURE' || kept.kind === 'CANCEL')
      return ended(kept, await intentOf(intentId));
    if (kept.object_id) return refunded(await stripe.refunds.retrieve(kept.object_id));
    for await (const refund of stripe.refunds.list({ payment_intent: intentId, limit: 100 }))
      if (refund.metadata?.['operationId'] === kept.operation_id) {
        await books.made(kept, refund.id);
        return refunded(refund);
      }
    return null;
  }

  /** Writes the request down; a refusal where its id stands for another one. */
  async function noted(request: MoneyRequest & { token?: string }): Promise<Kept | null> {
    const content: Noted = {
      operation_id: request.operationId,
      kind: request.kind,
      payment_id: request.transactionId,
      merchant_id: merchantOf(request),
      amount_cents: request.amountCents,
      currency: request.currency,
      token: request.token ?? null,
    };
    const kept = await books.note(content);
    const same = (Object.keys(content) as (keyof Noted)[]).every(
      (key) => kept[key] === content[key],
    );
    return kept.closed || same ? kept : null;
  }

  return {
    ...stripeCardPages(stripe, books),

    async authorise(request: AuthorisationRequest): Promise<Authorised> {
      const kept = await noted(request);
      if (!kept) return { ...other(), authentication: null };
      const demand = request.threeDSecure === 'required' ? 'challenge' : 'automatic';
      return hold(kept, {
        intent: {
          setup_future_usage: 'off_session',
          payment_method_options: { card: { request_three_d_secure: demand } },
        },
        confirm: { return_url: request.returnTo },
      });
    },

    async move(request): Promise<AcquirerAnswer> {
      if (request.kind === 'CHARGE' && !request.token)
        return declined({ message: 'Stripe has no card of this recurring payment' });
      const kept = await noted(request);
      if (!kept) return other();
      if (request.kind !== 'CHARGE') return change(kept);
      return charged(
        await hold(kept, {
          intent: {},
          confirm: { off_session: true, error_on_requires_action: true },
        }),
      );
    },

    async inquire(operationId, route) {
      const kept = await books.one(operationId);
      if (!kept || kept.closed) return closed(operationId, route);
      return kept.kind === 'AUTHORISE' || kept.kind === 'CHARGE'
        ? charged(await held(kept))
        : change(kept);
    },

    async inquireAuthorisation(operationId, route) {
      const kept = await books.one(operationId);
      return kept && !kept.closed ? held(kept) : closed(operationId, route);
    },

    async inquirePayment(payment: PaymentQuestion): Promise<PaymentAnswer> {
      const id = await books.intentOf(payment.transactionId);
      if (id === null)
        return { outcome: 'notTaken', reason: 'Stripe has no record of the payment' };
      const { status, amount_received: cents, currency } = await intentOf(id);
      if (status === 'processing')
        return { outcome: 'unknown', reason: 'Stripe has not finished with the payment' };
      const taken =
        status === 'succeeded' &&
        BigInt(cents) >= payment.amountCents &&
        currency === payment.currency.toLowerCase();
      return taken
        ? { outcome: 'taken', reference: id }
        : { outcome: 'notTaken', reason: 'Stripe has not taken the money of this payment' };
    },

    settlement: (day) => settlementOf(stripe, books, day),

    close: async () => {},
  };
}

const never = (): Authorised & AcquirerAnswer => ({
  ...declined({ message: 'Stripe has no record of the request' }),
  authentication: null,
});
const other = () => declined({ message: 'Another request stands under this id' });

/** How an intent is made and confirmed, beside what every one of them has. */
interface Way {
  intent: Partial<Stripe.PaymentIntentCreateParams>;
  confirm: Stripe.PaymentIntentConfirmParams;
}

/** A charge that nobody sits at is declined where the bank asks for its payer. */
const charged = (answer: Authorised): AcquirerAnswer =>
  answer.outcome === 'action'
    ? declined({ message: 'The bank asks for the payer', code: 'authentication_required' })
    : answer;

/** What a capture or a cancellation came to; null where it has not happened. */
function ended({ kind }: Kept, intent: Stripe.PaymentIntent): AcquirerAnswer | null {
  if (intent.status === (kind === 'CAPTURE' ? 'succeeded' : 'canceled'))
    return { outcome: 'approved', reference: intent.id };
  return intent.status === 'succeeded' || intent.status === 'canceled'
    ? declined({ message: `The payment is ${intent.status} at Stripe` })
    : null;
}

/** Stripe's own no, which it repeats; a key that it does not take, too many calls or a fault say nothing. */
export const isRefusal = (
  error: unknown,
): error is InstanceType<typeof Stripe.errors.StripeCardError> =>
  error instanceof Stripe.errors.StripeCardError ||
  (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode !== 409);

const metadataOf = ({ operation_id: operationId, payment_id: paymentId, ...kept }: Noted) => ({
  operationId,
  paymentId,
  merchantId: kept.merchant_id,
});

function merchantOf({ route }: { route?: Route | undefined }): string {
  if (!route?.of) throw new Error('The request says no merchant');
  return route.of;
}

function wholeCents(amount: bigint): number {
  const whole = Number(amount);
  if (!Number.isSafeInteger(whole)) throw new Error('The amount is too large for Stripe');
  return whole;
}
