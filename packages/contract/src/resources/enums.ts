import * as z from 'zod';
import { endpoints } from '../kernel/endpoint.ts';

/** A code that others define, and its name. */
export interface Code {
  code: string;
  name: string;
}

export const enumEndpoints = endpoints(() => {
  const all = {
    access: 'authenticated',
    scope: 'all',
    answer: z.array(z.strictObject({ code: z.string(), name: z.string() })) satisfies z.ZodType<
      Code[]
    >,
  } as const;
  return {
    'GET /api/enums/mcc': {
      ...all,
      summary: 'Merchant category codes: what kind of business a merchant is (ISO 18245)',
      serves: 'API-148, ST-06',
    },
    'GET /api/enums/product-categories': {
      ...all,
      summary: 'Product categories: what kind of goods an item is',
      serves: 'API-149, ST-07',
    },
    'GET /api/enums/countries': {
      ...all,
      summary: 'Countries (ISO 3166-1)',
      serves: 'API-150, ST-08',
    },
  };
});
