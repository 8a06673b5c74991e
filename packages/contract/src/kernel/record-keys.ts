import type { Field, Fields } from './fields.ts';
import type { AnyRecord } from './record.ts';

/** What the key of an action's call says of it, beside the record's own path. */

/** What says of the record nothing but what was read of it decides about it. */
export const isEditing = ({ one, actions }: AnyRecord, key: string) => {
  const part = key.split(`PUT ${one?.path}`)[1];
  const fields = Object.values<Field>(actions?.[key]?.fields ?? {});
  const decides = fields.length > 0 && fields.every(({ seen }) => seen);
  return part !== undefined && /^(\/[^/]+)?$/.test(part) && !decides;
};
/** Of the record itself; what is below its path is a part of it, and leaves it. */
export const isDeletion = (key: string) => /^DELETE .*\}$/.test(key);
export const isCreation = ({ one }: AnyRecord, key: string) => {
  const [, path] = key.split('POST ');
  if (path === undefined) return false;
  return !path.includes('{') || /^\/\{\w+\}$/.test(one?.path.split(path)[1] ?? '');
};

/** What stands in braces in a path, in its order. */
export const namesIn = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

/** The names in the braces, as types. */
export type NamesOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesOf<Rest>
  : never;
/** Whether the call edits the record of that path, or a part of it. */
export type Edits<Path extends string, K extends string> = K extends `PUT ${Path}`
  ? true
  : K extends `PUT ${Path}/${infer Part}`
    ? Part extends `${string}/${string}`
      ? false
      : true
    : false;

/** What a form of these fields begins with; a value of several parts by the first, its code or name. */
export const startOf = (fields: Fields, record: object) =>
  Object.fromEntries(
    Object.keys(fields).map((key) => {
      const value = (record as Readonly<Record<string, unknown>>)[key];
      const parts = value && typeof value === 'object' && !Array.isArray(value);
      return [key, parts ? Object.values(value)[0] : value];
    }),
  ) as Record<string, string | number | boolean | readonly string[] | null | undefined>;
