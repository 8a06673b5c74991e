import type { Fields } from '../../kernel/fields.ts';
import { fullName } from '../../kernel/full-name.ts';
import { recordAction } from '../../kernel/record-action.ts';
import type { Requirement } from '../../policy.ts';

/** Who sees to what is held of a person: administrators of the back office. */
export const SEES_TO_PERSONS = {
  anyOf: ['READ_ANY_USER'],
  roles: ['BACKOFFICE_ADMIN'],
  right: 'PERSONAL_DATA',
} as const satisfies Requirement;

/** Who may see personal ids whole: staff, unless a role of the firm's own leaves it out. */
export const SEES_PERSONAL_IDS = {
  anyOf: ['READ_ANY_USER'],
  right: 'PERSONAL_IDS',
} as const satisfies Requirement;

/** So long a personal id that was asked for is shown, to who asked; and how many of them one person asks for in a day. */
export const SHOWN_SECONDS = 30;
export const SHOWN_A_DAY = 50;

interface Person {
  personalId: string | null;
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
  erasedDate === null ? null : 'They have been erased already';

const showFields = {
  reason: { label: 'Why you need to see it', kind: 'textarea', required: true, maxLength: 500 },
} as const satisfies Fields;

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
      title: ({ firstName, lastName }) =>
        `Export what is held about ${fullName(firstName, lastName)}?`,
      consequence: `You can download it for ${EXPORT_MINUTES} minutes. This is recorded in the audit log, with your reason.`,
      submit: 'Prepare export',
    },
    success: 'The export can be downloaded for an hour',
  }),
  show: recordAction<Person, typeof showFields>({
    label: 'Show personal ID',
    summary: `Show the personal id of a customer to whoever asks, for ${SHOWN_SECONDS} seconds`,
    serves: 'SB-46, SB-47',
    audited: 'SHOW_PERSONAL_ID',
    asks: SEES_PERSONAL_IDS,
    sensitive: 'RIGHTS',
    whyNot: ({ personalId }) => (personalId === null ? 'No personal ID is known' : null),
    looksAt: 'personalId',
    fields: showFields,
    dialog: {
      title: ({ firstName, lastName }) =>
        `Show the personal ID of ${fullName(firstName, lastName)}?`,
      consequence: `You see it for ${SHOWN_SECONDS} seconds. This is recorded in the audit log, with your reason.`,
      submit: 'Show personal ID',
    },
    success: `The personal ID is shown for ${SHOWN_SECONDS} seconds`,
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
      (person.unfinished === null ? null : `Not while this is open: ${person.unfinished}`),
    fields,
    dialog: {
      title: ({ firstName, lastName }) => `Erase ${fullName(firstName, lastName)}?`,
      consequence:
        'Names, addresses, numbers, cards and notes are removed for good. Payments, loans and their amounts are kept, and no longer say whose they were; the Personal data tab lists both.\nThis can’t be undone.',
      submit: ({ firstName, lastName }) => `Erase ${fullName(firstName, lastName)}`,
    },
    danger: true,
    success: 'The person is erased',
  }),
};
