import type { Action } from '@paydesk/contract/kernel/action.ts';
import { checkFields, type Fields } from '@paydesk/contract/kernel/fields.ts';
import type { SignedIn } from './auth/sessions.ts';
import { invalid, refuseUnless, Refusal } from './errors.ts';

/** Asks the contract's rule under the row's lock; what the button would have said is the answer here (AM-105). */
export function insist<R>(
  action: Action<R>,
  record: R,
  actor: SignedIn,
  body: Readonly<Record<string, unknown>>,
  now: Date,
): void {
  insistState(action, record, actor, now);
  refuseFields(checkFields(action.fieldsOf?.(record, actor) ?? action.fields, body));
}

/** The same before anybody has said what with: the role and the state alone. */
export function insistState<R>(action: Action<R>, record: R, actor: SignedIn, now: Date): void {
  refuseUnless(actor, action.asks);
  const reason = action.whyNot(record, now, actor);
  if (reason) throw invalid(action.looksAt ?? 'status', reason);
}

/** Every field that is refused, by its key; nothing where there is none. What was read is stale, and not wrong. */
export function refuseFields(refused: Readonly<Record<string, string>>, fields: Fields = {}): void {
  const errors = Object.entries(refused).map(([field, message]) => ({ field, message }));
  if (!errors.length) return;
  const stale = errors.every(({ field }) => fields[field]?.seen);
  throw new Refusal(stale ? 'STALE' : 'VALIDATION_FAILURE', errors);
}
