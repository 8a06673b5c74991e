import { createContext } from 'react';

/** Asked before a dialog closes with this content; true where nothing of it would be lost. */
export const Closing = createContext<(content: Element | null) => Promise<boolean>>(
  async () => true,
);

/** Told by what stands in a dialog while something is under way that closing would not stop. */
export const Busy = createContext<(busy: boolean) => void>(() => {});
