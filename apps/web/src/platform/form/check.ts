import type { Action } from '@paydesk/contract/kernel/action.ts';
import type { Fields } from '@paydesk/contract/kernel/fields.ts';
import type { FormCheck } from './useFields.ts';
import { errorsOf, valuesOf, type Texts } from './values.ts';

/** What an action has to say beyond its fields' own rules, as its form asks it. */
export const checkOf =
  <R>({ check }: Pick<Action<R>, 'check'>, fields: Fields, record: R): FormCheck =>
  async (texts) =>
    check?.(valuesOf(fields, texts), record) ?? {};

/** What is typed, without what its field refuses: neither a button nor a line speaks of what can't be sent. */
export function sendable(fields: Fields, texts: Texts): Texts {
  const errors = errorsOf(fields, texts);
  return Object.fromEntries(Object.entries(texts).filter(([key]) => errors[key] === undefined));
}

/** What the contract says beside the labels. */
export const hintsOf = (fields: Fields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, { hint }]) => (hint === undefined ? [] : [[key, hint]])),
  );
