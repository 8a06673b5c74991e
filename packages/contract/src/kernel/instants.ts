/** How instants are shown to people, in the console and on a shopper's page (FC-01..05). */

const formatters = new Map<string, Intl.DateTimeFormat>();

/** The IANA zone of the browser: times are shown in it, and lists and files are asked for in it. */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

/** Server text to an instant; text without a zone is UTC (FC-05). */
export function toInstant(text: string): Date | null {
  const zoned = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) || !text.includes('T') ? text : `${text}Z`;
  const date = new Date(zoned);
  return Number.isNaN(date.getTime()) ? null : date;
}

export interface InstantParts {
  /** DD.MM.YYYY */
  date: string;
  /** HH:mm */
  time: string;
  seconds: string;
}

/** The day and the time of an instant in a zone; null when it is none. */
export function instantParts(
  value: string | Date | null | undefined,
  timeZone: string = browserTimeZone(),
): InstantParts | null {
  const date = typeof value === 'string' ? toInstant(value) : value;
  if (!date) return null;
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
    formatters.set(timeZone, formatter);
  }
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value: text } of formatter.formatToParts(date)) part[type] = text;
  return {
    date: `${part.day}.${part.month}.${part.year?.padStart(4, '0')}`,
    time: `${part.hour}:${part.minute}`,
    seconds: part.second ?? '00',
  };
}

/** DD.MM.YYYY, empty when there is no date (FC-01). */
export function formatDate(value: string | Date | null | undefined, timeZone?: string): string {
  return instantParts(value, timeZone)?.date ?? '';
}

/** DD.MM.YYYY HH:mm (FC-02). */
export function formatDateTime(value: string | Date | null | undefined, timeZone?: string): string {
  const parts = instantParts(value, timeZone);
  return parts ? `${parts.date} ${parts.time}` : '';
}
