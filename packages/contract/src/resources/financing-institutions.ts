import { endpoints, listEndpoints } from '../kernel/endpoint.ts';
import type { Enumeration } from '../kernel/enumeration.ts';
import {
  featureColumns,
  featureEndpoints,
  features,
  turning,
  type Feature,
} from '../kernel/features.ts';
import { record, recordEndpoints } from '../kernel/record.ts';
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
    features: {
      label: 'Features',
      kind: 'group',
      many: true,
      columns: featureColumns(INSTITUTION_FEATURES),
    },
  },
  shown: {
    name: 'Name',
    code: 'Code',
    active: 'Active',
    products: 'Products',
    createdDate: 'Created',
  },
  actions: {},
});

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
    asks: { anyOf: financingInstitutions.read, roles: ['BACKOFFICE_ADMIN'] },
    audited: 'UPDATE_FEATURE',
    // what is so already is answered as it is
    whyNot: () => null,
    dialog: {
      title: (one) => `${what(one)}?`,
      consequence: ({ of, feature }) => `${of} ${consequence} ${EFFECTS[feature][to]}`,
      submit: what,
    },
    danger: to === 'off',
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
