import { endpoints, listEndpoints } from '../kernel/endpoint.ts';
import type { Enumeration } from '../kernel/enumeration.ts';
import {
  featureColumns,
  featureEndpoints,
  features,
  turning,
  type Feature,
} from '../kernel/features.ts';
import type { Fields } from '../kernel/fields.ts';
import { ownGateway } from '../own-gateways.ts';
import { record, recordAction, recordEndpoints, type RecordOf } from '../kernel/record.ts';
import { resource } from '../kernel/resource.ts';

/** What an institution can do, or not (AM-111). */
export const INSTITUTION_FEATURES = {
  INSTANT_DECISION: 'Instant decision',
  REMOTE_SIGNING: 'Remote signing',
  PARTIAL_REFUND: 'Partial refund',
} as const satisfies Enumeration;

export type InstitutionFeatureName = keyof typeof INSTITUTION_FEATURES;

export const financingInstitutions = resource({
  slug: 'financing-institutions',
  title: 'Financing Institutions',
  path: '/api/financing/financing-institutions',
  read: ['READ_ANY_USER'],
  scope: 'all',
  created: 'createdDate',
  csv: {},
  serves: 'API-61, API-62, FI-09',
  columns: {
    id: { label: 'ID', kind: 'id', sort: true },
    logoUrl: { label: 'Logo', kind: 'text', sort: true, filter: false, nullable: true },
    name: { label: 'Name', kind: 'text', sort: true },
    code: { label: 'Code', kind: 'text', sort: true },
    active: { label: 'Active', kind: 'boolean', sort: true },
    products: { label: 'Products', kind: 'number', sort: true },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true },
  },
});

const asks = {
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
} as const satisfies Fields;

const addInstitution = recordAction<unknown, typeof institutionFields>({
  label: 'New institution',
  summary: 'Make a financing institution; it lends by the products that are made of it',
  serves: 'FI-09, FI-10',
  asks,
  audited: 'CREATE_FINANCING_INSTITUTION',
  whyNot: () => null,
  fields: institutionFields,
  dialog: {
    title: 'New institution',
    consequence:
      'It is active at once, and lends by the products that you make of it. None of them is offered to borrowers before its address and its supervisory authority are known: both stand in the agreement.',
    submit: 'Create institution',
  },
  success: 'Institution created successfully',
});

const updateInstitution = recordAction<{ name: string }, typeof institutionFields>({
  label: 'Edit',
  summary: 'Change what a financing institution is called, or its logo',
  serves: 'FI-10',
  asks,
  audited: 'UPDATE_FINANCING_INSTITUTION',
  whyNot: () => null,
  fields: institutionFields,
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

const deactivateInstitution = recordAction<Lending>({
  label: 'Deactivate',
  summary: 'Switch an institution off: nobody applies to it any more',
  serves: 'FI-10, SB-41',
  asks,
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

const activateInstitution = recordAction<Lending>({
  label: 'Activate',
  summary: 'Switch an institution on again',
  serves: 'FI-10, SB-41',
  asks,
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

const deleteInstitution = recordAction<Lending>({
  label: 'Delete institution',
  summary: 'Delete an institution without products and loans',
  serves: 'FI-09, SB-41',
  asks,
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

const gateway = ownGateway('gatewayUrl', asks, {
  what: 'gateway',
  goes: 'What its loans ask goes',
});

export const financingInstitution = record({
  of: financingInstitutions,
  name: 'FinancingInstitution',
  entity: 'FINANCING_INSTITUTION',
  one: {
    path: '/api/financing/financing-institutions/{id}',
    summary: 'One financing institution with its features',
    serves: 'API-63, FI-10',
    history: 'AT-01, SB-46',
  },
  fields: {
    address: { label: 'Address', kind: 'text', nullable: true },
    supervisor: { label: 'Supervisory Authority', kind: 'text', nullable: true },
    gatewayUrl: { label: 'Own gateway', kind: 'text', exact: true, nullable: true },
    features: {
      label: 'Features',
      kind: 'group',
      many: true,
      columns: featureColumns(INSTITUTION_FEATURES),
    },
    // what hangs on it
    productsOn: { label: 'Active products', kind: 'number' },
    loans: { label: 'Loans', kind: 'number' },
    loansUnderWay: { label: 'Loans under way', kind: 'number' },
    offersOpen: { label: 'Offers to choose from', kind: 'number' },
    updatedDate: { label: 'Updated', kind: 'dateTime', nullable: true },
    updatedBy: { label: 'Updated by', kind: 'text', nullable: true },
  },
  shown: {
    name: 'Name',
    code: 'Code',
    active: 'Active',
    products: 'Products',
    address: 'Address',
    supervisor: 'Supervisory authority',
    createdDate: 'Created',
    gatewayUrl: 'Gateway',
  },
  actions: {
    'POST /api/financing/financing-institutions': addInstitution,
    'PUT /api/financing/financing-institutions/{id}': updateInstitution,
    'POST /api/financing/financing-institutions/{id}/actions/activate': activateInstitution,
    'POST /api/financing/financing-institutions/{id}/actions/deactivate': deactivateInstitution,
    'POST /api/financing/financing-institutions/{id}/actions/set-gateway': gateway.set,
    'POST /api/financing/financing-institutions/{id}/actions/remove-gateway': gateway.remove,
    'DELETE /api/financing/financing-institutions/{id}': deleteInstitution,
  },
});

export type FinancingInstitution = RecordOf<typeof financingInstitution>;

/** What each is good for (AM-116). */
const EFFECTS: Readonly<Record<InstitutionFeatureName, { on: string; off: string }>> = {
  INSTANT_DECISION: {
    on: 'It decides at once what it is asked.',
    off: 'What it is asked waits for its answer.',
  },
  REMOTE_SIGNING: {
    on: 'Agreements are signed online.',
    off: 'Agreements are signed at the merchant’s.',
  },
  PARTIAL_REFUND: {
    on: 'A part of a loan may be asked back.',
    off: 'Only all that is left of a loan may be asked back.',
  },
};

type One = Feature<InstitutionFeatureName>;

function turn(label: string, to: 'on' | 'off', consequence: string) {
  const what = ({ feature }: One) => `${label} ${INSTITUTION_FEATURES[feature].toLowerCase()}`;
  return turning<InstitutionFeatureName>({
    label,
    summary: 'Turn a feature of a financing institution on or off',
    serves: 'AM-61, AM-66, AM-111',
    asks,
    audited: 'UPDATE_FEATURE',
    whyNot: () => null,
    dialog: {
      title: (one) => `${what(one)}?`,
      consequence: ({ of, feature }) => `${of} ${consequence} ${EFFECTS[feature][to]}`,
      submit: what,
    },
    danger: to === 'off',
    outcome: ({ feature }) => `${INSTITUTION_FEATURES[feature]} is ${to}`,
  });
}

/** FI-11, AM-61, AM-82 */
export const institutionFeatures = features({
  of: financingInstitution,
  names: INSTITUTION_FEATURES,
  unset: false,
  reading: {
    summary: 'One feature of a financing institution',
    serves: 'API-64, FI-11, AM-61',
  },
  on: turn('Turn on', 'on', 'will offer it from now on, for every merchant.'),
  off: turn('Turn off', 'off', 'will no longer offer it, for any merchant.'),
  states: { on: 'On', off: 'Off', never: 'Never turned on' },
  effect: ({ feature, enabled }: One) => EFFECTS[feature][enabled ? 'on' : 'off'],
});

export const financingInstitutionEndpoints = endpoints(() => ({
  ...listEndpoints(financingInstitutions),
  ...recordEndpoints(financingInstitution),
  ...featureEndpoints(institutionFeatures),
}));
