import { formatIsoDay } from '@paydesk/contract/kernel/dates.ts';
import { typedDay } from '@paydesk/contract/kernel/typed-days.ts';
import { ROUTE_SETS, type Actor } from '@paydesk/contract/permissions.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { paths } from '../../paths.ts';
import { isoDay } from '../format.ts';
import { monthIn } from './narrowed.ts';

/** What a day's business is called beside it. */
const BUSINESS =
  /(?<!\S)(?:settlements?|payouts?|reconciliation|sales|turnover|revenue|dashboard|business(?: days?)?)(?:\s+(?:of|for|on|from))?(?!\S)/g;

/** A day or a month alone is that of the business, whole, before the payments of it; '20.11' may be an amount, and by a word it is a command. */
export function dayOf(actor: Actor, text: string, today = isoDay(new Date())) {
  const typed = text.trim().toLowerCase();
  const said = typed.replace(BUSINESS, ' ').trim();
  const day =
    (said === typed && !/\d/.test(said)) || /^\d+\.\d+$/.test(said) ? null : typedDay(said, today);
  const days = day ? { from: day, to: day } : monthIn(said, today);
  if (!days || days.from > today || !isAllowed(actor, { anyOf: ROUTE_SETS.TRANSACTION_DASHBOARD }))
    return [];
  const href = paths.businessDays(days);
  const words = day ? formatIsoDay(day) : `${formatIsoDay(days.from)} to ${formatIsoDay(days.to)}`;
  return [{ name: href, href, label: `Business Days: ${words}` }];
}
