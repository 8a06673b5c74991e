import type { PaymentState } from '@paydesk/contract/payments.ts';
import type { CheckoutView } from '@paydesk/contract/resources/checkouts.ts';
import type { CheckoutLoan } from '@paydesk/contract/resources/checkouts/view.ts';
import { lookAtLink, whyLinkIsClosed, type LinkShown } from '../../domain/checkouts/link.ts';
import { forbidden } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import { borrowable, offeredProducts } from './loan/offered.ts';
import { loanShown } from './loan/view.ts';
import { shownAs, type Row } from './view.ts';

/** Nothing is begun: no order is there to be paid, given up or found by its merchant. */
const UNBEGUN: PaymentState = {
  name: 'open',
  url: null,
  framed: false,
  reason: null,
  mayRetry: false,
  receipt: null,
  returnUrl: null,
  cancelReturns: false,
};

const borrowedBy = (link: LinkShown) =>
  borrowable(
    { merchantId: link.merchant_id, amountCents: link.amount_cents },
    { lends: link.lends, repeats: link.recurring_unit !== null },
  );

const rowOf = (link: LinkShown): Row => ({
  ...borrowedBy(link),
  source: 'LINK',
  merchant: link.merchant,
  email_of_shop: link.email,
  terms_url: link.terms_url,
  logo_url: link.logo_url,
  label: link.purpose,
  ships: false,
  tax_cents: 0n,
  email: null,
  first_name: null,
  last_name: null,
  phone: null,
  shipment: null,
  shipping_method_id: null,
  shipping_cents: 0n,
  reject_reason_code: null,
  expires_date: link.until.toISOString(),
  recurring_unit: link.recurring_unit,
  recurring_every: link.recurring_every,
  recurring_most_cents: link.amount_cents,
  consent_text: null,
  access_token: null,
  items: [
    { label: link.purpose, cents: Number(link.amount_cents), rate: '0', count: 1, unit: null },
  ],
  answered: null,
  loan: null,
  link_paid: null,
  told: false,
  keyed: false,
  mailed: false,
});

/**
 * A payment link as its page shows it to whoever opens it: a person, a messenger that draws a preview or
 * a scanner of mails. An order is made when a shopper goes on from here.
 */
export async function linkView(services: Services, id: string): Promise<CheckoutView> {
  const link = await lookAtLink(services, id);
  const row = rowOf(link);
  const { over } = link;
  const products = over ? [] : await offeredProducts(services, row);
  const state: PaymentState = over
    ? { ...UNBEGUN, name: over.why === 'PAID' ? 'paid' : 'expired' }
    : UNBEGUN;
  const view = await shownAs(services, { id, row, state, methods: [], products });
  return { ...view, linkOver: over };
}

/** What a loan would cost for it. */
export async function linkLoanOf(services: Services, id: string): Promise<CheckoutLoan> {
  const link = await lookAtLink(services, id);
  const closed = whyLinkIsClosed(link);
  if (closed) throw forbidden(closed);
  const order = borrowedBy(link);
  return loanShown(services, order, await offeredProducts(services, order), null);
}
