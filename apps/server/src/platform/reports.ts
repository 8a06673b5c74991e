import { messages } from '@paydesk/contract/kernel/messages.ts';
import { checkRange } from '@paydesk/contract/kernel/reports.ts';
import { AUDIENCES, type Actor } from '@paydesk/contract/permissions.ts';
import { canonicalTimeZone } from './config.ts';
import { invalid } from './errors.ts';
import { boundsOf } from './list/days.ts';

/** Throws by the field where a report can't be made of these days (SB-44). */
export function mustBeRange({ from, to }: { from: string; to: string }): void {
  const refused = checkRange(from, to);
  if (refused) throw invalid(refused.field, refused.message);
}

/**
 * The days as the list behind a figure cuts them. PostgreSQL reads some zones otherwise (to it '+05:30' is west of
 * Greenwich), and begins a day at its second midnight where there are two.
 */
export function daysOf({
  timeZone = 'UTC',
  ...days
}: {
  from: string;
  to: string;
  timeZone?: string | undefined;
}) {
  mustBeRange(days);
  const zone = canonicalTimeZone(timeZone);
  if (!zone) throw invalid('timeZone', messages.timeZone);
  return { zone, ...boundsOf(days, zone) };
}

/** Throws where a merchant is chosen by somebody who is no staff: for others there is no such filter. */
export function mustBeStaffs(merchantId: string | undefined, actor: Actor): void {
  if (merchantId && !AUDIENCES.staff(actor)) throw invalid('f_merchantId', messages.unknownFilter);
}
