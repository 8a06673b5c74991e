import { endpoints, listEndpoints } from '../kernel/endpoint.ts';
import type { Enumeration } from '../kernel/enumeration.ts';
import { resource } from '../kernel/resource.ts';
import { SCREENING_RESULTS } from '../risk.ts';

export const SCREENING_LISTS = {
  PEP: 'PEP',
  SANCTIONS: 'Sanctions',
  ADVERSE_MEDIA: 'Adverse media',
} as const satisfies Enumeration;

/** What was found when customers were looked for on the lists of people to be careful with. */
export const screening = resource({
  slug: 'screening',
  title: 'Screening',
  path: '/api/screening',
  read: ['READ_ANY_USER'],
  scope: 'all',
  created: 'createdDate',
  csv: {},
  serves: 'API-28, API-29, CU-08',
  columns: {
    id: { label: 'ID', kind: 'id' },
    name: { label: 'Name', kind: 'text', sort: true },
    // a day without a time, which as text orders by its day of the month
    dateOfBirth: { label: 'Date of Birth', kind: 'text', nullable: true },
    list: { label: 'List', kind: 'choice', sort: true, enumeration: SCREENING_LISTS },
    matchScore: { label: 'Match Score', kind: 'number', sort: true },
    result: { label: 'Result', kind: 'status', sort: true, enumeration: SCREENING_RESULTS },
    reviewedBy: { label: 'Reviewed By', kind: 'text', nullable: true },
    reviewedAt: { label: 'Reviewed At', kind: 'dateTime', sort: true, nullable: true },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true },
    customerId: { label: 'Customer id', kind: 'id', hidden: true },
  },
});

export const screeningEndpoints = endpoints(() => listEndpoints(screening));
