import { address, id } from '@paydesk/contract/gateway-parts.ts';
import * as z from 'zod';

/** What the questions of the protocol have beside the parts that its answers are made of. */

export const currency = () => z.string().regex(/^[A-Z]{3}$/);
export const country = () => z.string().regex(/^[A-Z]{2}$/);
/** SHA-256 in hexadecimal. */
export const sha256 = () => z.string().regex(/^[0-9a-f]{64}$/);

export const operation = {
  /** The idempotency key: under one id the same thing happens once, however often it is asked for. */
  operationId: id(),
  /** Where an answer that comes later is sent to. */
  answerTo: address().optional(),
};
