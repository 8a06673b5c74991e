import { question } from './store.ts';

/** What of the call a second person has to agree to, in the words of the server. */
const asked = question<string>();
let reason = '';

/**
 * Asks the person why, while a call waits that another one has to agree to: null where they leave it. The same
 * call is sent again with the reason, so nothing typed is lost and no screen knows of it.
 */
export const secondPerson = {
  open: asked.open,
  ask: async (what: string): Promise<string | null> => ((await asked.ask(what)) ? reason : null),
  answer(why: string | null): void {
    reason = why ?? '';
    asked.answer(why !== null);
  },
};
