import type { CheckoutView, LinkOver } from '@paydesk/contract/resources/checkouts.ts';
import { formatDateTime } from '@paydesk/contract/kernel/instants.ts';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';

const ZONE = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short' });

/** With its zone: whoever sent the link may be in another. */
export const moment = (date: string) =>
  [formatDateTime(date), ZONE.formatToParts(new Date(date)).at(-1)!.value].join(' ');

export const money = (amount: number, currency: string) => `${formatAmount(amount)} ${currency}`;

type State = CheckoutView['state'] | 'nothing' | 'closed';

/** Of a payment link that is over. */
const OVER: Record<LinkOver, string> = {
  PAID: 'Already paid',
  EXPIRED: 'This link has expired',
  DISABLED: 'This link is no longer in use',
};

/** The card that was declined was another's, before whoever pays now said so: they begin anew. */
export const isAnew = ({ state, mayRetry, failure, elsewhere }: CheckoutView): boolean =>
  state === 'declined' && mayRetry && !failure && !elsewhere;

/** What the page of this state says first. */
export const titleOf = (view: CheckoutView): string => {
  const { state, linkOver, failure, elsewhere } = view;
  if (linkOver) return OVER[linkOver.why];
  if (isAnew(view)) return TITLES.open;
  return TITLES[state !== 'card' ? state : failure ? 'declined' : elsewhere ? 'open' : 'card'];
};

/** What each page says first; it stands in the tab too, and is read out. */
export const TITLES: Record<State, string> = {
  open: 'Checkout',
  card: 'Your card',
  challenge: 'Confirm with your bank',
  working: 'Your payment is being made',
  review: 'We are looking at your payment',
  authorised: 'Thank you',
  paid: 'Thank you',
  declined: 'The payment did not go through',
  expired: 'This checkout has expired',
  rejected: 'This order can’t be paid',
  cancelled: 'This payment was cancelled',
  nothing: 'There is nothing to pay here',
  closed: 'This payment is not available',
};
