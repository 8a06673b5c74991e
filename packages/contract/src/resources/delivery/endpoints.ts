import * as z from 'zod';
import { endpoints, listEndpoint, rowSchema, uuid } from '../../kernel/endpoint.ts';
import { recordEndpoints } from '../../kernel/record.ts';
import {
  companyMethods,
  deliveryCompanies,
  deliveryCompany,
  deliveryMerchants,
  deliveryMethod,
  deliveryMethods,
  methodCompanies,
  pickupPoint,
  pickupPoints,
} from './lists.ts';

export const deliveryEndpoints = endpoints(() => {
  const one = { access: deliveryCompanies.read, scope: 'all', tag: 'Delivery' } as const;
  const tagged = { tag: 'Delivery' } as const;
  return {
    'GET /api/delivery/companies': { ...listEndpoint(deliveryCompanies), ...tagged },
    ...recordEndpoints(deliveryCompany),
    'GET /api/delivery/companies/{id}/methods': { ...listEndpoint(companyMethods), ...tagged },
    'GET /api/delivery/companies/{id}/methods/{methodId}': {
      ...one,
      summary: 'One method of a delivery company; one that it does not offer is absent',
      serves: 'API-121',
      params: z.strictObject({ id: uuid(), methodId: uuid() }),
      answer: rowSchema(companyMethods.columns),
    },
    'GET /api/delivery/methods': { ...listEndpoint(deliveryMethods), ...tagged },
    ...recordEndpoints(deliveryMethod),
    'GET /api/delivery/methods/{id}/pickup-points': { ...listEndpoint(pickupPoints), ...tagged },
    ...recordEndpoints(pickupPoint),
    'GET /api/delivery/methods/{id}/companies': { ...listEndpoint(methodCompanies), ...tagged },
    'GET /api/delivery/methods/{id}/merchant-method/{merchantMethodId}': {
      ...one,
      scope: 'merchant',
      summary: 'What a merchant has agreed about a delivery method; another method’s is absent',
      serves: 'API-125, AM-29',
      params: z.strictObject({ id: uuid(), merchantMethodId: uuid() }),
      answer: rowSchema(deliveryMerchants.columns),
    },
    'GET /api/delivery/merchants': { ...listEndpoint(deliveryMerchants), ...tagged },
  };
});
