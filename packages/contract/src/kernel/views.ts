import { action } from './action.ts';
import type { Fields } from './fields.ts';

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

export const SEARCH_LENGTH = 2000;
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

const always = { asks: {}, whyNot: () => null } as const;

export const saveView = action<null, typeof savedViewFields>({
  ...always,
  label: 'Save view',
  fields: savedViewFields,
  success: 'View saved',
});
export const changeView = action<SavedView, typeof savedViewFields>({
  ...always,
  label: 'Save view',
  fields: savedViewFields,
  success: 'View saved',
});
const none = {} as const satisfies Fields;
export const deleteView = action<SavedView, typeof none>({
  ...always,
  label: 'Delete view',
  fields: none,
  success: 'View deleted',
});
