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
import { featureEndpoints } from '../../kernel/features.ts';
import { recordEndpoints } from '../../kernel/record.ts';
import { callbackDelivery } from '../../merchant-record.ts';
import { ROUTE_SETS } from '../../permissions.ts';
import { merchantAsks } from './actions.ts';
import { applicationEndpoints } from './applications.ts';
import {
  backgroundFields,
  MOST_OWNERS,
  ownerFields,
  RISK_CLASSES,
  SCREENING_RESULTS,
  type RiskClass,
  type ScreeningResult,
} from './check.ts';
import { merchantFeatures } from './features.ts';
import { merchants } from './list.ts';
import { merchant } from './record.ts';

export const merchantsEndpoints = endpoints(() => {
  const params = z.strictObject({ id: uuid() });
  const background = z.strictObject({
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
  });
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
      answer: background,
    },
    'POST /api/merchants/{id}/actions/check': {
      ...read,
      summary: 'Write down what was found out of the merchant: its owners, its risk, its screening',
      serves: 'MB-04, AM-16',
      access: merchantAsks.anyOf,
      roles: merchantAsks.roles,
      params,
      body: bodyOf(backgroundFields, [], {
        beneficialOwners: z.array(bodyOf(ownerFields)).max(MOST_OWNERS),
      }),
      answer: background,
    },
    ...featureEndpoints(merchantFeatures),
    ...applicationEndpoints,
  };
});
