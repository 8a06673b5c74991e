import * as z from 'zod';
import {
  amount,
  currency,
  endpoints,
  instant,
  listEndpoints,
  named,
  uuid,
} from '../../kernel/endpoint.ts';
import type { Enumeration } from '../../kernel/enumeration.ts';
import { featureEndpoints } from '../../kernel/features.ts';
import { recordEndpoints } from '../../kernel/record.ts';
import { callbackDelivery } from '../../merchant-record.ts';
import { ROUTE_SETS } from '../../permissions.ts';
import { merchantFeatures } from './features.ts';
import { merchants } from './list.ts';
import { merchant } from './record.ts';

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

export const merchantsEndpoints = endpoints(() => {
  const params = z.strictObject({ id: uuid() });
  const read = { access: ROUTE_SETS.BACKOFFICE, scope: 'all' } as const;
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
    ...featureEndpoints(merchantFeatures),
  };
});
