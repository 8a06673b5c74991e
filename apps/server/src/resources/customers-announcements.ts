import {
  customersAnnouncementDetail,
  customersAnnouncements,
} from '@paydesk/contract/resources/customers-announcements.ts';
import type { Handlers } from '../platform/http/handlers.ts';
import { defineList } from '../platform/list/definition.ts';
import { oneRow } from '../platform/list/engine.ts';
import type { Services } from '../platform/services.ts';

const FROM = 'customers_announcements a';
const columns = {
  id: 'a.id',
  title: 'a.title',
  language: 'a.language',
  segment: 'a.segment',
  validFrom: 'a.valid_from',
  validTo: 'a.valid_to',
  active: 'a.active',
  createdDate: 'a.created_date',
};

export const customersAnnouncementsList = defineList({
  resource: customersAnnouncements,
  from: FROM,
  id: 'a.id',
  columns,
});

/** The same row with its text, which pages of the list do without. */
const detail = defineList({
  resource: customersAnnouncementDetail,
  from: FROM,
  id: 'a.id',
  columns: { ...columns, text: 'a.text' },
});

/** One announcement for customers (API-140). */
export const customersAnnouncementHandlers = ({
  database,
}: Services): Handlers<'GET /api/customers-announcements/{id}'> => ({
  'GET /api/customers-announcements/{id}': ({ actor, params }) =>
    oneRow(database, detail, actor, params.id),
});
