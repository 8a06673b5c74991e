import * as z from 'zod';
import {
  amount,
  bodyOf,
  currency,
  endpoints,
  instant,
  listEndpoints,
  named,
  uuid,
} from '../../kernel/endpoint.ts';
import type { Enumeration } from '../../kernel/enumeration.ts';
import type { Fields } from '../../kernel/fields.ts';
import { record, recordEndpoints, type RecordOf } from '../../kernel/record.ts';
import {
  callbackDelivery,
  MERCHANT_FEATURES,
  merchantColumns,
  type MerchantFeatureName,
} from '../../merchant-record.ts';
import { ROUTE_SETS } from '../../permissions.ts';
import { merchantActions, updateMerchantProfile } from './actions.ts';
import { merchants } from './list.ts';

/** A merchant as staff see it (MB-03). */
export const merchant = record({
  of: merchants,
  name: 'Merchant',
  entity: 'MERCHANT',
  one: {
    path: '/api/merchants/{id}',
    summary: 'One merchant',
    serves: 'API-78, MB-03, AM-41',
    history: 'AT-01, SB-46',
  },
  fields: {
    ...merchantColumns,
    updatedDate: { label: 'Changed', kind: 'dateTime', nullable: true },
    updatedBy: { label: 'Changed by', kind: 'text', nullable: true },
  },
  // in the two cards that its own people see too
  shown: {},
  actions: {
    'POST /api/merchants/{id}/actions/approve': merchantActions.approve,
    'POST /api/merchants/{id}/actions/decline': merchantActions.decline,
    'POST /api/merchants/{id}/actions/activate': merchantActions.activate,
    'POST /api/merchants/{id}/actions/disable': merchantActions.disable,
    'PUT /api/merchants/{id}': updateMerchantProfile,
  },
});
export type Merchant = RecordOf<typeof merchant>;

export const RISK_CLASSES = {
  LOW: 'Low risk',
  MEDIUM: 'Medium risk',
  HIGH: 'High risk',
} as const satisfies Enumeration;
export type RiskClass = keyof typeof RISK_CLASSES;

export const SCREENING_RESULTS = {
  CLEAR: 'Clear',
  POSSIBLE_MATCH: 'Possible match',
  MATCH: 'Match',
} as const satisfies Enumeration;
export type ScreeningResult = keyof typeof SCREENING_RESULTS;

const featureFields = {
  enabled: { label: 'Enabled', kind: 'boolean', required: true },
} as const satisfies Fields;

const featureName = () => z.enum(Object.keys(MERCHANT_FEATURES) as MerchantFeatureName[]);

export const merchantsEndpoints = endpoints(() => {
  const params = z.strictObject({ id: uuid() });
  const read = { access: ROUTE_SETS.BACKOFFICE, scope: 'all' } as const;
  const feature = {
    params: z.strictObject({ id: uuid(), feature: featureName() }),
    answer: z.strictObject({
      feature: featureName(),
      enabled: z.boolean(),
      updatedDate: instant().nullable().meta({ description: 'Null while nobody has changed it.' }),
      updatedBy: z.string().nullable(),
    }),
  } as const;
  return {
    ...listEndpoints(merchants),
    ...recordEndpoints(merchant),
    'GET /api/merchants/{id}/callback-delivery': {
      ...read,
      summary: 'Whether its purchase notification address fails, and what waits for it',
      serves: 'AM-48',
      params,
      answer: callbackDelivery(),
    },
    'GET /api/merchants/{id}/background': {
      ...read,
      summary: 'The check before the merchant was taken on; all null before it was made',
      serves: 'API-79, MB-04, AM-16',
      params,
      answer: z.strictObject({
        registrationNumber: z.string().nullable(),
        beneficialOwners: z
          .array(z.strictObject({ name: z.string(), share: z.int() }))
          .nullable()
          .meta({ description: 'With the share of each, in percent.' }),
        businessDescription: z.string().nullable(),
        expectedTurnover: amount().nullable().meta({ description: 'Of a year.' }),
        currency: currency(),
        riskClass: named(Object.keys(RISK_CLASSES) as RiskClass[]).nullable(),
        screeningResult: named(Object.keys(SCREENING_RESULTS) as ScreeningResult[]).nullable(),
        checkedAt: instant().nullable(),
        checkedBy: z.string().nullable(),
      }),
    },
    'GET /api/merchants/{id}/features/{feature}': {
      ...read,
      ...feature,
      summary: 'Whether a feature is open to the merchant',
      serves: 'API-80, MB-05, AM-61',
    },
    'PUT /api/merchants/{id}/features/{feature}': {
      ...read,
      ...feature,
      roles: ['BACKOFFICE_ADMIN'],
      sensitive: 'RIGHTS',
      summary: 'Open a feature to the merchant, or close it',
      serves: 'AM-61, AM-66',
      body: bodyOf(featureFields),
    },
  };
});
