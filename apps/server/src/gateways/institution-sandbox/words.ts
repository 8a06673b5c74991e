import { createHash } from 'node:crypto';
import { NOT_RECEIVED, type OperationAnswer } from '../protocol/messages.ts';

export const NO_ORDER = 'The institution has no record of the order';
export const OTHER_ORDER = 'The id stands for another order';
export const CANCELLED = 'It was taken back before it was decided';

const CODES: Readonly<Record<string, string>> = {
  [NO_ORDER]: NOT_RECEIVED,
  [CANCELLED]: 'CANCELLED',
};

export const declined = (operationId: string, reason: string): OperationAnswer => ({
  operationId,
  outcome: 'declined',
  reason,
  ...(CODES[reason] && { code: CODES[reason] }),
});

/** Eight digits that look like an institution's, the same for the same order. */
export const institutionReference = (requestId: string, letter = 'R') =>
  `${letter}${createHash('sha256').update(requestId).digest().readUInt32BE() % 100_000_000}`;
