import type { RouterHistory } from '@tanstack/react-router';
import { isTyped, typedForms } from './form/typed.ts';
import { getSession } from './session-store.ts';
import { question } from './store.ts';

/** The question before what is typed is lost. */
export const leaving = question<'discard'>();

/** True where nothing is typed, here or in a part of the page, or the person lets it go. */
export const mayLeave = async (within?: Element | null): Promise<boolean> =>
  !isTyped(within) || leaving.ask('discard');

/** Another page, and a reload, are asked about while something is typed, and at no other time. */
export function guardTyped(history: RouterHistory): void {
  let release: (() => void) | null = null;
  typedForms.subscribe(() => {
    if (isTyped() === (release !== null)) return;
    if (release) {
      release();
      release = null;
    } else
      release = history.block({
        enableBeforeUnload: () => isTyped(),
        // filters and tabs of the same page leave its forms where they are
        blockerFn: async ({ currentLocation, nextLocation }) =>
          getSession() !== null &&
          currentLocation.pathname !== nextLocation.pathname &&
          !(await mayLeave()),
      });
  });
}
