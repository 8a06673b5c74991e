import { formatIsoDay } from '@paydesk/contract/kernel/dates.ts';
import { typedDay } from '@paydesk/contract/kernel/typed-days.ts';
import { ROUTE_SETS, type Actor } from '@paydesk/contract/permissions.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { paths } from '../../paths.ts';
import { isoDay } from '../format.ts';

/** What a day's business is called beside it. */
const BUSINESS =
  /(?<!\S)(?:settlements?|payouts?|reconciliation|sales|turnover|revenue|dashboard|business(?: days?)?)(?:\s+(?:of|for|on|from))?(?!\S)/g;

/** A day alone is that of the business, whole, before the payments of it; '20.11' may be an amount, and by a word it is a command. */
export function dayOf(actor: Actor, text: string, today = isoDay(new Date())) {
  const typed = text.trim().toLowerCase();
  const said = typed.replace(BUSINESS, ' ').trim();
  const day =
    (said === typed && !/\d/.test(said)) || /^\d+\.\d+$/.test(said) ? null : typedDay(said, today);
  if (!day || day > today || !isAllowed(actor, { anyOf: ROUTE_SETS.TRANSACTION_DASHBOARD }))
    return [];
  const href = paths.businessDays({ from: day, to: day });
  return [{ name: href, href, label: `Business Days: ${formatIsoDay(day)}` }];
}
