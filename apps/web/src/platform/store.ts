import { useSyncExternalStore } from 'react';

/** A value of this tab that lives outside the components; whoever cares hears when it is another one. */
export interface Store<T> {
  get: () => T;
  set: (next: T) => void;
  /** Gives back what ends it. */
  subscribe: (listener: () => void) => () => void;
}

export function store<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The value in a component, drawn anew with each other one. */
export const useStore = <T>({ subscribe, get }: Store<T>): T =>
  useSyncExternalStore(subscribe, get);

/** A question to the person; several who ask at once share it. Null: nothing is asked. */
export function question<W>() {
  const open = store<W | null>(null);
  let asked = Promise.withResolvers<boolean>();
  return {
    open,
    ask(what: W): Promise<boolean> {
      if (open.get() === null) {
        asked = Promise.withResolvers();
        open.set(what);
      }
      return asked.promise;
    },
    answer(yes: boolean): void {
      asked.resolve(yes);
      open.set(null);
    },
  };
}
