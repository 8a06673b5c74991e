import * as z from 'zod';
import { endpoints, named, uuid } from '../kernel/endpoint.ts';
import type { Enumeration } from '../kernel/enumeration.ts';

export const MERCHANT_STATUSES = {
  PENDING_APPROVAL: 'Pending approval',
  APPROVED: 'Approved',
  DECLINED: 'Declined',
  ACTIVE: 'Active',
  DISABLED: 'Disabled',
} as const satisfies Enumeration;

export type MerchantStatus = keyof typeof MERCHANT_STATUSES;

export interface MerchantDetail {
  id: string;
  name: string;
  status: { name: MerchantStatus; description: string };
}

export const merchantEndpoints = endpoints(() => ({
  'GET /api/merchants/{id}': {
    summary: 'One merchant',
    serves: 'API-78, AM-41',
    access: ['READ_ANY_USER'],
    scope: 'all',
    params: z.strictObject({ id: uuid() }),
    answer: z.strictObject({
      id: uuid(),
      name: z.string(),
      status: named(Object.keys(MERCHANT_STATUSES) as MerchantStatus[]),
    }) as unknown as z.ZodType<MerchantDetail>,
  },
}));
