import type { Enumeration } from './enumeration.ts';
import type { Fields } from './fields.ts';

/** What a text for people is at this moment: reckoned of its dates, kept nowhere. */
export const LIFE_CYCLE = {
  SCHEDULED: 'Scheduled',
  LIVE: 'Live',
  ENDED: 'Ended',
  OFF: 'Switched off',
} as const satisfies Enumeration;

export type Stage = keyof typeof LIFE_CYCLE;

/** Where a list shows it. */
export const stageColumn = {
  label: 'Status',
  kind: 'status',
  sort: true,
  enumeration: LIFE_CYCLE,
} as const;

/** From when to when; without an end it goes on. */
export const validFields = {
  validFrom: { label: 'Valid From', kind: 'dateTime', required: true },
  validTo: { label: 'Valid To', kind: 'dateTime' },
  active: { label: 'Active', kind: 'boolean', required: true },
} as const satisfies Fields;

type Values = Readonly<Record<string, unknown>>;

/** Nothing ends before it begins; what an edit leaves out stays as it is. */
export function checkValidity(values: Values, record: unknown): Record<string, string> {
  const { validFrom, validTo } = { ...(record as Values), ...values };
  const [from, to] = [validFrom, validTo].map((at) => Date.parse(String(at)));
  return from! >= to! ? { validTo: 'Valid To must be after Valid From' } : {};
}
