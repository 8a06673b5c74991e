import * as z from 'zod';
import {
  amount,
  bodyOf,
  currency,
  editOf,
  endpoints,
  instant,
  listEndpoint,
  listEndpoints,
  named,
  uuid,
} from '../../kernel/endpoint.ts';
import type { Enumeration, Named } from '../../kernel/enumeration.ts';
import type { Fields } from '../../kernel/fields.ts';
import {
  callbackDeliveryShape,
  MERCHANT_FEATURES,
  merchantShape,
  type MerchantFeatureName,
  type CallbackDelivery,
  type MerchantRecord,
} from '../../merchant-record.ts';
import { ROUTE_SETS } from '../../permissions.ts';
import { merchantProfileFields, type MerchantFeature } from './actions.ts';
import { merchantHistory, merchants } from './list.ts';

/** A merchant as staff see it (MB-03). */
export interface MerchantDetail extends MerchantRecord {
  updatedDate: string | null;
  updatedBy: string | null;
}

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

/** The check before a merchant is taken on (AM-16); read-only, and all null before it was made. */
export interface MerchantBackground {
  registrationNumber: string | null;
  /** With the share of each, in percent. */
  beneficialOwners: { name: string; share: number }[] | null;
  businessDescription: string | null;
  /** Of a year. */
  expectedTurnover: number | null;
  currency: 'EUR';
  riskClass: Named<RiskClass> | null;
  screeningResult: Named<ScreeningResult> | null;
  checkedAt: string | null;
  checkedBy: string | null;
}

const featureFields = {
  enabled: { label: 'Enabled', kind: 'boolean', required: true },
} as const satisfies Fields;

export const merchantsEndpoints = endpoints(() => {
  const params = z.strictObject({ id: uuid() });
  const read = { access: ROUTE_SETS.BACKOFFICE, scope: 'all' } as const;
  const write = { ...read, roles: ['BACKOFFICE_ADMIN'] } as const;
  const answer = z
    .strictObject({
      ...merchantShape(),
      updatedDate: instant().nullable(),
      updatedBy: z.string().nullable(),
    })
    .meta({ id: 'Merchant' }) as unknown as z.ZodType<MerchantDetail>;
  const change = { ...write, params, answer, sensitive: 'RIGHTS' } as const;
  const feature = {
    params: z.strictObject({
      id: uuid(),
      feature: z.enum(Object.keys(MERCHANT_FEATURES) as MerchantFeatureName[]),
    }),
    answer: z.strictObject({
      feature: z.enum(Object.keys(MERCHANT_FEATURES) as MerchantFeatureName[]),
      enabled: z.boolean(),
      updatedDate: instant().nullable(),
      updatedBy: z.string().nullable(),
    }) as unknown as z.ZodType<MerchantFeature>,
  } as const;
  return {
    ...listEndpoints(merchants),
    'GET /api/merchants/{id}': {
      ...read,
      summary: 'One merchant',
      serves: 'API-78, MB-03, AM-41',
      params,
      answer,
    },
    'PUT /api/merchants/{id}': {
      ...change,
      sensitive: 'ADDRESSES',
      summary: 'Change what is written about a merchant; a field that is left out stays',
      serves: 'AM-66, MB-02',
      body: editOf(merchantProfileFields),
    },
    'POST /api/merchants/{id}/actions/approve': {
      ...change,
      summary: 'Approve a merchant that waits for it',
      serves: 'AM-16, AM-66, SB-43',
    },
    'POST /api/merchants/{id}/actions/decline': {
      ...change,
      summary: 'Decline a merchant that waits for approval',
      serves: 'AM-16, AM-66, SB-43',
    },
    'POST /api/merchants/{id}/actions/activate': {
      ...change,
      summary: 'Let an approved merchant trade, or a disabled one again',
      serves: 'AM-16, AM-66, SB-43',
    },
    'POST /api/merchants/{id}/actions/disable': {
      ...change,
      summary:
        'Disable a merchant: from now on its people change nothing, and its API key and certificates are refused',
      serves: 'AM-16, AM-66, SB-43',
    },
    'GET /api/merchants/{id}/callback-delivery': {
      ...read,
      summary: 'Whether its purchase notification address fails, and what waits for it',
      serves: 'AM-48',
      params,
      answer: z.strictObject(callbackDeliveryShape()) as unknown as z.ZodType<CallbackDelivery>,
    },
    'GET /api/merchants/{id}/background': {
      ...read,
      summary: 'The check before the merchant was taken on; all null before it was made',
      serves: 'API-79, MB-04, AM-16',
      params,
      answer: z.strictObject({
        registrationNumber: z.string().nullable(),
        beneficialOwners: z.array(z.strictObject({ name: z.string(), share: z.int() })).nullable(),
        businessDescription: z.string().nullable(),
        expectedTurnover: amount().nullable(),
        currency: currency(),
        riskClass: named(Object.keys(RISK_CLASSES) as RiskClass[]).nullable(),
        screeningResult: named(Object.keys(SCREENING_RESULTS) as ScreeningResult[]).nullable(),
        checkedAt: instant().nullable(),
        checkedBy: z.string().nullable(),
      }) as unknown as z.ZodType<MerchantBackground>,
    },
    'GET /api/merchants/{id}/features/{feature}': {
      ...read,
      ...feature,
      summary: 'Whether a feature is open to the merchant',
      serves: 'API-80, MB-05, AM-61',
    },
    'PUT /api/merchants/{id}/features/{feature}': {
      ...write,
      ...feature,
      sensitive: 'RIGHTS',
      summary: 'Open a feature to the merchant, or close it',
      serves: 'AM-61, AM-66',
      body: bodyOf(featureFields),
    },
    'GET /api/merchants/{id}/history': listEndpoint(merchantHistory),
  };
});
