import { endpoints, listEndpoint } from '../kernel/endpoint.ts';
import type { Enumeration } from '../kernel/enumeration.ts';
import { stageColumn } from '../kernel/life-cycle.ts';
import { record, recordEndpoints } from '../kernel/record.ts';
import { resource } from '../kernel/resource.ts';
import { toldActions } from '../kernel/told.ts';

export const LANGUAGES = {
  EN: 'English',
  ET: 'Estonian',
  LV: 'Latvian',
  LT: 'Lithuanian',
} as const satisfies Enumeration;

/** Which customers read it. */
export const SEGMENTS = {
  ALL: 'All customers',
  CARD_HOLDERS: 'Card holders',
  BORROWERS: 'Borrowers',
} as const satisfies Enumeration;

export const customersAnnouncements = resource({
  slug: 'customers-announcements',
  title: 'Customer Announcements',
  path: '/api/customers-announcements',
  read: ['READ_ANY_USER'],
  scope: 'all',
  created: 'createdDate',
  serves: 'API-139, ST-11',
  columns: {
    id: { label: 'ID', kind: 'id', sort: true },
    title: { label: 'Title', kind: 'text', sort: true },
    language: { label: 'Language', kind: 'choice', sort: true, enumeration: LANGUAGES },
    segment: { label: 'Segment', kind: 'choice', sort: true, enumeration: SEGMENTS },
    status: stageColumn,
    validFrom: { label: 'Valid From', kind: 'dateTime', sort: true },
    validTo: { label: 'Valid To', kind: 'dateTime', sort: true, nullable: true },
    active: { label: 'Active', kind: 'boolean', sort: true },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true },
  },
});

const { create, update, remove } = toldActions({
  entity: 'CUSTOMERS_ANNOUNCEMENT',
  serves: 'ST-11, AM-46, AM-82',
  fields: {
    language: { label: 'Language', kind: 'choice', required: true, enumeration: LANGUAGES },
    segment: { label: 'Segment', kind: 'choice', required: true, enumeration: SEGMENTS },
  },
  begins: { segment: 'ALL' },
  title: 'New announcement for customers',
  of: 'an announcement for customers',
  to: 'customers of one language',
  unread: 'Nobody reads it any more',
});

/** One of them with its text: HTML, cleaned when it was written (AM-46). */
export const customersAnnouncement = record({
  of: customersAnnouncements,
  name: 'CustomersAnnouncement',
  entity: 'CUSTOMERS_ANNOUNCEMENT',
  one: {
    path: '/api/customers-announcements/{id}',
    summary: 'One announcement for customers, with its text',
    serves: 'API-140, ST-11',
    history: 'AT-01, SB-46',
  },
  fields: {
    text: { label: 'Text', kind: 'payload' },
    createdBy: { label: 'Created by', kind: 'text', nullable: true },
    updatedDate: { label: 'Updated', kind: 'dateTime', nullable: true },
    updatedBy: { label: 'Updated by', kind: 'text', nullable: true },
  },
  shown: {
    title: 'Title',
    language: 'Language',
    segment: 'Segment',
    validFrom: 'Valid From',
    validTo: 'Valid To',
    active: 'Active',
  },
  actions: {
    'POST /api/customers-announcements': create,
    'PUT /api/customers-announcements/{id}': update,
    'DELETE /api/customers-announcements/{id}': remove,
  },
});

export const customersAnnouncementEndpoints = endpoints(() => ({
  'GET /api/customers-announcements': listEndpoint(customersAnnouncements),
  ...recordEndpoints(customersAnnouncement),
}));
