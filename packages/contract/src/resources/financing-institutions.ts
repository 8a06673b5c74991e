import * as z from 'zod';
import { action } from '../kernel/action.ts';
import {
  bodyOf,
  endpoints,
  instant,
  listEndpoint,
  listEndpoints,
  uuid,
} from '../kernel/endpoint.ts';
import type { Enumeration } from '../kernel/enumeration.ts';
import type { Fields } from '../kernel/fields.ts';
import { historyOf } from '../kernel/history.ts';
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

export const institutionHistory = historyOf({
  slug: 'financing-institution-history',
  path: '/api/financing/financing-institutions/{id}/history',
  read: financingInstitutions.read,
  scope: 'all',
  serves: 'AT-01, SB-46',
});

/** One feature (AM-61); one that was never turned on or off has no date. */
export interface InstitutionFeature {
  feature: InstitutionFeatureName;
  enabled: boolean;
  updatedDate: string | null;
  updatedBy: string | null;
}

export interface InstitutionDetail {
  id: string;
  name: string;
  code: string;
  active: boolean;
  logoUrl: string | null;
  products: number;
  createdDate: string;
  features: InstitutionFeature[];
}

export const featureFields = {
  enabled: { label: 'Enabled', kind: 'boolean', required: true },
} as const satisfies Fields;

/** AM-61, AM-66, AM-82 */
export const changeFeature = {
  anyOf: ['READ_ANY_USER'],
  roles: ['BACKOFFICE_ADMIN'],
} as const;

const none = {} as const satisfies Fields;
const success = 'Action completed successfully';

export const turnOnFeature = action<InstitutionFeature, typeof none>({
  label: 'Turn on',
  asks: changeFeature,
  whyNot: ({ enabled }) => (enabled ? 'It is on already' : null),
  fields: none,
  success,
});
export const turnOffFeature = action<InstitutionFeature, typeof none>({
  label: 'Turn off',
  asks: changeFeature,
  whyNot: ({ enabled }) => (enabled ? null : 'It is off already'),
  fields: none,
  success,
});

export const financingInstitutionEndpoints = endpoints(() => {
  const featureName = z.enum(Object.keys(INSTITUTION_FEATURES) as InstitutionFeatureName[]);
  const feature = z
    .strictObject({
      feature: featureName,
      enabled: z.boolean(),
      updatedDate: instant().nullable(),
      updatedBy: z.string().nullable(),
    })
    .meta({ id: 'InstitutionFeature' });
  const access = financingInstitutions.read;
  const one = {
    scope: 'all',
    params: z.strictObject({ id: uuid(), feature: featureName }),
    answer: feature,
  } as const;
  return {
    ...listEndpoints(financingInstitutions),
    'GET /api/financing/financing-institutions/{id}': {
      summary: 'One financing institution with its features',
      serves: 'API-63, FI-10',
      access,
      scope: 'all',
      params: z.strictObject({ id: uuid() }),
      answer: z.strictObject({
        id: uuid(),
        name: z.string(),
        code: z.string(),
        active: z.boolean(),
        logoUrl: z.string().nullable(),
        products: z.int(),
        createdDate: instant(),
        features: z.array(feature),
      }) as unknown as z.ZodType<InstitutionDetail>,
    },
    'GET /api/financing/financing-institutions/{id}/features/{feature}': {
      ...one,
      summary: 'One feature of a financing institution',
      serves: 'API-64, FI-11, AM-61',
      access,
    },
    'PUT /api/financing/financing-institutions/{id}/features/{feature}': {
      ...one,
      summary: 'Turn a feature of a financing institution on or off',
      serves: 'AM-61, AM-66, AM-111',
      access: changeFeature.anyOf,
      roles: changeFeature.roles,
      body: bodyOf(featureFields),
    },
    'GET /api/financing/financing-institutions/{id}/history': listEndpoint(institutionHistory),
  };
});
