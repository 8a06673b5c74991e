import { addDays, parseDay } from './dates.ts';

/** How people write a day, each read here alone: by lists, by search and by the palette. */

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?';
const YEAR = '(?:,?[\\s-]+(20\\d\\d))?(?![\\w])';
/** At the ends of a range too; what stands behind the point of an amount is its cents. */
const BEGINS = '(?<![^\\s\\-–.<>=≤≥])(?<!\\d\\.)';
const DAY_FIRST = new RegExp(`${BEGINS}${DAY}(?:\\.?\\s+|-)${MONTH}\\.?${YEAR}`, 'gi');
const MONTH_FIRST = new RegExp(`${BEGINS}${MONTH}\\.?\\s+${DAY}${YEAR}(?![.,]\\d)`, 'gi');
const ISO = /(?<![\d-])(\d{4})-(\d{1,2})-(\d{1,2})(?![\d-])/g;
/** The day comes first, as everywhere in this house: 11/12 is in December; only where there is no such month, second. */
const SLASHED = /(?<![\d/]|\d\.)(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?(?![\d/]|\.\d)/g;
const DASHED = /(?<![\d-])(\d{1,2})-(\d{1,2})-(\d{4})(?![\d-])/g;
const SHORT_YEAR = /(?<!\d|\d\.)(\d{1,2})\.(\d{1,2})\.(\d{2})(?!\d|\.\d)/g;

const dotted = (day: string, month: string, year = '') =>
  `${day}.${month}.${year.length === 2 ? '20' : ''}${year}`;
const monthOf = (name: string) => String(MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1);

/** '25 november' and 'Nov 25, 2026' in figures: '25.11.' and '25.11.2026'. */
export function withMonths(text: string): string {
  return text
    .replace(DAY_FIRST, (_, day: string, month: string, year?: string) =>
      dotted(day, monthOf(month), year),
    )
    .replace(MONTH_FIRST, (_, month: string, day: string, year?: string) =>
      dotted(day, monthOf(month), year),
    );
}

/** The same of '2026-11-26', '26/11/26' and '26-11-2026'. */
export function withDays(text: string): string {
  return withMonths(text)
    .replace(ISO, (_, year: string, month: string, day: string) => dotted(day, month, year))
    .replace(SLASHED, (_, day: string, month: string, year?: string) =>
      Number(month) > 12 ? dotted(month, day, year) : dotted(day, month, year),
    )
    .replace(DASHED, (_, day: string, month: string, year: string) => dotted(day, month, year))
    .replace(SHORT_YEAR, (_, day: string, month: string, year: string) => dotted(day, month, year));
}

/** The day that is meant, as YYYY-MM-DD; of one without its year the latest up to `today`. Null when it is none. */
export function typedDay(typed: string, today: string): string | null {
  const text = withDays(typed.trim().toLowerCase());
  if (text === 'today') return today;
  if (text === 'yesterday') return addDays(today, -1);
  return parseDay(text) ?? latestDay(text, today);
}

export const YEARLESS = /^(\d{1,2}\.\d{1,2})\.?$/;

/** '26.11' and '26.11.' → the latest such day up to the other; null when there is none. */
function latestDay(input: string, last: string): string | null {
  const [, date] = YEARLESS.exec(input) ?? [];
  if (!date) return null;
  const year = Number(last.slice(0, 4));
  // a 29 February is at most eight years back
  for (let back = 0; back <= 8; back++) {
    const day = parseDay(`${date}.${year - back}`);
    if (day && day <= last) return day;
  }
  return null;
}
