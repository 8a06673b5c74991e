import * as z from 'zod';
import { isKept } from './kernel/kept.ts';

/**
 * What the messages of the protocol of docs/gateways are made of. Each is such that a table can keep it: what comes from
 * outside and is not is refused here, by its field, and stops nothing further in.
 */

/** As it is written in the tables, however the other side writes it. */
export const id = () => z.uuid().toLowerCase();

const KEPT = 'Text is Unicode, and without U+0000';
/** Up to so many characters, or none. */
export const anyText = (most: number) => z.string().max(most).refine(isKept, KEPT);
export const text = (most: number) => anyText(most).min(1);
export const address = () =>
  z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .refine(isKept, KEPT);

export const cents = () => z.int().min(0);
/** What a column of whole numbers holds. */
export const whole = (least: number) => z.int().min(least).max(2_147_483_647);

/** No bank or lender means another: in the year 0 PostgreSQL has no day at all. */
const isDated = (given: string) => given >= '1900';
const DATED = 'The year is from 1900 on';
export const day = () => z.iso.date().refine(isDated, DATED);
export const instant = () => z.iso.datetime().refine(isDated, DATED);
/** '2030-08', the last month of a card. */
export const month = () =>
  z
    .string()
    .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/)
    .refine(isDated, DATED);
