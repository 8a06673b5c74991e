import * as z from 'zod';

/** What the messages of the protocol are made of; a number is a whole one of cents. */

export const id = () => z.uuid();
export const text = (most: number) => z.string().min(1).max(most);
export const cents = () => z.int().min(0);
export const currency = () => z.string().regex(/^[A-Z]{3}$/);
export const country = () => z.string().regex(/^[A-Z]{2}$/);
export const address = () => z.url({ protocol: /^https?$/ }).max(2048);
/** SHA-256 in hexadecimal. */
export const sha256 = () => z.string().regex(/^[0-9a-f]{64}$/);

export const operation = {
  /** The idempotency key: under one id the same thing happens once, however often it is asked for. */
  operationId: id(),
  /** Where an answer that comes later is sent to. */
  answerTo: z.url({ protocol: /^https?$/ }).optional(),
};
