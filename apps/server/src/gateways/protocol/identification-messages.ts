import { address, text } from '@paydesk/contract/gateway-parts.ts';
import * as z from 'zod';
import { country, operation, sha256 } from './parts.ts';

/** What whoever makes sure of people is asked. */

export const IDENTIFICATION_METHODS = ['SMART_ID', 'MOBILE_ID', 'BANK_LINK', 'ID_CARD'] as const;

export const identificationOperation = z
  .object({
    ...operation,
    /** Who is it, or: will they sign this? */
    kind: z.enum(['AUTHENTICATION', 'SIGNING']),
    method: z.enum(IDENTIFICATION_METHODS),
    country: country(),
    personalId: text(64),
    phone: text(64).nullable(),
    merchantName: text(255),
    returnTo: address(),
    frame: z.boolean(),
    document: z.object({ name: text(255), sha256: sha256() }).nullable(),
  })
  .refine(({ kind, document }) => (kind === 'SIGNING') === (document !== null), {
    path: ['document'],
    message: 'A signing has a document, and nothing else has',
  });
