import * as z from 'zod';
import { address, anyText, cents, day, id, instant, text, whole } from './gateway-parts.ts';

/** What became of an operation that a gateway was asked for, by the protocol of docs/gateways. */

/** What else stands there of whom it found, as far as the provider says it. */
const entryDetails = () => ({
  /** Whose list, and under which programme or heading of it. */
  listName: text(255).optional(),
  programme: text(255).optional(),
  /** What they are or were. */
  position: text(255).optional(),
  /** Where that can be read. */
  source: text(500).optional(),
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/))
    .max(20)
    .optional(),
  aliases: z.array(text(511)).max(50).optional(),
});

const findings = () =>
  z
    .array(
      z.strictObject({
        list: z.enum(['PEP', 'SANCTIONS', 'ADVERSE_MEDIA']),
        matchScore: z.int().min(0).max(100),
        result: z.enum(['CLEAR', 'POSSIBLE_MATCH', 'MATCH']),
        /** Whom it found there, so that a person can compare; born is a day, or its year alone. */
        entry: z
          .strictObject({
            name: text(511),
            born: z
              .string()
              .regex(/^\d{4}(?:-\d\d-\d\d)?$/)
              .nullable(),
            ...entryDetails(),
          })
          .optional(),
      }),
    )
    .max(100);

/** How the payer's bank made sure of the payer (3-D Secure 2): result as in its transStatus, and what was exchanged. */
const authentication = () =>
  z.strictObject({
    result: z.enum(['Y', 'A', 'N', 'U', 'R']),
    eci: anyText(2).nullable(),
    xid: anyText(64).nullable(),
    /** Whether the bank answers for a payment that its holder denies. */
    liabilityShift: z.boolean(),
    messages: z
      .array(
        z.strictObject({
          /** AReq, ARes, CReq, CRes, RReq, RRes. */
          type: text(8),
          result: anyText(8).nullable(),
          payload: anyText(10_000),
        }),
      )
      .max(20),
  });

/** What an institution lends; a rate is hundredths of a percent a year. */
const offers = () =>
  z
    .array(
      z.strictObject({
        offerId: text(64),
        /** By the code of one of the products that were named. */
        product: text(64),
        amountCents: cents(),
        months: z.int().min(1).max(600),
        rate: whole(0),
        apr: whole(0),
        monthlyCents: cents(),
        totalCents: cents(),
        validUntil: instant(),
      }),
    )
    .min(1)
    .max(20);

/** A loan that the institution has confirmed. */
const loan = () =>
  z.strictObject({
    number: text(255),
    instalments: z
      .array(
        z.strictObject({
          number: whole(1),
          dueDate: day(),
          amountCents: cents(),
          interestCents: cents(),
        }),
      )
      .min(1)
      .max(600),
  });

/** Who somebody proved to be. */
const person = () =>
  z.strictObject({ personalId: text(64), firstName: text(255), lastName: text(255) });

/** Of whoever is asked on a device of their own: what that shows too, and by whom. */
const told = () => ({ code: text(16).optional(), provider: text(255).optional() });

/**
 * `pending`: it is taken, and the answer comes later, or is asked for. `action`: so it is, and the payer must first
 * be at `url`, a page of the payer's bank, or of whoever makes sure of people.
 */
export const operationAnswer = () =>
  z.discriminatedUnion('outcome', [
    z.strictObject({
      operationId: id(),
      outcome: z.literal('approved'),
      reference: text(64),
      findings: findings().optional(),
      /** The scheme's own name of it, by which later charges refer to it. */
      networkReference: text(64).optional(),
      authentication: authentication().optional(),
      offers: offers().optional(),
      loan: loan().optional(),
      person: person().optional(),
    }),
    z.strictObject({
      operationId: id(),
      outcome: z.literal('declined'),
      reason: text(255),
      code: text(64).optional(),
      authentication: authentication().optional(),
    }),
    z.strictObject({
      operationId: id(),
      outcome: z.literal('action'),
      url: address(),
      /** The page may stand in a frame of the origin of `returnTo`. */
      framed: z.boolean().optional(),
      ...told(),
      authentication: authentication().optional(),
    }),
    z.strictObject({ operationId: id(), outcome: z.literal('pending'), ...told() }),
  ]);
export type OperationAnswer = z.output<ReturnType<typeof operationAnswer>>;
