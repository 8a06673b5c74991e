import type { Enumeration } from './kernel/enumeration.ts';

/** From whom no money is taken (SB-42). What exactly is wrong with a person is not for merchants to read. */
export const PAYER_REFUSALS = {
  CUSTOMER: 'The customer can’t be charged: the account is blocked or closed',
  CARD: 'The card can’t be charged: it is blocked, expired or deleted',
} as const satisfies Enumeration;

export type PayerRefusal = keyof typeof PAYER_REFUSALS;

/**
 * Why nothing is charged for a recurring payment that could go on (SB-42, AM-116), as its payer and merchant stand now;
 * and that it would take more than its payer agreed to, which bounds each charge, whatever its amount says.
 */
export const CHARGE_HOLDS = {
  ...PAYER_REFUSALS,
  RECURRING: 'Recurring payments are not open to the merchant',
  MERCHANT: 'The merchant is disabled',
  AGREED: 'The amount is more than the customer agreed to',
} as const satisfies Enumeration;

export type ChargeHold = keyof typeof CHARGE_HOLDS;

/** Why a charge that was due was skipped (SB-42, AM-116); which rule it was is for staff to read. */
export const SKIP_REASONS = {
  ...PAYER_REFUSALS,
  RECURRING: CHARGE_HOLDS.RECURRING,
  RISK: 'A risk rule asks for a review, which a recurring charge can’t have',
} as const satisfies Enumeration;

export type SkipReason = keyof typeof SKIP_REASONS;

/** Why a day went by that nobody was charged for within it, as far as anything tells (AM-14). */
export const MISS_REASONS = {
  MERCHANT: 'The merchant was disabled when it was due',
  UNANSWERED: 'The acquirer had not answered the charge before it',
  AWAY: 'Paydesk was not running when it was due',
  UNKNOWN: 'It could not be charged within a day, and nothing recorded tells why',
} as const satisfies Enumeration;

export type MissReason = keyof typeof MISS_REASONS;
