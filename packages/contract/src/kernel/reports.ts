import * as z from 'zod';
import { countDays, parseIsoDay } from './dates.ts';
import { isUuid } from './filters.ts';
import { messages } from './messages.ts';

/** What every report over days is asked by, and what of it is refused. */

/** The most days of one report (SB-44). */
export const MAX_DAYS = 366;

/** Null, or which end of a range is refused and why (BD-03, SB-44). */
export function checkRange(from: string, to: string): { field: 'from'; message: string } | null {
  if (from > to) return { field: 'from', message: messages.dateOrder };
  if (countDays(from, to) > MAX_DAYS)
    return { field: 'from', message: `At most ${MAX_DAYS} days at once` };
  return null;
}

/** A day as YYYY-MM-DD. */
export const reportDay = (description: string) =>
  z
    .string()
    .refine((text) => parseIsoDay(text) !== null, messages.isoDate)
    .meta({ format: 'date', description });

/** Whose days they are. */
export const reportZone = () =>
  z.string().meta({ description: 'Whose days they are; UTC where it is left out.' }).optional();

/** One merchant in place of all that may be read. */
export const reportMerchant = () =>
  z
    .string()
    .refine(isUuid, messages.id)
    .meta({ format: 'uuid', description: 'One merchant alone. Staff only.' })
    .optional();
