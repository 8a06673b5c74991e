import { endpoints, listEndpoint } from '../kernel/endpoint.ts';
import type { Enumeration } from '../kernel/enumeration.ts';
import type { Fields } from '../kernel/fields.ts';
import { checkValidity, stageColumn, validFields } from '../kernel/life-cycle.ts';
import { record, recordAction, recordEndpoints } from '../kernel/record.ts';
import { resource } from '../kernel/resource.ts';

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

const fields = {
  title: { label: 'Title', kind: 'text', required: true, maxLength: 255 },
  text: { label: 'Text', kind: 'html', required: true, maxLength: 10_000 },
  language: { label: 'Language', kind: 'choice', required: true, enumeration: LANGUAGES },
  segment: { label: 'Segment', kind: 'choice', required: true, enumeration: SEGMENTS },
  ...validFields,
} as const satisfies Fields;

/** AM-82 */
const staff = { anyOf: ['READ_ANY_USER'], roles: ['BACKOFFICE_ADMIN'] } as const;
const shared = { serves: 'ST-11, AM-46, AM-82', asks: staff, whyNot: () => null } as const;

const createOne = recordAction<unknown, typeof fields>({
  ...shared,
  label: 'New announcement',
  summary: 'Announce something to customers of one language',
  audited: 'CREATE_CUSTOMERS_ANNOUNCEMENT',
  fields,
  begins: { segment: 'ALL', active: true },
  check: checkValidity,
  dialog: { title: 'New announcement for customers', submit: 'Create announcement' },
  success: 'Announcement created successfully',
});

const updateOne = recordAction<object, typeof fields>({
  ...shared,
  label: 'Save',
  summary: 'Change an announcement for customers',
  audited: 'UPDATE_CUSTOMERS_ANNOUNCEMENT',
  fields,
  check: checkValidity,
  success: 'Announcement updated successfully',
});

const deleteOne = recordAction<{ title: string }>({
  ...shared,
  label: 'Delete',
  summary: 'Delete an announcement for customers',
  audited: 'DELETE_CUSTOMERS_ANNOUNCEMENT',
  dialog: {
    title: ({ title }) => `Delete ${title}?`,
    consequence: 'Nobody reads it any more, and it can’t be brought back.',
    submit: 'Delete announcement',
  },
  danger: true,
  success: 'Announcement deleted successfully',
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
    updatedDate: { label: 'Changed', kind: 'dateTime', nullable: true },
    updatedBy: { label: 'Changed by', kind: 'text', nullable: true },
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
    'POST /api/customers-announcements': createOne,
    'PUT /api/customers-announcements/{id}': updateOne,
    'DELETE /api/customers-announcements/{id}': deleteOne,
  },
});

export const customersAnnouncementEndpoints = endpoints(() => ({
  'GET /api/customers-announcements': listEndpoint(customersAnnouncements),
  ...recordEndpoints(customersAnnouncement),
}));
