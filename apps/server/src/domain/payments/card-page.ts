import type { CardPage } from '../../gateways/acquirer.ts';
import { invalid } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';

/** A try to pay, or a card that is changed, as the acquirer's page is asked for it. */
interface Opening {
  id: string;
  merchant_id: string;
  amount_cents: bigint;
  currency: string;
  frame: boolean;
  gateway: string | null;
}

/** The acquirer's page for a card, the same for the same try; asked for with no lock held. */
export async function cardPageOf(
  { acquirer }: Services,
  of: Opening,
  merchantName: string,
  returnTo: string,
  /** What the refusal names. */
  field: 'payment' | 'card',
): Promise<Exclude<CardPage, { outcome: 'unknown' }>> {
  const page = await acquirer.openCardPage({
    sessionId: of.id,
    paymentId: of.id,
    merchantId: of.merchant_id,
    merchantName,
    amountCents: of.amount_cents,
    currency: of.currency,
    // nothing is taken for a card that takes another’s place
    ...(field === 'card' && { checksOnly: true }),
    returnTo,
    frame: of.frame,
    route: { gateway: of.gateway, of: of.merchant_id },
  });
  if (page.outcome === 'unknown')
    throw invalid(field, 'The page for the card does not open at the moment: please try again');
  return page;
}
