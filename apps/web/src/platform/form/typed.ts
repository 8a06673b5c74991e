import { createContext } from 'react';
import { store } from '../store.ts';

/**
 * What stands typed in open forms and is not saved. Every form tells of itself; whoever would lose
 * it, the router, a dialog that closes or a sign-out, asks first.
 */
export interface TypedForm {
  element: HTMLElement | null;
  /** It is on its way, or asked about: to leave it loses nothing, but its session may end before it is there. */
  sending: boolean;
  /** Keeps what is typed for the time after a new sign-in. */
  keep: () => void;
}

export const typedForms = store<ReadonlyMap<object, TypedForm>>(new Map());

/** Null: nothing is typed in it any more. */
export function noteTyped(id: object, form: TypedForm | null): void {
  const forms = new Map(typedForms.get());
  if (form) forms.set(id, form);
  else if (!forms.delete(id)) return;
  typedForms.set(forms);
}

/** True while something would be lost, anywhere or in this part of the page. */
export const isTyped = (within?: Element | null): boolean =>
  [...typedForms.get().values()].some(
    ({ element, sending }) =>
      !sending && (within === undefined || (element !== null && within?.contains(element))),
  );

/** As a session ends by itself. */
export function keepTyped(): void {
  for (const form of typedForms.get().values()) form.keep();
}

/** On the pages before the console nothing is asked: who signs in or leaves again loses no work. */
export const PassingForms = createContext(false);
