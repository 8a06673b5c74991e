import type { Action } from '@paydesk/contract/kernel/action.ts';
import type { Fields } from '@paydesk/contract/kernel/fields.ts';
import type { FormCheck } from './useFields.ts';
import { valuesOf } from './values.ts';

/** What an action has to say beyond its fields' own rules, as its form asks it. */
export const checkOf =
  <R>({ check }: Pick<Action<R>, 'check'>, fields: Fields, record: R): FormCheck =>
  async (texts) =>
    check?.(valuesOf(fields, texts), record) ?? {};
