import * as z from 'zod';
import { endpoints, instant, listEndpoint, uuid } from '../kernel/endpoint.ts';
import { stageColumn } from '../kernel/life-cycle.ts';
import { record, recordEndpoints } from '../kernel/record.ts';
import { resource } from '../kernel/resource.ts';
import { toldActions } from '../kernel/told.ts';
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
    status: stageColumn,
    validFrom: { label: 'Valid From', kind: 'dateTime', sort: true },
    validTo: { label: 'Valid To', kind: 'dateTime', sort: true, nullable: true },
    active: { label: 'Active', kind: 'boolean', sort: true },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true },
  },
});

const { create, update, remove } = toldActions({
  entity: 'ANNOUNCEMENT',
  serves: 'SB-45, AM-46, AM-82',
  fields: {
    application: {
      label: 'Application',
      kind: 'choice',
      required: true,
      enumeration: APPLICATIONS,
    },
  },
  begins: { application: 'MERCHANT_CONSOLE' },
  title: 'New announcement',
  of: 'an announcement',
  to: 'the people of an application',
  unread: 'Nobody sees it any more',
});

/** One of them with its text, as staff write it. */
export const announcement = record({
  of: announcements,
  name: 'AnnouncementRecord',
  entity: 'ANNOUNCEMENT',
  tag: announcements.title,
  one: {
    path: '/api/announcements/{id}',
    summary: 'One announcement, with its text',
    serves: 'ST-10, SB-45',
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
    application: 'Application',
    validFrom: 'Valid From',
    validTo: 'Valid To',
    active: 'Active',
  },
  actions: {
    'POST /api/announcements': create,
    'PUT /api/announcements/{id}': update,
    'DELETE /api/announcements/{id}': remove,
  },
});

export const announcementEndpoints = endpoints(() => ({
  'GET /api/settings/announcements': listEndpoint(announcements),
  ...recordEndpoints(announcement),
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
