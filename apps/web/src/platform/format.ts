import { formatDate, instantParts } from '@paydesk/contract/kernel/instants.ts';

export {
  browserTimeZone,
  formatDate,
  formatDateTime,
  instantParts,
  toInstant,
  type InstantParts,
} from '@paydesk/contract/kernel/instants.ts';
export { formatCount } from './count.ts';

/** How instants and counts are shown; amounts are `formatAmount` of the contract (FC-01..08). */

/** HH:mm:ss (FC-03). */
export function formatTime(value: string | Date | null | undefined, timeZone?: string): string {
  const parts = instantParts(value, timeZone);
  return parts ? `${parts.time}:${parts.seconds}` : '';
}

/** The day of an instant as YYYY-MM-DD: what file names and day parameters carry. */
export function isoDay(value: Date, timeZone?: string): string {
  return formatDate(value, timeZone).split('.').reverse().join('-');
}

/** The end of an id, which differs where the beginning is a clock: '…f23a8f'. */
export function shortId(id: string): string {
  return id.length > 10 ? `…${id.slice(-6)}` : id;
}

/** As it stands among fields, with its end in the room of a phone: '0197c3f2-8a41…f2c21e'. */
export const fieldId = (id: string): string =>
  id.length > 21 ? `${id.slice(0, 13)}…${id.slice(-6)}` : id;

/** 'customerFirstName' → 'Customer First Name' (AM-95). */
export function titleCase(key: string): string {
  const words = key.replace(/([A-Z])/g, ' $1').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
