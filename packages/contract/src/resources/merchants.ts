import * as z from 'zod';
import { endpoints, named, uuid } from '../kernel/endpoint.ts';
import { MERCHANT_STATUSES, type MerchantStatus } from '../permissions.ts';

/** A merchant as staff see it. */
export interface MerchantDetail {
  id: string;
  name: string;
  status: { name: MerchantStatus; description: string };
}

export const merchantsEndpoints = endpoints(() => ({
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
