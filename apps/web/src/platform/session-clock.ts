import { IDLE_SECONDS } from '@paydesk/contract/kernel/session.ts';

/** When a session ends, as plain sums; session-store.ts asks with the real clock. */

/** NG-19 */
export const INACTIVITY_MS = IDLE_SECONDS * 1000;

/** A timeout longer than this fires at once; longer waits are cut and looked at again. */
const MAX_TIMEOUT_MS = 2_147_483_647;

export interface Clock {
  now: number;
  expiresAt: number;
  /** The last sign of the person in any tab (AM-65). */
  lastActivity: number;
}

export type SessionEnd = 'expired' | 'inactive';

/** Why the session is over by now, or null. */
export function sessionEnd({ now, expiresAt, lastActivity }: Clock): SessionEnd | null {
  if (!(now < expiresAt)) return 'expired';
  // a clock set back leaves the last activity in the future: that is no inactivity
  return now - lastActivity >= INACTIVITY_MS ? 'inactive' : null;
}

/** How long until it is worth looking again. */
export function untilNextLook({ now, expiresAt, lastActivity }: Clock): number {
  const wait = Math.min(expiresAt, lastActivity + INACTIVITY_MS) - now;
  return Math.min(Math.max(wait, 0), MAX_TIMEOUT_MS);
}
