import type { RouterHistory } from '@tanstack/react-router';
import { isTyped, subscribeTyped } from './form/typed.ts';
import { getSession } from './session-store.ts';

/** The question before what is typed is lost; several who ask at once share one. */
let asking: { answered: Promise<boolean>; settle: (leave: boolean) => void } | null = null;
const listeners = new Set<() => void>();

const tell = () => {
  for (const listener of listeners) listener();
};

export const isAskingToLeave = (): boolean => asking !== null;

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function answerToLeave(leave: boolean): void {
  const asked = asking;
  asking = null;
  asked?.settle(leave);
  tell();
}

/** True where nothing is typed, here or in a part of the page, or the person lets it go. */
export async function mayLeave(within?: Element | null): Promise<boolean> {
  if (!isTyped(within)) return true;
  if (!asking) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    asking = { answered: promise, settle: resolve };
    tell();
  }
  return asking.answered;
}

/** Another page, and a reload, are asked about while something is typed, and at no other time. */
export function guardTyped(history: RouterHistory): void {
  let release: (() => void) | null = null;
  subscribeTyped(() => {
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
