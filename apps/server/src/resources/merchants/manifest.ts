import { sql } from 'kysely';
import { named } from '../../platform/search/sources.ts';
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
      status: 'm.status',
      newest: 'm.created_date',
      where: ({ names, number }) => [
        named('m.search_name', names),
        ...(number === null ? [] : [sql<boolean>`m.merchant_number = ${number}`]),
      ],
    },
  },
});
