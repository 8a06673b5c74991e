import { BIN_SCHEMES, CARD_TYPES } from '../kernel/cards.ts';
import { anyOf, endpoints, listEndpoints } from '../kernel/endpoint.ts';
import { loadQuery, loadReport, LOADS_FILES } from '../kernel/loads.ts';
import { resource } from '../kernel/resource.ts';

/** Whose the cards are whose numbers begin within From and To, both included. */
export const binRanges = resource({
  slug: 'bin-ranges',
  title: 'BIN Ranges',
  path: '/api/settings/bin-ranges',
  read: ['READ_ANY_USER'],
  scope: 'all',
  created: 'createdDate',
  csv: {},
  serves: 'API-145, API-146, ST-04, CS-17',
  columns: {
    id: { label: 'ID', kind: 'id', sort: true },
    from: { label: 'From', kind: 'text', sort: true },
    to: { label: 'To', kind: 'text', sort: true },
    scheme: { label: 'Scheme', kind: 'choice', sort: true, enumeration: BIN_SCHEMES },
    cardType: {
      label: 'Card Type',
      kind: 'choice',
      sort: true,
      nullable: true,
      enumeration: CARD_TYPES,
    },
    issuer: { label: 'Issuer', kind: 'text', sort: true },
    country: { label: 'Country', kind: 'text', sort: true },
    active: { label: 'Active', kind: 'boolean', sort: true },
    updatedDate: { label: 'Updated', kind: 'dateTime', sort: true, nullable: true },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true, hidden: true },
    product: {
      label: 'Product',
      kind: 'text',
      sort: true,
      hidden: 'screen',
      lastInFile: true,
      nullable: true,
    },
  },
});

export const binRangeEndpoints = endpoints(() => ({
  ...listEndpoints(binRanges),
  'POST /api/settings/bin-ranges': {
    summary:
      'Load the ranges out of a CSV file (from, to, scheme, issuer, country, product, type), in place of all that are there',
    serves: 'ST-04',
    access: anyOf(...LOADS_FILES.anyOf),
    roles: LOADS_FILES.roles,
    scope: 'all',
    query: loadQuery(),
    takes: { type: 'text/csv', mostBytes: 256 * 1024 * 1024 },
    answer: loadReport(),
  },
}));
