import { cancelPurchase } from '@paydesk/contract/resources/purchases.ts';
import { sql } from 'kysely';
import { defineManifest } from '../../platform/manifest.ts';
import { expirePurchases } from './expire.ts';
import { purchasesList } from './lists.ts';
import { purchaseRecord } from './record.ts';

export const manifest = defineManifest({
  lists: [purchasesList],
  records: [purchaseRecord],
  tasks: { PURCHASE_EXPIRY: expirePurchases },
  search: {
    purchase: {
      read: ['READ_ANY_PURCHASE', 'READ_MERCHANT_PURCHASE'],
      scope: 'merchant',
      from: 'purchases p',
      id: 'p.id',
      tenant: 'p.merchant_id',
      title: `' purchase'`,
      cents: 'p.amount_cents',
      detail: `nullif(concat_ws(' · ', :whose, p.external_id), '')`,
      status: 'p.status',
      newest: 'p.created_date',
      deeds: {
        state: `jsonb_build_object('name', p.status)`,
        // whether it is being paid is looked at where it is done
        stateOf: (status: { name: string }) => ({ status }),
        all: [{ action: cancelPurchase, can: `(p.status in ('UNSIGNED', 'SIGNED'))` }],
      },
      customer: 'p.customer_id',
      where: ({ text }) => [sql<boolean>`p.external_id = ${text}`],
    },
  },
});
