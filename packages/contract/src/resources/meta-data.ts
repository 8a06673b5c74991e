import { endpoints, listEndpoint } from '../kernel/endpoint.ts';
import { resource } from '../kernel/resource.ts';
import { APPLICATIONS } from '../permissions.ts';

export const metaData = resource({
  slug: 'meta-data',
  title: 'Meta Data',
  path: '/api/settings/meta-data',
  read: ['READ_ANY_USER'],
  scope: 'all',
  created: 'createdDate',
  serves: 'API-147, ST-05',
  columns: {
    id: { label: 'ID', kind: 'id', hidden: true },
    key: { label: 'Key', kind: 'text', sort: true },
    value: { label: 'Value', kind: 'text' },
    application: { label: 'Application', kind: 'choice', enumeration: APPLICATIONS },
    description: { label: 'Description', kind: 'text' },
    updatedDate: { label: 'Updated', kind: 'dateTime', sort: true, nullable: true },
    updatedBy: { label: 'Updated By', kind: 'text', nullable: true },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true, hidden: true },
  },
});

export const metaDataEndpoints = endpoints(() => ({
  'GET /api/settings/meta-data': listEndpoint(metaData),
}));
