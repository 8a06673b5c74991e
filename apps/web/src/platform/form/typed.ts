import { createContext } from 'react';

/**
 * What stands typed in open forms and is not saved. Every form tells of itself; whoever would lose
 * it, the router, a dialog that closes or a sign-out, asks first.
 */
export interface TypedForm {
  element: HTMLElement | null;
  /** Keeps what is typed for the time after a new sign-in. */
  keep: () => void;
}

const forms = new Map<object, TypedForm>();
const listeners = new Set<() => void>();

/** Null: nothing is typed in it any more. */
export function noteTyped(id: object, form: TypedForm | null): void {
  const before = forms.size;
  if (form) forms.set(id, form);
  else forms.delete(id);
  if (forms.size !== before) for (const listener of listeners) listener();
}

/** True while something would be lost, anywhere or in this part of the page. */
export const isTyped = (within?: Element | null): boolean =>
  within === undefined
    ? forms.size > 0
    : [...forms.values()].some(({ element }) => element !== null && within?.contains(element));

export function subscribeTyped(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** As a session ends by itself. */
export function keepTyped(): void {
  for (const form of forms.values()) form.keep();
}

/** On the pages before the console nothing is asked: who signs in or leaves again loses no work. */
export const PassingForms = createContext(false);
