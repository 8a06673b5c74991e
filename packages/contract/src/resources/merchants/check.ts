import { action } from '../../kernel/action.ts';
import type { Enumeration } from '../../kernel/enumeration.ts';
import type { Fields } from '../../kernel/fields.ts';
import { merchantAsks, type MerchantState } from './actions.ts';

export const RISK_CLASSES = {
  LOW: 'Low risk',
  MEDIUM: 'Medium risk',
  HIGH: 'High risk',
} as const satisfies Enumeration;
export type RiskClass = keyof typeof RISK_CLASSES;

export const SCREENING_RESULTS = {
  CLEAR: 'Clear',
  POSSIBLE_MATCH: 'Possible match',
  MATCH: 'Match',
} as const satisfies Enumeration;
export type ScreeningResult = keyof typeof SCREENING_RESULTS;

/** What staff found out of a merchant before it is taken on, beside its owners (MB-04). */
export const backgroundFields = {
  registrationNumber: { label: 'Registration number', kind: 'text', required: true, maxLength: 50 },
  businessDescription: {
    label: 'Business description',
    kind: 'textarea',
    required: true,
    maxLength: 1000,
  },
  expectedTurnover: {
    label: 'Expected turnover a year',
    kind: 'amount',
    required: true,
    min: 0,
    max: 9_999_999_999.99,
  },
  riskClass: { label: 'Risk class', kind: 'choice', required: true, enumeration: RISK_CLASSES },
  screeningResult: {
    label: 'Screening result',
    kind: 'choice',
    required: true,
    enumeration: SCREENING_RESULTS,
  },
} as const satisfies Fields;

/** One of those who own it. */
export const ownerFields = {
  name: { label: 'Name', kind: 'text', required: true, maxLength: 255 },
  share: { label: 'Share', kind: 'number', required: true, min: 1, max: 100 },
} as const satisfies Fields;
export const MOST_OWNERS = 20;

/** Null, or why these can't own it together. */
export function ownersProblem(owners: readonly { share: number }[]): string | null {
  if (owners.length === 0) return 'Beneficial owners are required';
  if (owners.length > MOST_OWNERS) return `At most ${MOST_OWNERS} owners`;
  return owners.reduce((sum, { share }) => sum + share, 0) > 100
    ? 'Shares can’t be more than 100 percent together'
    : null;
}

/** Written down by staff, as often as they look (MB-04). */
export const recordCheck = action<MerchantState, typeof backgroundFields>({
  label: 'Record check',
  asks: merchantAsks,
  whyNot: () => null,
  fields: backgroundFields,
  success: 'Background check recorded',
});
