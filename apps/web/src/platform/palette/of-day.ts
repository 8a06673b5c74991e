import { formatIsoDay } from '@paydesk/contract/kernel/dates.ts';
import { typedDay } from '@paydesk/contract/kernel/typed-days.ts';
import { ROUTE_SETS, type Actor } from '@paydesk/contract/permissions.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { paths } from '../../paths.ts';
import { isoDay } from '../format.ts';
import { daysIn } from './narrowed.ts';

/** What a day's business is called beside it. */
const BUSINESS =
  /(?<!\S)(?:settlements?|payouts?|reconciliation|sales|turnover|revenue|dashboard|business(?: days?)?)(?:\s+(?:of|for|on|from))?(?!\S)/g;

/** No payment is older: a day before is when somebody was born. */
const FIRST_DAY = '2000-01-01';

/** By the names that its screen has for days up to today. */
const NAMED: Readonly<Record<string, string>> = {
  'last 7 days': '7days',
  'last 30 days': '30days',
  'this month': 'month',
};

/** A day or some days alone are those of the business, whole, before the payments of it; '20.11' may be an amount, and by a word it is a command. */
export function dayOf(actor: Actor, text: string, today = isoDay(new Date())) {
  const typed = text.trim().toLowerCase();
  const said = typed.replace(BUSINESS, ' ').trim();
  const day =
    (said === typed && !/\d/.test(said)) || /^\d+\.\d+$/.test(said) ? null : typedDay(said, today);
  const days = day ? { from: day, to: day } : daysIn(said, today);
  const named = Object.hasOwn(NAMED, said) ? NAMED[said]! : null;
  if (!isAllowed(actor, { anyOf: ROUTE_SETS.TRANSACTION_DASHBOARD })) return [];
  if (named) {
    const href = paths.businessDays({ days: named });
    return [{ name: href, href, label: `Business Days: ${said}` }];
  }
  if (!days || days.from > today || days.from < FIRST_DAY) return [];
  const href = paths.businessDays(days);
  const words = day ? formatIsoDay(day) : `${formatIsoDay(days.from)} to ${formatIsoDay(days.to)}`;
  return [{ name: href, href, label: `Business Days: ${words}` }];
}
