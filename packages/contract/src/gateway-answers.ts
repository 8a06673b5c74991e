import * as z from 'zod';

/** What became of an operation that a gateway was asked for, by the protocol of docs/gateways. */

const id = () => z.uuid();
const text = (most: number) => z.string().min(1).max(most);

const findings = () =>
  z
    .array(
      z.strictObject({
        list: z.enum(['PEP', 'SANCTIONS', 'ADVERSE_MEDIA']),
        matchScore: z.int().min(0).max(100),
        result: z.enum(['CLEAR', 'POSSIBLE_MATCH', 'MATCH']),
      }),
    )
    .max(100);

/** `pending`: it is taken, and the answer comes later, or is asked for. */
export const operationAnswer = () =>
  z.discriminatedUnion('outcome', [
    z.strictObject({
      operationId: id(),
      outcome: z.literal('approved'),
      reference: text(64),
      findings: findings().optional(),
    }),
    z.strictObject({
      operationId: id(),
      outcome: z.literal('declined'),
      reason: text(255),
      code: text(64).optional(),
    }),
    z.strictObject({ operationId: id(), outcome: z.literal('pending') }),
  ]);
export type OperationAnswer = z.output<ReturnType<typeof operationAnswer>>;
