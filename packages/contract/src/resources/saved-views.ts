import * as z from 'zod';
import { bodyOf, editOf, endpoints, uuid } from '../kernel/endpoint.ts';
import type { Fields } from '../kernel/fields.ts';
import { savedViewFields, SEARCH_LENGTH } from '../kernel/views.ts';

const searchField = {
  search: { label: 'View', kind: 'text', maxLength: SEARCH_LENGTH },
} as const satisfies Fields;

export const savedViewEndpoints = endpoints(() => {
  const answer = z.strictObject({
    id: uuid(),
    list: z.string(),
    name: z.string(),
    search: z.string(),
    shared: z.boolean(),
    owner: z.string(),
    mine: z.boolean(),
    isDefault: z.boolean(),
  });
  const mine = { access: 'authenticated', scope: 'self', tag: 'Saved views' } as const;
  const one = { ...mine, params: z.strictObject({ id: uuid() }) } as const;
  return {
    'GET /api/saved-views': {
      ...mine,
      summary: 'The own views of every list, and those that the team shares',
      serves: 'beyond the rows',
      answer: z.array(answer),
    },
    'POST /api/saved-views': {
      ...mine,
      summary: 'Keep a list under a name',
      serves: 'beyond the rows',
      body: bodyOf({
        ...savedViewFields,
        ...searchField,
        list: { label: 'List', kind: 'text', required: true, maxLength: 100 },
      }),
      answer,
    },
    'PUT /api/saved-views/{id}': {
      ...one,
      summary: 'Change an own view',
      serves: 'beyond the rows',
      body: editOf({ ...savedViewFields, ...searchField }),
      answer,
    },
    'DELETE /api/saved-views/{id}': {
      ...one,
      summary: 'Delete an own view; nobody opens a list with it any more',
      serves: 'beyond the rows',
      answer: z.strictObject({}),
    },
    'PUT /api/saved-views/{id}/default': {
      ...one,
      summary: 'Open the list with this view from now on, or no longer',
      serves: 'beyond the rows',
      body: bodyOf({ isDefault: { label: 'Default', kind: 'boolean', required: true } }),
      answer,
    },
  };
});
