import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { isLoopback } from '../../outbound/addresses.ts';
import type { Services } from '../../services.ts';

/** Whom a browser makes and shows passkeys for: the name in the address that people type, and all of its origin. */
export interface Party {
  id: string;
  origin: string;
}

/** Null where browsers take none: at a number, or without https. This machine's own number has a name. */
export function partyOf({ publicUrl }: Pick<Services, 'publicUrl'>): Party | null {
  const url = URL.parse(publicUrl());
  if (!url) return null;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host)) {
    if (!isLoopback(host)) return null;
    url.hostname = 'localhost';
    return { id: 'localhost', origin: url.origin };
  }
  const local = host === 'localhost' || host.endsWith('.localhost');
  return local || url.protocol === 'https:' ? { id: host, origin: url.origin } : null;
}

/** What an answer is for; one is of no use for another. */
export type Purpose = 'register' | 'confirm' | 'sign in';

const ANSWER_MINUTES = 10;
export const ANSWER_MS = ANSWER_MINUTES * 60_000;
const NONCE = 16;
const ENDS = 6;

type Keys = Pick<Services, 'encryption' | 'realNow'>;

/**
 * A question that nobody else can have asked, for ten minutes: it is signed, with what it is for and whose
 * session it is, and kept nowhere, so that whoever opens the sign-in writes nothing.
 */
export function challengeFor(services: Keys, purpose: Purpose, sessionId = ''): string {
  const ends = Buffer.alloc(ENDS);
  ends.writeUIntBE(services.realNow().getTime() + ANSWER_MS, 0, ENDS);
  const asked = Buffer.concat([randomBytes(NONCE), ends]);
  return Buffer.concat([asked, sign(services, asked, purpose, sessionId)]).toString('base64url');
}

const sign = ({ encryption }: Keys, asked: Buffer, purpose: Purpose, sessionId: string) =>
  createHmac('sha256', encryption.derive('passkey challenges'))
    .update(`${purpose}\n${sessionId}\n`)
    .update(asked)
    .digest();

export function isOurs(
  services: Keys,
  challenge: string,
  purpose: Purpose,
  sessionId: string,
): boolean {
  const bytes = Buffer.from(challenge, 'base64url');
  const asked = bytes.subarray(0, NONCE + ENDS);
  const signed = bytes.subarray(NONCE + ENDS);
  const wanted = sign(services, asked, purpose, sessionId);
  if (signed.length !== wanted.length || !timingSafeEqual(signed, wanted)) return false;
  return asked.readUIntBE(NONCE, ENDS) > services.realNow().getTime();
}

/** Answered once: of many at once one wins. */
export async function useChallenge(tx: Tx, challenge: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('used_challenges')
    .values({
      // the same bytes, however they were written
      hash: createHash('sha256').update(Buffer.from(challenge, 'base64url')).digest(),
      used_date: sql<string>`pg_catalog.now()`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Boolean(numInsertedOrUpdatedRows);
}
