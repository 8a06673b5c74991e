import type { Enumeration } from './enumeration.ts';

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
