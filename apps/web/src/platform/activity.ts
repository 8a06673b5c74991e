import { call } from './api.ts';
import { getSession, lastSign } from './session-store.ts';
import { toldSince } from './told.ts';

/** How often it is looked whether there is something to tell, and how long a sign may stay untold. */
const LOOK_MS = 15_000;
const UNTOLD_MS = 60_000;

/**
 * Tells the server of what the person does where no call does: who reads and scrolls is there, for it
 * as for the browser (NG-19). Nobody there, nothing told.
 */
export function tellActivity(): void {
  setInterval(() => {
    if (getSession() && toldSince(lastSign(), Date.now(), UNTOLD_MS))
      call('GET /api/users/me/session').catch(() => undefined);
  }, LOOK_MS);
}
