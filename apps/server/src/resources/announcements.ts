import {
  announcement,
  announcements,
  type Announcement,
} from '@paydesk/contract/resources/announcements.ts';
import { sql } from 'kysely';
import { stageOf } from '../domain/life-cycle.ts';
import type { Handlers } from '../platform/http/handlers.ts';
import { defineList } from '../platform/list/definition.ts';
import type { Services } from '../platform/services.ts';
import { defineManifest } from '../platform/manifest.ts';
import { defineRecord } from '../platform/record.ts';

export const announcementsList = defineList({
  resource: announcements,
  from: 'announcements a',
  id: 'a.id',
  columns: {
    id: 'a.id',
    title: 'a.title',
    application: 'a.application',
    status: stageOf('a'),
    validFrom: 'a.valid_from',
    validTo: 'a.valid_to',
    active: 'a.active',
    createdDate: 'a.created_date',
  },
});

/** One of them, written and changed by staff (SB-45). */
export const announcementRecord = defineRecord({
  record: announcement,
  list: announcementsList,
  table: 'announcements',
  into: (tx) => tx.insertInto('announcements'),
  columns: {
    text: 'a.text',
    createdBy: 'a.created_by',
    updatedDate: 'a.updated_date',
    updatedBy: 'a.updated_by',
  },
  actions: {
    'POST /api/announcements': ({ stored }) => ({ set: stored }),
    'PUT /api/announcements/{id}': ({ stored }) => ({ set: stored }),
    'DELETE /api/announcements/{id}': () => ({}),
  },
});

/** Active, within their validity, meant for merchants; the newest first (SB-45). */
const SAID_NOW = sql<Announcement>`
  select id, title, text, valid_from as "validFrom" from announcements
  where application = 'MERCHANT_CONSOLE' and active
    and valid_from <= now() and (valid_to is null or valid_to > now())
  order by valid_from desc, id desc`;

/** What merchants are told (API-138); the endpoint's row keeps everybody else out. */
export const announcementHandlers = ({
  database,
}: Services): Handlers<'GET /api/announcements'> => ({
  'GET /api/announcements': ({ actor }) => database.run(SAID_NOW, actor.sight),
});

export const manifest = defineManifest({
  lists: [announcementsList],
  records: [announcementRecord],
  handlers: [announcementHandlers],
});
