import { today, type ByZone } from '../../platform/business-day.ts';

const two = (part: number) => String(part).padStart(2, '0');

/** A column of days as text: the driver gives it as the midnight of this machine's zone. */
export const columnDay = (value: string | Date): string =>
  typeof value === 'string'
    ? value.slice(0, 10)
    : `${value.getFullYear()}-${two(value.getMonth() + 1)}-${two(value.getDate())}`;

/** Whether the last of the days to withdraw is not over yet. */
export const isWithdrawable = (services: ByZone, until: string | null): boolean =>
  until !== null && today(services) <= until;
