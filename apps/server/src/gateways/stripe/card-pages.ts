import type { Stripe } from 'stripe';
import type { Acquirer, CardAnswer, CardPage, CardPageRequest } from '../acquirer.ts';
import { cardOf } from './answers.ts';
import type { StripeBooks } from './books.ts';

/**
 * Stripe's own page, on which the payer types the card: a session in setup mode, because rules are asked between the card
 * and the money. It can't stand in a frame.
 */
export function stripeCardPages(
  stripe: Stripe,
  books: StripeBooks,
): Pick<Acquirer, 'openCardPage' | 'inquireCard'> {
  return {
    async openCardPage({ sessionId, ...request }: CardPageRequest): Promise<CardPage> {
      const known = await books.page(sessionId);
      const session = known
        ? await stripe.checkout.sessions.retrieve(known)
        : await stripe.checkout.sessions.create(
            {
              mode: 'setup',
              currency: request.currency.toLowerCase(),
              allowed_payment_method_types: ['card'],
              customer_creation: 'always',
              client_reference_id: request.paymentId,
              success_url: request.returnTo,
              cancel_url: request.returnTo,
              metadata: { sessionId, paymentId: request.paymentId, merchantId: request.merchantId },
            },
            { idempotencyKey: `${sessionId}:page` },
          );
      await books.pageMade(sessionId, request.merchantId, session.id);
      return session.url
        ? { outcome: 'opened', url: session.url, framed: false }
        : { outcome: 'refused', reason: 'The page for the card is closed' };
    },

    async inquireCard(sessionId): Promise<CardAnswer> {
      const id = await books.page(sessionId);
      if (id === null) return { outcome: 'abandoned', reason: 'No page was opened' };
      const session = await stripe.checkout.sessions.retrieve(id, {
        expand: ['setup_intent.payment_method'],
      });
      if (session.status === 'expired')
        return { outcome: 'abandoned', reason: 'The page for the card has expired' };
      const setup = session.setup_intent;
      const method = setup && typeof setup === 'object' ? setup.payment_method : null;
      if (session.status !== 'complete' || !method || typeof method !== 'object')
        return { outcome: 'open' };
      const customer = session.customer;
      const card =
        customer && cardOf(typeof customer === 'object' ? customer.id : customer, method);
      return card
        ? { outcome: 'card', card }
        : { outcome: 'abandoned', reason: 'Cards of this scheme are not taken' };
    },
  };
}
