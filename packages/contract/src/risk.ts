import type { Enumeration } from './kernel/enumeration.ts';

/** What rules and screening say, wherever somebody acts on it. */

/** What comes of a payment that meets the rule; the first rule that is met decides. */
export const RULE_OUTCOMES = {
  PASS: 'Allow',
  REVIEW: 'Review',
  THREE_D_SECURE: '3-D Secure',
  BLOCK: 'Block',
} as const satisfies Enumeration;
export type RuleOutcome = keyof typeof RULE_OUTCOMES;

/** What looking for a name on a list came to. */
export const SCREENING_RESULTS = {
  CLEAR: 'Clear',
  POSSIBLE_MATCH: 'Possible match',
  MATCH: 'Match',
} as const satisfies Enumeration;
