import * as z from 'zod';
import type { RowOf } from '../../kernel/columns.ts';
import {
  anyOf,
  endpoints,
  instant,
  listEndpoint,
  listEndpoints,
  rowSchema,
  uuid,
} from '../../kernel/endpoint.ts';
import { customerActions, type CustomerAction } from './actions.ts';
import { cards, customerHistory, customers } from './lists.ts';

/** One customer with everything on it: the columns of the list, and who changed it last. */
export interface Customer extends RowOf<typeof customers.columns> {
  updatedDate: string | null;
  updatedBy: string | null;
}

export const customerEndpoints = endpoints(() => {
  const read = { access: anyOf('READ_ANY_USER'), scope: 'all' } as const;
  const params = z.strictObject({ id: uuid() });
  const row = rowSchema(customers.columns) as unknown as z.ZodObject;
  const answer = row
    .extend({ updatedDate: instant().nullable(), updatedBy: z.string().nullable() })
    .meta({ id: 'Customer' }) as unknown as z.ZodType<Customer>;
  const change = { ...read, roles: ['BACKOFFICE_ADMIN'], params } as const;
  const ofCustomer = { ...change, serves: 'API-26, CU-06, SB-42', answer } as const;
  const ofCard = {
    ...change,
    tag: 'Customers',
    serves: 'API-27, CU-07, SB-42',
    answer: rowSchema(cards.columns),
  } as const;
  return {
    ...listEndpoints(customers),
    'GET /api/customers/{id}': {
      ...read,
      summary: 'One customer; of the personal id only its ends',
      serves: 'API-23, CU-02',
      params,
      answer,
    },
    'GET /api/customers/{id}/cards': listEndpoint(cards),
    'GET /api/customers/{id}/history': listEndpoint(customerHistory),
    'GET /api/customers/{id}/actions': {
      ...read,
      summary: 'The names of what whoever asks may do about the customer in the present status',
      serves: 'API-25, CU-05, AM-15',
      params,
      answer: z.array(z.enum(Object.keys(customerActions) as CustomerAction[])),
    },
    'POST /api/customers/{id}/actions/block': {
      ...ofCustomer,
      summary: 'Block a registered or active customer',
    },
    'POST /api/customers/{id}/actions/activate': {
      ...ofCustomer,
      summary: 'Activate a registered or blocked customer',
    },
    'POST /api/customers/{id}/actions/close': {
      ...ofCustomer,
      summary: 'Close a customer for good',
    },
    'POST /api/cards/{id}/actions/block': { ...ofCard, summary: 'Block an active card' },
    'POST /api/cards/{id}/actions/activate': { ...ofCard, summary: 'Activate a blocked card' },
    'POST /api/cards/{id}/actions/delete': {
      ...ofCard,
      summary: 'Delete a card, which is kept for the records and is the default no more',
    },
  };
});
