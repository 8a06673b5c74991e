import { createContext } from 'react';

/** Where a screen is worked by its keys, its forms say theirs, those in a dialog too. */
export const KeysSaid = createContext(false);
