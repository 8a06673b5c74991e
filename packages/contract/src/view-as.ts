import { covers, type Holding } from './holdings.ts';
import { ROLES, type Actor } from './permissions.ts';

/** Looking at the console as somebody else sees it, and changing nothing (ADR 167). */

/** Somebody, or a role: what they hold, and whose they are. */
export interface Seen extends Holding {
  merchantId: string | null;
}

/** Null, or why an administrator does not look as this one: it is never a way to see more. */
export function whyNotViewAs(actor: Actor, seen: Seen): string | null {
  if (actor.userRole !== 'BACKOFFICE_ADMIN' && actor.userRole !== 'MERCHANT_ADMIN')
    return `Only an administrator may do this; you are a ${ROLES[actor.userRole]}.`;
  // the role of a side without its merchant, or of the other side, is nobody's
  if ((seen.merchantId === null) !== seen.userRole.startsWith('BACKOFFICE_'))
    return 'It is a role of the other side';
  if (actor.merchantId !== null && actor.merchantId !== seen.merchantId)
    return 'They work for another merchant';
  return covers(actor, seen) ? null : 'Your own role leaves out some of what they may do';
}
