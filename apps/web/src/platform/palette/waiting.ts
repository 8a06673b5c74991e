import type { Actor } from '@paydesk/contract/permissions.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { waitOf, WAITS, type WaitKey } from '@paydesk/contract/waits.ts';
import { whereDone } from '../../waits-where.ts';
import { isoDay } from '../format.ts';
import type { Seen } from './states.ts';

/** What says nothing of what waits. */
const FILLING = new Set('that which is are to in of for a an the'.split(' '));
/** What else is said of them. */
const ALSO: Partial<Record<WaitKey, string>> = {
  reviews: 'held on hold',
  loanReviews: 'held on hold',
  refunds: 'overdue pending',
  callbacks: 'not delivered undelivered failed webhooks',
  applications: 'pending applications',
  certificates: 'expiring expires',
};
/** One word alone is of a screen, of a state or of somebody's name. */
const LEAST_WORDS = 2;

/** The entry of the menu that has the list of these, or below which it stands; who has no such entry reads none. */
const ENTRIES: Readonly<Record<string, string>> = {
  'recurring-dues': 'recurring',
  disputes: 'transactions',
  certificates: 'certs',
  'screening-cases': 'screening',
  // of a merchant it stands in no menu, and Home leads there
  approvals: 'business-days',
};

/** 'payments in review', 'missed recurring', 'tasks that failed': what Home says is waiting, where that is done. */
export function waitingOf(
  actor: Actor,
  seen: readonly Seen[],
  text: string,
  today = isoDay(new Date()),
) {
  const said = text
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word && !FILLING.has(word));
  if (said.length < LEAST_WORDS) return [];
  return (Object.keys(WAITS) as WaitKey[]).flatMap((name) => {
    const { one, many, list, filters, asks } = waitOf(name);
    const words = `${one} ${many} ${ALSO[name] ?? ''}`.split(' ');
    if (!said.every((typed) => words.some((word) => word.startsWith(typed)))) return [];
    if (!isAllowed(actor, asks) || !seen.some((entry) => entry.name === (ENTRIES[list] ?? list)))
      return [];
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    // of an unknown number of them only where they are is told
    const wait = { name, count: 0, said: 0, oldest: null, due: null, filters: filters(today) };
    const href = whereDone(wait, timeZone);
    return [{ name: href, href, label: many.charAt(0).toUpperCase() + many.slice(1) }];
  });
}
