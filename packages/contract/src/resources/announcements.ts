import * as z from 'zod';
import { endpoints, instant, listEndpoint, uuid } from '../kernel/endpoint.ts';
import { resource } from '../kernel/resource.ts';
import { APPLICATIONS } from '../permissions.ts';

/** What merchants are told: title and HTML text (BD-19), cleaned when it was written (AM-46). */
export interface Announcement {
  id: string;
  title: string;
  text: string;
  validFrom: string;
}

/** All of them, whomever they are for, for staff; what merchants are told is another call (ADR 42). */
export const announcements = resource({
  slug: 'announcements',
  title: 'Announcements',
  path: '/api/settings/announcements',
  read: ['READ_ANY_USER'],
  scope: 'all',
  created: 'createdDate',
  serves: 'ST-10, SB-45',
  columns: {
    id: { label: 'ID', kind: 'id', sort: true },
    title: { label: 'Title', kind: 'text', sort: true },
    application: { label: 'Application', kind: 'choice', sort: true, enumeration: APPLICATIONS },
    validFrom: { label: 'Valid From', kind: 'dateTime', sort: true },
    validTo: { label: 'Valid To', kind: 'dateTime', sort: true, nullable: true },
    active: { label: 'Active', kind: 'boolean', sort: true },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true },
  },
});

export const announcementEndpoints = endpoints(() => ({
  'GET /api/settings/announcements': listEndpoint(announcements),
  'GET /api/announcements': {
    summary: 'What the merchant console announces now',
    serves: 'API-138, BD-15..19, SB-45',
    access: 'authenticated',
    roles: ['MERCHANT_ADMIN', 'MERCHANT_OPERATOR'],
    scope: 'all',
    answer: z.array(
      z.strictObject({ id: uuid(), title: z.string(), text: z.string(), validFrom: instant() }),
    ) satisfies z.ZodType<Announcement[]>,
  },
}));
