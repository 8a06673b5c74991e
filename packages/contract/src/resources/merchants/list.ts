import { resource } from '../../kernel/resource.ts';
import { COUNTRIES } from '../../merchant-record.ts';
import { MERCHANT_STATUSES, ROUTE_SETS } from '../../permissions.ts';

/** Every merchant, for staff. */
export const merchants = resource({
  slug: 'merchants',
  title: 'Merchants',
  path: '/api/merchants',
  read: ROUTE_SETS.BACKOFFICE,
  scope: 'all',
  created: 'createdDate',
  csv: { persons: true },
  serves: 'API-76, API-77, MB-01, AM-05',
  columns: {
    id: { label: 'ID', kind: 'id', sort: true },
    merchantId: { label: 'Merchant ID', kind: 'text', sort: true },
    name: { label: 'Name', kind: 'text', sort: true },
    legalId: { label: 'Legal ID', kind: 'text', sort: true, nullable: true },
    status: { label: 'Status', kind: 'status', sort: true, enumeration: MERCHANT_STATUSES },
    mccCode: { label: 'MCC', kind: 'text', sort: true, nullable: true },
    country: {
      label: 'Country',
      kind: 'choice',
      sort: true,
      nullable: true,
      enumeration: COUNTRIES,
    },
    email: { label: 'Email', kind: 'text', sort: true, nullable: true },
    phone: { label: 'Phone', kind: 'text', sort: true, nullable: true, hidden: 'screen' },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true },
  },
});
