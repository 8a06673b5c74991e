import * as z from 'zod';
import { endpoints, instant, listEndpoint, uuid } from '../kernel/endpoint.ts';
import type { Fields } from '../kernel/fields.ts';
import { checkValidity, stageColumn, validFields } from '../kernel/life-cycle.ts';
import { record, recordAction, recordEndpoints } from '../kernel/record.ts';
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
    status: stageColumn,
    validFrom: { label: 'Valid From', kind: 'dateTime', sort: true },
    validTo: { label: 'Valid To', kind: 'dateTime', sort: true, nullable: true },
    active: { label: 'Active', kind: 'boolean', sort: true },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true },
  },
});

/** SB-45; the text is HTML, cleaned as it is written (AM-46). */
const fields = {
  title: { label: 'Title', kind: 'text', required: true, maxLength: 255 },
  text: { label: 'Text', kind: 'html', required: true, maxLength: 10_000 },
  application: {
    label: 'Application',
    kind: 'choice',
    required: true,
    enumeration: APPLICATIONS,
  },
  ...validFields,
} as const satisfies Fields;

/** AM-82 */
const staff = { anyOf: ['READ_ANY_USER'], roles: ['BACKOFFICE_ADMIN'] } as const;
const shared = { serves: 'SB-45, AM-46, AM-82', asks: staff, whyNot: () => null } as const;

const createAnnouncement = recordAction<unknown, typeof fields>({
  ...shared,
  label: 'New announcement',
  summary: 'Announce something to the people of an application',
  audited: 'CREATE_ANNOUNCEMENT',
  fields,
  begins: { application: 'MERCHANT_CONSOLE', active: true },
  check: checkValidity,
  dialog: { title: 'New announcement', submit: 'Create announcement' },
  success: 'Announcement created successfully',
});

const updateAnnouncement = recordAction<object, typeof fields>({
  ...shared,
  label: 'Save',
  summary: 'Change an announcement',
  audited: 'UPDATE_ANNOUNCEMENT',
  fields,
  check: checkValidity,
  success: 'Announcement updated successfully',
});

const deleteAnnouncement = recordAction<{ title: string }>({
  ...shared,
  label: 'Delete',
  summary: 'Delete an announcement',
  audited: 'DELETE_ANNOUNCEMENT',
  dialog: {
    title: ({ title }) => `Delete ${title}?`,
    consequence: 'Nobody sees it any more, and it can’t be brought back.',
    submit: 'Delete announcement',
  },
  danger: true,
  success: 'Announcement deleted successfully',
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
    updatedDate: { label: 'Changed', kind: 'dateTime', nullable: true },
    updatedBy: { label: 'Changed by', kind: 'text', nullable: true },
  },
  shown: {
    title: 'Title',
    application: 'Application',
    validFrom: 'Valid From',
    validTo: 'Valid To',
    active: 'Active',
  },
  actions: {
    'POST /api/announcements': createAnnouncement,
    'PUT /api/announcements/{id}': updateAnnouncement,
    'DELETE /api/announcements/{id}': deleteAnnouncement,
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
