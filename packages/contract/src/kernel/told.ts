import type { Fields } from './fields.ts';
import { recordAction } from './record.ts';

/** From when to when; without an end it goes on. */
const validFields = {
  validFrom: { label: 'Valid From', kind: 'dateTime', required: true },
  validTo: { label: 'Valid To', kind: 'dateTime' },
  active: { label: 'Active', kind: 'boolean', required: true },
} as const satisfies Fields;

type Values = Readonly<Record<string, unknown>>;

/** Nothing ends before it begins; what an edit leaves out stays as it is. */
function checkValidity(values: Values, record: unknown): Record<string, string> {
  const { validFrom, validTo } = { ...(record as Values), ...values };
  const [from, to] = [validFrom, validTo].map((at) => Date.parse(String(at)));
  return from! >= to! ? { validTo: 'Valid To must be after Valid From' } : {};
}

/** A text for people: HTML, cleaned as it is written (AM-46), and when it is there to be read (SB-45). */
const toldFields = {
  title: { label: 'Title', kind: 'text', required: true, maxLength: 255 },
  text: { label: 'Text', kind: 'html', required: true, maxLength: 10_000 },
} as const satisfies Fields;

/** What staff do with such texts (AM-82): one is written, changed and deleted. */
/* @__NO_SIDE_EFFECTS__ */
export function toldActions<const F extends Fields>({
  entity,
  serves,
  fields: whom,
  begins,
  title,
  of,
  to,
  unread,
}: {
  entity: string;
  serves: string;
  /** For whom it is. */
  fields: F;
  begins: Readonly<Record<string, string>>;
  title: string;
  /** Of the sentences on the reference page: 'an announcement', and to whom a new one speaks. */
  of: string;
  to: string;
  /** What becomes of one that is deleted. */
  unread: string;
}) {
  const fields = { ...toldFields, ...whom, ...validFields };
  const shared = {
    serves,
    asks: {
      anyOf: ['READ_ANY_USER'],
      roles: ['BACKOFFICE_ADMIN'],
      right: 'ANNOUNCEMENTS_CHANGE',
    },
    whyNot: () => null,
  } as const;
  return {
    create: recordAction<unknown, typeof fields>({
      ...shared,
      label: 'New announcement',
      summary: `Announce something to ${to}`,
      audited: `CREATE_${entity}`,
      fields,
      begins: { ...begins, active: true },
      check: checkValidity,
      dialog: { title, submit: 'Create announcement' },
      success: 'Announcement created successfully',
    }),
    update: recordAction<object, typeof fields>({
      ...shared,
      label: 'Save',
      summary: `Change ${of}`,
      audited: `UPDATE_${entity}`,
      fields,
      check: checkValidity,
      success: 'Announcement updated successfully',
    }),
    remove: recordAction<{ title: string }>({
      ...shared,
      label: 'Delete',
      summary: `Delete ${of}`,
      audited: `DELETE_${entity}`,
      dialog: {
        title: ({ title: its }) => `Delete ${its}?`,
        consequence: `${unread}, and it can’t be brought back.`,
        submit: 'Delete announcement',
      },
      danger: true,
      success: 'Announcement deleted successfully',
    }),
  };
}
