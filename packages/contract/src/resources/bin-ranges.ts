import { endpoints, listEndpoints } from '../kernel/endpoint.ts';
import { CARD_TYPES, PAYMENT_SCHEMES } from '../kernel/cards.ts';
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
    scheme: { label: 'Scheme', kind: 'choice', sort: true, enumeration: PAYMENT_SCHEMES },
    cardType: { label: 'Card Type', kind: 'choice', sort: true, enumeration: CARD_TYPES },
    issuer: { label: 'Issuer', kind: 'text', sort: true },
    country: { label: 'Country', kind: 'text', sort: true },
    active: { label: 'Active', kind: 'boolean', sort: true },
    updatedDate: { label: 'Updated', kind: 'dateTime', sort: true, nullable: true },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true, hidden: true },
  },
});

export const binRangeEndpoints = endpoints(() => listEndpoints(binRanges));
