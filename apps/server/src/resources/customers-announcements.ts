import {
  customersAnnouncement,
  customersAnnouncements,
} from '@paydesk/contract/resources/customers-announcements.ts';
import { stageOf } from '../domain/life-cycle.ts';
import { defineList } from '../platform/list/definition.ts';
import { defineRecord } from '../platform/record.ts';
import { defineManifest } from '../platform/manifest.ts';

export const customersAnnouncementsList = defineList({
  resource: customersAnnouncements,
  from: 'customers_announcements a',
  id: 'a.id',
  columns: {
    id: 'a.id',
    title: 'a.title',
    language: 'a.language',
    segment: 'a.segment',
    status: stageOf('a'),
    validFrom: 'a.valid_from',
    validTo: 'a.valid_to',
    active: 'a.active',
    createdDate: 'a.created_date',
  },
});

/** One announcement for customers, with its text (API-140). */
export const customersAnnouncementRecord = defineRecord({
  record: customersAnnouncement,
  list: customersAnnouncementsList,
  table: 'customers_announcements',
  into: (tx) => tx.insertInto('customers_announcements'),
  columns: {
    text: 'a.text',
    createdBy: 'a.created_by',
    updatedDate: 'a.updated_date',
    updatedBy: 'a.updated_by',
  },
  actions: {
    'POST /api/customers-announcements': ({ stored }) => ({ set: stored }),
    'PUT /api/customers-announcements/{id}': ({ stored }) => ({ set: stored }),
    'DELETE /api/customers-announcements/{id}': () => ({}),
  },
});

export const manifest = defineManifest({
  lists: [customersAnnouncementsList],
  records: [customersAnnouncementRecord],
});
