import * as z from 'zod';
import { endpoints, uuid } from '../kernel/endpoint.ts';
import { SEARCH_KINDS, SEARCH_LENGTH, type SearchKind } from '../kernel/search.ts';

export const searchEndpoints = endpoints(() => ({
  'GET /api/search': {
    summary:
      'Finds by id, how one begins or how a recent one ends, order number, reference, email, phone, a merchant’s whole IBAN, number in a register or web address, words of a payment’s description, a payment link’s purpose or an order’s label, masked card or its last four digits, amount, day and name, and by these together and a card’s scheme, over what the person may see; ‘loan 3920’ finds loans alone, ‘refund 43.99’ and ‘block jana’ what that can be done to, first where it can be; at most six of each kind',
    serves: 'beyond the rows',
    access: 'authenticated',
    scope: 'merchant',
    query: z.strictObject({ q: z.string().max(SEARCH_LENGTH).optional() }),
    answer: z.array(
      z.strictObject({
        kind: z.enum(Object.keys(SEARCH_KINDS) as SearchKind[]),
        id: uuid(),
        title: z.string(),
        detail: z.string().nullable(),
        status: z.string().nullable(),
        matched: z.string().nullable(),
        action: z.string().nullable(),
        whyNot: z.string().nullable(),
        found: z.int().nullable().meta({
          description:
            'How many of this kind there are, where more than five are; 101 is more than 100. Of what is to be done, how many it can be done to.',
        }),
      }),
    ),
  },
}));
