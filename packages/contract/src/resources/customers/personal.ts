import type { Fields } from '../../kernel/fields.ts';
import { recordAction } from '../../kernel/record-action.ts';
import type { Requirement } from '../../policy.ts';

/** Who sees to what is held of a person: administrators of the back office. */
export const SEES_TO_PERSONS = {
  anyOf: ['READ_ANY_USER'],
  roles: ['BACKOFFICE_ADMIN'],
  right: 'PERSONAL_DATA',
} as const satisfies Requirement;

interface Person {
  firstName: string;
  lastName: string;
  unfinished: string | null;
  erasedDate: string | null;
}

const reads = 'GET /api/customers/{id}';
const fields = {
  reason: { label: 'Who asked for it, and when', kind: 'textarea', required: true, maxLength: 500 },
} as const satisfies Fields;

/** How long an export may be taken along once it was asked for. */
export const EXPORT_MINUTES = 60;

const goneAlready = ({ erasedDate }: Person) =>
  erasedDate === null ? null : 'They were erased: nothing of them is left';

/** What is done about all that is held of one customer. */
export const personalActions = {
  export: recordAction<Person, typeof fields>({
    label: 'Export personal data',
    summary: 'Ask to take along all that is held of a customer, for an hour',
    serves: 'SB-46',
    audited: 'ASK_PERSONAL_DATA',
    asks: SEES_TO_PERSONS,
    sensitive: 'RIGHTS',
    secondPerson: { kind: 'EXPORT', reads },
    whyNot: goneAlready,
    fields,
    dialog: {
      title: ({ firstName, lastName }) => `Export what is held of ${firstName} ${lastName}?`,
      consequence: `You can download it for ${EXPORT_MINUTES} minutes. That you did stands in the audit log, with your reason.`,
      submit: 'Make it ready',
    },
    success: 'The export can be downloaded for an hour',
  }),
  erase: recordAction<Person, typeof fields>({
    label: 'Erase',
    summary:
      'Erase a customer: names, addresses, numbers and cards go, from texts and the audit log too; the books stay',
    serves: 'SB-42, SB-46',
    audited: 'ERASE_PERSON',
    asks: SEES_TO_PERSONS,
    sensitive: 'RIGHTS',
    secondPerson: { kind: 'ERASURE', reads },
    whyNot: (person) =>
      goneAlready(person) ??
      (person.unfinished === null ? null : `Not while this goes on: ${person.unfinished}`),
    fields,
    dialog: {
      title: ({ firstName, lastName }) => `Erase ${firstName} ${lastName}?`,
      consequence:
        'Under Personal data stands what changes and what stays. Names, addresses, numbers, cards and notes go for good; payments, loans and their amounts stay, and nobody can tell any more whose they were.\nThis can’t be undone.',
      submit: ({ firstName, lastName }) => `Erase ${firstName} ${lastName}`,
    },
    danger: true,
    success: 'The person is erased',
  }),
};
