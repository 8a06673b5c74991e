import { parseDay, parseIsoDay } from '../../kernel/dates.ts';
import { checkFields, type Fields, type ValuesOf } from '../../kernel/fields.ts';
import { parseAmount, toCents } from '../../kernel/money.ts';
import { personalIdProblem, readPersonalId } from '../../kernel/personal-ids.ts';
import { INCOME_TYPES } from '../../lending.ts';
import { COUNTRIES } from '../../merchant-record.ts';

/** What is asked of a person who wants to borrow (LN-33). */

const anAmount = { kind: 'amount', required: true, min: 0, max: 1_000_000 } as const;

export const borrowerFields = {
  firstName: { label: 'First name', kind: 'text', required: true, maxLength: 100 },
  lastName: { label: 'Last name', kind: 'text', required: true, maxLength: 100 },
  country: {
    label: 'Country of your personal ID',
    kind: 'choice',
    required: true,
    enumeration: COUNTRIES,
  },
  personalId: { label: 'Personal ID', kind: 'text', required: true, maxLength: 32 },
  // a day, wherever it is read
  dateOfBirth: { label: 'Date of birth', kind: 'text', required: true, maxLength: 10 },
  email: { label: 'Email', kind: 'email', required: true, maxLength: 255 },
  phone: { label: 'Phone', kind: 'text', keys: 'numeric', required: true, maxLength: 40 },
  incomeType: { label: 'Main income', kind: 'choice', required: true, enumeration: INCOME_TYPES },
  monthlyIncome: { label: 'Income a month, after tax', ...anAmount },
  monthlyObligations: { label: 'Repaid on other loans a month', ...anAmount },
} as const satisfies Fields;

const YEARS_TO_BORROW = 18;
const MOST_YEARS = 120;

export type Borrower = ValuesOf<typeof borrowerFields>;

/** What is wrong with what was typed, by field: the page and the server ask the same. */
export function checkBorrower(
  values: { [K in keyof Borrower]: Borrower[K] | null },
  today: string,
): Record<string, string> {
  const refused = checkFields(borrowerFields, values);
  const { personalId, country, dateOfBirth } = values;
  if (!refused['dateOfBirth'] && !isDay(dateOfBirth!)) refused['dateOfBirth'] = NO_DAY;
  if (!refused['dateOfBirth']) {
    const why = whyNotBorn(dateOfBirth!, today);
    if (why) refused['dateOfBirth'] = why;
  }
  if (!refused['personalId'] && !refused['country']) {
    const born = readPersonalId(personalId!, country)?.born;
    const why = personalIdProblem(personalId!, country);
    if (why) refused['personalId'] = why;
    else if (born && !refused['dateOfBirth'] && born !== dateOfBirth)
      refused['dateOfBirth'] = 'Your personal ID says another day';
  }
  return refused;
}

const isDay = (text: string) => parseIsoDay(text) !== null;
const NO_DAY = 'Write the day like 05.03.1990';

/** Why nobody who was born on that day may borrow today; null where they may. */
function whyNotBorn(dateOfBirth: string, today: string): string | null {
  const before = (years: number) =>
    `${String(Number(today.slice(0, 4)) - years).padStart(4, '0')}${today.slice(4)}`;
  // days as text are in the order of the calendar
  if (dateOfBirth > today || dateOfBirth < before(MOST_YEARS)) return 'Look at the year again';
  return dateOfBirth > before(YEARS_TO_BORROW)
    ? `You must be ${YEARS_TO_BORROW} or older to borrow`
    : null;
}

/** '5.3.1990' as people type it, or as a calendar has it; null where there is no such day. */
export const readDay = (typed: string): string | null =>
  parseDay(typed.trim()) ?? parseDay(typed.trim().split('-').toReversed().join('.'));

/** '1 200,50' as people type it; null where it is no amount of cents. */
export function readAmount(typed: string): number | null {
  const amount = parseAmount(typed);
  return amount === null || toCents(amount) === null ? null : amount;
}
