import { sql } from 'kysely';
import { named, telephone } from '../../platform/search/sources.ts';
import { defineManifest } from '../../platform/manifest.ts';
import { cardsList, customersList, notesList } from './lists.ts';
import { cardRecord, customerHandlers, customerRecord, noteRecord } from './records.ts';

export const manifest = defineManifest({
  lists: [customersList, cardsList, notesList],
  records: [customerRecord, cardRecord, noteRecord],
  handlers: [customerHandlers],
  search: {
    customer: {
      read: ['READ_ANY_USER'],
      scope: 'all',
      from: 'customers c',
      id: 'c.id',
      title: `c.first_name || ' ' || c.last_name`,
      detail: 'c.email',
      status: null,
      newest: 'c.created_date',
      where: ({ email, names, phone }) => [
        email ? sql<boolean>`lower(c.email) = ${email}` : named('c.search_name', names),
        ...(phone ? [telephone('c.phone', phone)] : []),
      ],
    },
  },
});
