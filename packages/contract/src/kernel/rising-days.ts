/** Days counted from one that is over, each later than the one before; a body has them as '1, 3, 7'. */
export interface RisingDays {
  /** How many at most. */
  most: number;
  /** The last one that there is. */
  latest: number;
  /** What the days are counted from: 'after the charge failed'. */
  from: string;
}

/** A day that stands there and is not said yet. */
export const UNSAID = '?';

/** '1, 3, 7' in its parts, as they were typed. */
export const partsOf = (text: string | null | undefined): string[] =>
  text?.trim() ? text.trim().split(/\s*,\s*|\s+/) : [];

/** Of each part null, or why it is none of the days. */
export function dayErrors(parts: readonly string[], { latest }: RisingDays): (string | null)[] {
  return parts.map((part, nth) => {
    const day = numberOf(part);
    if (day < 1 || day > latest) return `A whole number of days, from 1 to ${latest}`;
    const before = numberOf(parts[nth - 1] ?? '');
    return day > before ? null : `Must be later than day ${before}, the one before`;
  });
}

const numberOf = (part: string) => (/^\d{1,2}$/.test(part) ? Number(part) : 0);

/** The days; null where the text is no such list. */
export function risingDaysOf(text: string | null | undefined, rule: RisingDays): number[] | null {
  const parts = partsOf(text);
  const fits = parts.length <= rule.most && dayErrors(parts, rule).every((error) => !error);
  return fits ? parts.map(numberOf) : null;
}

/** What is proposed as the next one: 1, 3, 7, 15. */
export function nextDay(parts: readonly string[], { latest }: RisingDays): string {
  const last = numberOf(parts.at(-1) ?? '');
  return last < latest ? String(Math.min(latest, 2 * last + 1)) : UNSAID;
}

/** 'Day 1, Day 3 and Day 7 after …'; without any, null. */
export function daysInWords(days: readonly number[], { from }: RisingDays): string | null {
  const names = days.map((day) => `Day ${day}`);
  const last = names.pop();
  return last ? `${names.length ? `${names.join(', ')} and ` : ''}${last} ${from}` : null;
}
