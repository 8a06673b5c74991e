import type { Enumeration } from '../../kernel/enumeration.ts';
import { historyOf } from '../../kernel/history.ts';
import { resource } from '../../kernel/resource.ts';
import { MERCHANT_STATUSES, ROUTE_SETS } from '../../permissions.ts';

/** Where a merchant may be at home: the European Economic Area, Switzerland and the United Kingdom. */
export const COUNTRIES = {
  AT: 'Austria',
  BE: 'Belgium',
  BG: 'Bulgaria',
  CH: 'Switzerland',
  CY: 'Cyprus',
  CZ: 'Czechia',
  DE: 'Germany',
  DK: 'Denmark',
  EE: 'Estonia',
  ES: 'Spain',
  FI: 'Finland',
  FR: 'France',
  GB: 'United Kingdom',
  GR: 'Greece',
  HR: 'Croatia',
  HU: 'Hungary',
  IE: 'Ireland',
  IS: 'Iceland',
  IT: 'Italy',
  LI: 'Liechtenstein',
  LT: 'Lithuania',
  LU: 'Luxembourg',
  LV: 'Latvia',
  MT: 'Malta',
  NL: 'Netherlands',
  NO: 'Norway',
  PL: 'Poland',
  PT: 'Portugal',
  RO: 'Romania',
  SE: 'Sweden',
  SI: 'Slovenia',
  SK: 'Slovakia',
} as const satisfies Enumeration;

/** Every merchant, for staff. */
export const merchants = resource({
  slug: 'merchants',
  title: 'Merchants',
  path: '/api/merchants',
  read: ROUTE_SETS.BACKOFFICE,
  scope: 'all',
  created: 'createdDate',
  csv: {},
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
    phone: { label: 'Phone', kind: 'text', sort: true, nullable: true },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true },
  },
});

export const merchantHistory = historyOf({
  slug: 'merchant-history',
  path: '/api/merchants/{id}/history',
  read: ROUTE_SETS.BACKOFFICE,
  serves: 'AT-01, SB-46',
});
