import { customerActions } from '@paydesk/contract/resources/customers/actions.ts';
import { sql } from 'kysely';
import { beginsLike, named, oneOf, telephone } from '../../platform/search/sources.ts';
import { defineManifest } from '../../platform/manifest.ts';
import { hasTrigram } from '../../platform/plain.ts';
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
      // namesakes are told apart by since when they are there, too
      detail: `concat_ws(' · ', c.email, 'since ' || to_char(c.created_date at time zone :zone, 'DD.MM.YYYY'))`,
      names: 'c.search_name',
      status: 'c.status',
      newest: 'c.created_date',
      also: { Phone: 'c.phone' },
      deeds: {
        state: `jsonb_build_object('name', c.status)`,
        stateOf: (status: { name: string }) => ({ status }),
        all: Object.values(customerActions).map((action) => ({
          action,
          can: oneOf('c.status', action.from),
        })),
      },
      where: ({ text, email, names, phone }) => [
        email ? sql<boolean>`lower(c.email) = ${email}` : named('c.search_name', names),
        // how an address begins, where an index of words knows something of it
        ...(/^\S+$/.test(text) && hasTrigram(text) ? [beginsLike('c.email', text)] : []),
        ...(phone ? [telephone('c.phone', phone)] : []),
      ],
    },
  },
});
