import { phoneProblem } from '../../business/phone.ts';
import type { Fields } from '../../kernel/fields.ts';
import { recordAction } from '../../kernel/record.ts';

/** What staff do to an institution. */

/** Who changes what lends. */
export const institutionAsks = {
  anyOf: ['READ_ANY_USER'],
  roles: ['BACKOFFICE_ADMIN'],
  right: 'LENDERS_CHANGE',
} as const;

const unlike = { kind: 'text', required: true, alike: true } as const;

const institutionFields = {
  name: { ...unlike, label: 'Name', maxLength: 255, unique: 'Another institution has this Name' },
  code: { ...unlike, label: 'Code', maxLength: 64, unique: 'Another institution has this Code' },
  // they stand in what its borrowers read and sign
  address: { label: 'Address', kind: 'text', maxLength: 255 },
  supervisor: { label: 'Supervisory authority', kind: 'text', maxLength: 255 },
  logoUrl: { label: 'Logo', kind: 'picture' },
  operationsEmail: {
    label: 'Operations email',
    kind: 'email',
    maxLength: 254,
    hint: 'For the back office, where a loan or its refund waits for an answer. Merchants and borrowers don’t see it.',
  },
  operationsPhone: { label: 'Operations phone', kind: 'text', maxLength: 30 },
} as const satisfies Fields;

/** A number that can be called. */
function checkContact({ operationsPhone: phone }: Readonly<Record<string, unknown>>) {
  const why = typeof phone === 'string' && phone ? phoneProblem(phone) : null;
  const refused: Record<string, string> = why ? { operationsPhone: why } : {};
  return refused;
}

export const addInstitution = recordAction<unknown, typeof institutionFields>({
  label: 'New institution',
  summary: 'Make a financing institution; it lends by the products that are made of it',
  serves: 'FI-09, FI-10',
  asks: institutionAsks,
  audited: 'CREATE_FINANCING_INSTITUTION',
  whyNot: () => null,
  fields: institutionFields,
  check: checkContact,
  dialog: {
    title: 'New institution',
    consequence:
      'It is active at once, and lends by the products that you make of it. None of them is offered to borrowers before its address and its supervisory authority are known: both stand in the agreement.',
    submit: 'Create institution',
  },
  success: 'Institution created successfully',
});

export const updateInstitution = recordAction<{ name: string }, typeof institutionFields>({
  label: 'Edit',
  summary: 'Change what a financing institution is called, how it is reached, or its logo',
  serves: 'FI-10',
  asks: institutionAsks,
  audited: 'UPDATE_FINANCING_INSTITUTION',
  whyNot: () => null,
  fields: institutionFields,
  check: checkContact,
  dialog: { title: ({ name }) => `Edit ${name}`, submit: 'Save institution' },
  success: 'Institution updated',
});

interface Lending {
  name: string;
  active: boolean;
  products: number;
  productsOn: number;
  loans: number;
  loansUnderWay: number;
  offersOpen: number;
}

const counted = (count: number, one: string, many: string) =>
  `${count === 0 ? 'No' : count} ${count === 1 ? one : many}`;

export const deactivateInstitution = recordAction<Lending>({
  label: 'Deactivate',
  summary: 'Switch an institution off: nobody applies to it any more',
  serves: 'FI-10, SB-41',
  asks: institutionAsks,
  audited: 'DEACTIVATE_FINANCING_INSTITUTION',
  whyNot: ({ active }) => (active ? null : 'It is inactive already'),
  looksAt: 'active',
  dialog: {
    title: ({ name }) => `Deactivate ${name}?`,
    consequence: ({ productsOn, loansUnderWay, offersOpen }) =>
      [
        `No new application goes to it. ${counted(productsOn, 'active product', 'active products')} of it: none is offered any more, and an order that nobody else lends for is refused.`,
        `What exists goes on: loans under way (${loansUnderWay}), offers to choose from (${offersOpen}), and every refund.`,
        'It can be activated again.',
      ].join('\n'),
    submit: ({ name }) => `Deactivate ${name}`,
  },
  danger: true,
  success: 'Institution deactivated: no new application goes to it',
});

export const activateInstitution = recordAction<Lending>({
  label: 'Activate',
  summary: 'Switch an institution on again',
  serves: 'FI-10, SB-41',
  asks: institutionAsks,
  audited: 'ACTIVATE_FINANCING_INSTITUTION',
  whyNot: ({ active }) => (active ? 'It is active already' : null),
  looksAt: 'active',
  dialog: {
    title: ({ name }) => `Activate ${name}?`,
    consequence: ({ productsOn }) =>
      `${counted(productsOn, 'active product', 'active products')} of it: new applications may go to it from now on.`,
    submit: ({ name }) => `Activate ${name}`,
  },
  success: 'Institution activated: new applications may go to it',
});

export const deleteInstitution = recordAction<Lending>({
  label: 'Delete institution',
  summary: 'Delete an institution without products and loans',
  serves: 'FI-09, SB-41',
  asks: institutionAsks,
  audited: 'DELETE_FINANCING_INSTITUTION',
  whyNot: ({ products, loans }) => {
    if (loans > 0) return 'Loans refer to this institution: deactivate it instead';
    return products > 0 ? 'It has products: delete those first, or deactivate it' : null;
  },
  looksAt: 'products',
  dialog: {
    title: ({ name }) => `Delete ${name}?`,
    consequence: 'It has no product and gave no loan. It can’t be brought back.',
    submit: ({ name }) => `Delete ${name}`,
  },
  danger: true,
  success: 'Institution deleted',
});
