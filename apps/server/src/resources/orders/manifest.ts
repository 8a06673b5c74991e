import { approveOrder, rejectOrder } from '@paydesk/contract/resources/orders/decide.ts';
import { sql } from 'kysely';
import { begins } from '../../platform/search/sources.ts';
import { defineManifest } from '../../platform/manifest.ts';
import { expireOrders } from './expire.ts';
import { orderItemsList, ordersList } from './lists.ts';
import { machineOrderHandlers } from './machines.ts';
import { orderRecord } from './record.ts';

export const manifest = defineManifest({
  lists: [ordersList, orderItemsList],
  records: [orderRecord],
  handlers: [machineOrderHandlers],
  tasks: { ORDER_EXPIRY: expireOrders },
  search: {
    order: {
      read: ['READ_ANY_USER', 'READ_MERCHANT_ORDER'],
      scope: 'merchant',
      from: 'orders o',
      id: 'o.id',
      tenant: 'o.merchant_id',
      title: `' order ' || coalesce(o.external_order_number, '')`,
      cents: 'o.amount_cents',
      detail: `concat_ws(' · ', o.customer_email, o.label, :whose)`,
      status: 'o.status',
      newest: 'o.created_date',
      // a part of the address, as its list finds it
      within: `concat_ws(' ', o.customer_email, o.label)`,
      also: { 'External id': 'o.external_id' },
      deeds: {
        state: `jsonb_build_object('name', o.status)`,
        // who lends, and whether it is being paid, is looked at where it is done
        stateOf: (status: { name: string }) => ({ status, lent: true }),
        all: [approveOrder, rejectOrder].map((action) => ({
          action,
          can: `(o.status = 'PENDING')`,
        })),
      },
      where: ({ text, numbers, email }) =>
        email
          ? [sql<boolean>`lower(o.customer_email) = ${email}`]
          : [
              ...numbers.map((one) => begins('o.external_order_number', one)),
              sql<boolean>`o.external_id collate "C" = ${text}`,
            ],
    },
  },
});
