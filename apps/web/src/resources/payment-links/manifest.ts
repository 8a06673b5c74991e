import type { Requirement } from '@paydesk/contract/policy.ts';
import { defineRoutes, screen } from '../../platform/routing.ts';
import { IconLink } from '../../ui/icons.ts';

const READS_ORDERS: Requirement = { anyOf: ['READ_MERCHANT_ORDER'] };

export const manifest = defineRoutes({
  'payment-links': {
    title: 'Payment Links',
    intro: 'An address to send to whoever is to pay: no shop needed. Make one, and copy it.',
    set: 'CERT_ORDER_LOAN',
    asks: READS_ORDERS,
    menu: [
      { in: 'Payment Information', place: 3.5, icon: IconLink },
      { in: 'Payments', place: 5 },
    ],
    screen: screen(() => import('./PaymentLinks.tsx'), 'PaymentLinksScreen'),
  },
  'payment-link': {
    path: '/payment-link/{paymentLinkId}',
    title: 'Payment link',
    intro: 'The address to send or to show, what whoever opens it sees, and what was paid by it.',
    set: 'CERT_ORDER_LOAN',
    asks: READS_ORDERS,
    parent: 'payment-links',
    screen: screen(() => import('./PaymentLinks.tsx'), 'PaymentLinkScreen'),
  },
});
