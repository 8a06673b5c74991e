import {
  MERCHANT_TRANSITIONS,
  merchantActions,
  type MerchantAction,
} from '@paydesk/contract/resources/merchants/moves.ts';
import { sql } from 'kysely';
import { named, oneOf } from '../../platform/search/sources.ts';
import { defineManifest } from '../../platform/manifest.ts';
import { applicationHandlers } from './applications.ts';
import { documentHandlers } from './documents.ts';
import { merchantFeatureHandlers } from './features.ts';
import { merchantsHandlers } from './handlers.ts';
import { merchantsList } from './lists.ts';
import { merchantRecord } from './record.ts';

export const manifest = defineManifest({
  lists: [merchantsList],
  records: [merchantRecord],
  handlers: [merchantsHandlers, merchantFeatureHandlers, applicationHandlers, documentHandlers],
  search: {
    merchant: {
      read: ['READ_ANY_USER'],
      scope: 'all',
      from: 'merchants m',
      id: 'm.id',
      title: 'm.name',
      detail: `'Merchant ' || m.merchant_number`,
      names: 'm.search_name',
      status: 'm.status',
      newest: 'm.created_date',
      deeds: {
        state: `jsonb_build_object('name', m.status)`,
        stateOf: (status: { name: string }) => ({ status }),
        all: (Object.keys(merchantActions) as MerchantAction[]).map((name) => ({
          action: merchantActions[name],
          can: oneOf('m.status', MERCHANT_TRANSITIONS[name].from),
        })),
      },
      where: ({ names, number }) => [
        named('m.search_name', names),
        ...(number === null ? [] : [sql<boolean>`m.merchant_number = ${number}`]),
      ],
    },
  },
});
