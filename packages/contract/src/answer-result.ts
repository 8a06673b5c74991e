import type { Enumeration } from './kernel/enumeration.ts';

/** How an acquirer's answer ended, whatever the protocol calls it; of what is still open none. */
export const ANSWER_RESULTS = {
  APPROVED: 'Approved',
  REFUSED: 'Refused',
  FAILED: 'No clear answer',
} as const satisfies Enumeration;

/** Messages are read through for what is asked of them: of a few days, or of one payment. */
export const READ_WITHIN = { days: 7, or: ['transactionId'] } as const;

/** Read out of the message, which says it in its own way. */
export const resultColumn = {
  label: 'Result',
  kind: 'choice',
  enumeration: ANSWER_RESULTS,
  within: READ_WITHIN,
  lastInFile: true,
  nullable: true,
} as const;
