import { record, recordAction } from '../../kernel/record.ts';
import { resource } from '../../kernel/resource.ts';
import type { Fields } from '../../kernel/fields.ts';

/** What staff write down of a customer: only ever added to, and read by staff alone. */
export const customerNotes = resource({
  slug: 'customer-notes',
  title: 'Notes',
  path: '/api/customers/{id}/notes',
  read: ['READ_ANY_USER'],
  scope: 'all',
  created: 'createdDate',
  serves: 'CU-02, SB-46',
  columns: {
    id: { label: 'ID', kind: 'id', hidden: true },
    note: { label: 'Note', kind: 'text', sort: true },
    createdBy: { label: 'Written by', kind: 'text', sort: true },
    createdDate: { label: 'Written', kind: 'dateTime', sort: true },
    customerId: { label: 'Customer id', kind: 'id', hidden: true },
  },
});

const noteFields = {
  note: { label: 'Note', kind: 'textarea', required: true, maxLength: 2000 },
} as const satisfies Fields;

export const customerNote = record({
  of: customerNotes,
  name: 'CustomerNote',
  entity: 'CUSTOMER_NOTE',
  tag: 'Customers',
  below: 'customerId',
  one: {
    path: '/api/customers/{id}/notes/{noteId}',
    summary: 'One note of a customer; another customer’s is absent',
    serves: 'CU-02',
  },
  fields: {},
  shown: {},
  actions: {
    'POST /api/customers/{id}/notes': recordAction<unknown, typeof noteFields>({
      label: 'Write a note',
      summary: 'Write a note about a customer, which nobody changes or deletes',
      serves: 'CU-02, SB-46',
      asks: { anyOf: ['READ_ANY_USER'], right: 'CUSTOMERS_CHANGE' },
      audited: 'WRITE_NOTE',
      whyNot: () => null,
      fields: noteFields,
      dialog: {
        title: 'Write a note',
        consequence:
          'It stays with the customer, with your name and the time: nobody changes or deletes it, unless the person is erased. Staff alone read it.',
        submit: 'Write the note',
      },
      success: 'The note is written',
    }),
  },
});
