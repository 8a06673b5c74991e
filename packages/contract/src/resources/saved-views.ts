import * as z from 'zod';
import { bodyOf, endpoints, uuid } from '../kernel/endpoint.ts';
import type { Fields } from '../kernel/fields.ts';

/** A list under a name: its filters, columns, order and sort, as they stand in the list's address. */
export interface SavedView {
  id: string;
  /** The slug of the list. */
  list: string;
  name: string;
  /** 'f_status=FAILED&sort=amount,DESC' */
  search: string;
  /** The people of the same merchant see it, or of the back office. */
  shared: boolean;
  /** Whose it is; only they change it. */
  owner: string;
  mine: boolean;
  /** The list opens with it, for this person. */
  isDefault: boolean;
}

const SEARCH_LENGTH = 2000;
/** What may stand in a view: filters, sort, rows a page and the columns. */
const PARTS = /^(f_\w+|sort|size|c)$/;

/** Null, or why this is no list's address. */
export function checkSearch(search: string): string | null {
  const keys = [...new URLSearchParams(search).keys()];
  return keys.every((key) => PARTS.test(key)) ? null : 'It holds what is no part of a list';
}

export const savedViewFields = {
  name: { label: 'Name', kind: 'text', required: true, maxLength: 60 },
  shared: { label: 'Shared with the team', kind: 'boolean', required: true },
} as const satisfies Fields;

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
      body: bodyOf({ ...savedViewFields, ...searchField }),
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
