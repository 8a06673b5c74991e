import { businessZone } from './installation.ts';
import type { Services } from './services.ts';

/** Days of the calendar in the zone that cuts business days, 'YYYY-MM-DD' (AM-23). */

export type ByZone = Pick<Services, 'installation' | 'config' | 'now'>;

export const inZone = (services: ByZone, instant: string) =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(businessZone(services));

/** The day of that moment. */
export const dayOf = (services: ByZone, instant: string): string =>
  inZone(services, instant).toPlainDate().toString();

/** The day that it is now. */
export const today = (services: ByZone): string => dayOf(services, services.now().toISOString());
