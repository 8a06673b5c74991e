import { offers } from '@paydesk/contract/resources/offers.ts';
import { defineList } from '../platform/list/definition.ts';
import { defineManifest } from '../platform/manifest.ts';

export const offersList = defineList({
  resource: offers,
  from: 'offers o',
  id: 'o.id',
  tenant: 'o.merchant_id',
  joins: {
    c: 'join consumer_credits c on c.id = o.consumer_credit_id and c.merchant_id = o.merchant_id',
    i: 'join financing_institutions i on i.id = o.financing_institution_id',
    p: 'join financing_products p on p.id = o.financing_product_id',
  },
  columns: {
    id: 'o.id',
    consumerCreditId: 'o.consumer_credit_id',
    sequence: 'o.sequence',
    institution: 'i.name',
    product: 'p.name',
    amount: 'o.amount_cents',
    termMonths: 'o.term_months',
    interestRate: 'o.interest_rate_bp',
    apr: 'o.apr_bp',
    monthlyPayment: 'o.monthly_payment_cents',
    status: 'o.status',
    externalId: 'o.external_id',
    createdDate: 'o.created_date',
    financingProductId: 'o.financing_product_id',
    customerId: 'c.customer_id',
  },
});

export const manifest = defineManifest({
  lists: [offersList],
});
