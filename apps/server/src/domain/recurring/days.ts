import { nextDay, type IntervalUnit } from '@paydesk/contract/intervals.ts';
import { dayOf, inZone, today, type ByZone as By } from '../../platform/business-day.ts';
import { businessZone } from '../../platform/installation.ts';

/** When the days of recurring payments come, in the zone in which business days are. */

/** Whose charge is that late is not charged by itself: somebody decides (ADR 120). */
export const LATE_MS = 24 * 3_600_000;

export interface Repeats {
  interval_unit: IntervalUnit;
  interval_count: number;
  anchor_day: number;
  created_date: string;
}

const at = (services: By, day: string, time: Temporal.PlainTime): string =>
  new Date(
    Temporal.PlainDate.from(day).toZonedDateTime({
      timeZone: businessZone(services),
      plainTime: time,
    }).epochMilliseconds,
  ).toISOString();

/** When a day is charged: at the time of the day at which its payer agreed. */
export const chargedAt = (services: By, { created_date }: Repeats, day: string): string =>
  at(services, day, inZone(services, created_date).toPlainTime());

/** The month of that moment, 'YYYY-MM': until its end a card that expires in it can be charged. */
export const monthOf = (services: By, instant: string): string =>
  dayOf(services, instant).slice(0, 7);

/** So many days from now at that hour. */
export const hourAfter = (services: By, days: number, hour: number): string =>
  at(
    services,
    Temporal.PlainDate.from(today(services)).add({ days }).toString(),
    new Temporal.PlainTime(hour),
  );

/** The day after this one. */
export const dayAfter = ({ interval_unit, interval_count, anchor_day }: Repeats, day: string) =>
  nextDay(day, { unit: interval_unit, count: interval_count }, anchor_day);

/** The first of its days whose time is still to come. */
export function dayToCome(services: By, of: Repeats, from: string): string {
  const now = services.now().toISOString();
  let day = from;
  while (chargedAt(services, of, day) <= now) day = dayAfter(of, day);
  return day;
}
