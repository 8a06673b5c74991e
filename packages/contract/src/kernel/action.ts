import type { Requirements } from '../policy.ts';
import type { Actor } from '../permissions.ts';
import type { Fields } from './fields.ts';

/**
 * An action as data, asked by button and server alike (AM-105): what the role forbids is absent,
 * what the record's state forbids is disabled and says why.
 */
export interface Action<R, F extends Fields = Fields> {
  label: string;
  /** Who may do it at all; for others the button is absent and the call a 403. */
  asks: Requirements;
  /**
   * Null, or why the record's state forbids it, to whoever asks: nobody blocks themselves. The server asks
   * again under the row's lock.
   */
  whyNot: (record: R, now: Date, actor: Actor) => string | null;
  /** The field that the state is read off, which the refusal names; its status where nothing is said. */
  looksAt?: string;
  fields: F;
  /** The fields with the limits of this record, and of whoever asks; the server checks them under the lock. */
  fieldsOf?: (record: R, actor: Actor) => Fields;
  /** What a field can't say by itself, such as that no least is above its most: by field, or empty. */
  check?: (
    values: Readonly<Record<string, unknown>>,
    record: R,
  ) => Readonly<Record<string, string>>;
  /** What the person reads afterwards (section 8). */
  success: string;
}

/* @__NO_SIDE_EFFECTS__ */
export function action<R, const F extends Fields>(definition: Action<R, F>): Action<R, F> {
  return definition;
}
