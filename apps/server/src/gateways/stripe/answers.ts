import { cut } from '@paydesk/contract/kernel/texts.ts';
import type { Stripe } from 'stripe';
import type { AcquirerAnswer, Authentication, Authorised, TokenCard } from '../acquirer.ts';

/** What Stripe says, in the words of an acquirer. */

/** The network's code (ISO 8583) by Stripe's word for it, where the network's own is not told. */
const NETWORK_CODES: Readonly<Record<string, string>> = {
  authentication_not_handled: '1A',
  authentication_required: '1A',
  call_issuer: '01',
  card_not_supported: '57',
  card_velocity_exceeded: '65',
  do_not_honor: '05',
  expired_card: '54',
  fraudulent: '59',
  generic_decline: '05',
  incorrect_cvc: '82',
  incorrect_number: '14',
  incorrect_pin: '55',
  insufficient_funds: '51',
  invalid_account: '46',
  invalid_amount: '13',
  invalid_cvc: '82',
  invalid_number: '14',
  issuer_not_available: '91',
  lost_card: '41',
  no_action_taken: '06',
  not_permitted: '57',
  payment_intent_authentication_failure: 'N',
  pickup_card: '04',
  pin_try_exceeded: '75',
  processing_error: '96',
  reenter_transaction: '19',
  restricted_card: '62',
  revocation_of_all_authorizations: 'R3',
  revocation_of_authorization: 'R1',
  security_violation: '63',
  service_not_allowed: '57',
  setup_intent_authentication_failure: 'N',
  stolen_card: '43',
  stop_payment_order: 'R0',
  transaction_not_allowed: '57',
  try_again_later: '19',
  withdrawal_count_limit_exceeded: '61',
};

/** The parts of an error, or of a failed intent, that say why. */
interface Why {
  message?: string | undefined;
  code?: string | undefined;
  decline_code?: string | undefined;
  network_decline_code?: string | undefined;
}

export function declined(why: Why | null | undefined) {
  const word = why?.decline_code ?? why?.code;
  return {
    outcome: 'declined' as const,
    reason: cut(why?.message ?? 'Stripe declined it and gives no reason', 255).toWellFormed(),
    code: why?.network_decline_code ?? (word ? (NETWORK_CODES[word] ?? null) : null),
  };
}

const RESULTS: Readonly<Record<string, Authentication['result']>> = {
  authenticated: 'Y',
  attempt_acknowledged: 'A',
  failed: 'N',
};

/** 3-D Secure as Stripe sums it up: the messages themselves it keeps. */
function authenticationOf(charge: Stripe.Charge | null): Authentication | null {
  const said = charge?.payment_method_details?.card?.three_d_secure;
  if (!said?.result) return null;
  const result = RESULTS[said.result] ?? 'U';
  return {
    result,
    eci: said.electronic_commerce_indicator,
    xid: said.transaction_id,
    liabilityShift: result === 'Y' || result === 'A',
    messages: [{ type: 'ARes', result, payload: JSON.stringify(said) }],
  };
}

/** Asked for with every intent: what became of the card stands on its charge. */
export const EXPAND = ['latest_charge'];

const chargeOf = ({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | null =>
  typeof charge === 'object' ? charge : null;

/** It was authorised and let go since, by us or by Stripe, days after nobody took it. */
export const wasLetGo = (intent: Stripe.PaymentIntent): boolean =>
  intent.status === 'canceled' && chargeOf(intent)?.status === 'succeeded';

/** What became of an authorisation, or of a charge that is captured at once. */
export function authorised(intent: Stripe.PaymentIntent): Authorised {
  const charge = chargeOf(intent);
  const authentication = authenticationOf(charge);
  switch (intent.status) {
    case 'requires_capture':
    case 'succeeded':
      return {
        outcome: 'approved',
        reference: intent.id,
        networkReference: charge?.payment_method_details?.card?.network_transaction_id ?? null,
        authentication,
      };
    case 'requires_action': {
      const url = intent.next_action?.redirect_to_url?.url;
      return url
        ? { outcome: 'action', url, authentication }
        : { outcome: 'unknown', reason: 'Stripe asks for a step that is no page' };
    }
    case 'requires_payment_method':
      return { ...declined(intent.last_payment_error), authentication };
    case 'canceled':
      return { ...declined({ message: 'The authorisation was cancelled' }), authentication };
    default:
      return { outcome: 'unknown', reason: 'Stripe has not finished with the payment' };
  }
}

/** A refund that is on its way counts once Stripe says that it arrived, or did not. */
export function refunded(refund: Stripe.Refund): AcquirerAnswer {
  switch (refund.status) {
    case 'succeeded':
      return { outcome: 'approved', reference: refund.id };
    case 'failed':
    case 'canceled':
      return {
        outcome: 'declined',
        reason: `Stripe could not give it back: ${(refund.failure_reason ?? refund.status).replaceAll('_', ' ')}`,
      };
    default:
      return { outcome: 'unknown', reason: 'Stripe has not finished with the refund' };
  }
}

const SCHEMES: Readonly<Record<string, TokenCard['scheme']>> = {
  visa: 'VISA',
  mastercard: 'MASTERCARD',
  amex: 'AMEX',
};
const TYPES: Readonly<Record<string, TokenCard['type']>> = { debit: 'DEBIT', prepaid: 'PREPAID' };

/** A card by the customer and method under which Stripe keeps it; null for a scheme that is not taken. */
export function cardOf(customer: string, method: Stripe.PaymentMethod): TokenCard | null {
  const { card } = method;
  const scheme = card && SCHEMES[card.brand];
  if (!scheme || !card.last4) return null;
  return {
    token: `${customer}/${method.id}`,
    // told to few accounts only
    first6: card.iin ?? null,
    last4: card.last4,
    scheme,
    expires: `${card.exp_year}-${String(card.exp_month).padStart(2, '0')}`,
    type: TYPES[card.funding] ?? 'CREDIT',
    issuer: card.issuer ?? null,
  };
}
