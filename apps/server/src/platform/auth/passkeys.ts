import {
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type VerifiedRegistrationResponse,
} from '@simplewebauthn/server';
import * as z from 'zod';
import type { Services } from '../services.ts';
import { isOurs, partyOf, type Purpose } from './passkeys/challenges.ts';
import type { NewPasskey, ShownPasskey } from './passkeys/rows.ts';

/** What a browser has answered for a passkey (WebAuthn), and what it is worth (ADR 151). */

/** Ed25519, ECDSA and RSA, by their numbers in COSE. */
export const ALGORITHMS = [-8, -7, -257] as const;

/** How a device is reached (WebAuthn 5.8.4), with the word that hybrid had before. */
const TRANSPORTS = ['usb', 'nfc', 'ble', 'smart-card', 'hybrid', 'internal', 'cable'] as const;

/** WebAuthn 4: a credential's id is no longer. */
const MOST_OF_AN_ID = 1023;

const base64url = z.string().regex(/^[\w-]+$/);
const answered = { id: base64url, rawId: base64url, type: z.literal('public-key') };
const extensions = {
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
};
const created = z.object({
  ...answered,
  ...extensions,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    // a browser may name others, which tell us nothing
    transports: z
      .array(z.unknown())
      .default([])
      .transform((said) => TRANSPORTS.filter((one) => said.includes(one))),
  }),
});
const shown = z.object({
  ...answered,
  ...extensions,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.string().nullish(),
  }),
});

function read<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

const challengeOf = (clientDataJSON: string): string => {
  const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as {
    challenge: string;
  };
  return challenge;
};

/** Where an answer comes from, and for what. */
export interface Asked {
  purpose: Purpose;
  sessionId?: string;
}

/** The new key that an answer holds; null where it answers no question of ours, or another address asked it. */
export async function readNewPasskey(
  services: Services,
  text: string,
  sessionId: string,
): Promise<NewPasskey | null> {
  const party = partyOf(services);
  const response = party && read(created, text);
  if (!response) return null;
  const { registrationInfo } = await verifyRegistrationResponse({
    response: response as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge: (challenge) => isOurs(services, challenge, 'register', sessionId),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: [...ALGORITHMS],
  }).catch((): Partial<VerifiedRegistrationResponse> => ({}));
  if (!registrationInfo) return null;
  const { credential, credentialBackedUp } = registrationInfo;
  const credentialId = Buffer.from(credential.id, 'base64url');
  if (credentialId.length > MOST_OF_AN_ID) return null;
  return {
    credentialId,
    publicKey: Buffer.from(credential.publicKey),
    counter: BigInt(credential.counter),
    transports: response.response.transports,
    synced: credentialBackedUp,
    challenge: challengeOf(response.response.clientDataJSON),
  };
}

/** Null where it is unknown, of another address or question, or its device has not made sure of its person. */
export async function readPasskey(
  services: Services,
  text: string,
  { purpose, sessionId = '' }: Asked,
): Promise<ShownPasskey | null> {
  const party = partyOf(services);
  const response = party && read(shown, text);
  if (!response) return null;
  const row = await services.database.kysely
    .selectFrom('passkeys')
    .select(['id', 'user_id', 'credential_id', 'public_key', 'name'])
    .where('credential_id', '=', Buffer.from(response.id, 'base64url'))
    .where('copied_date', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const { userHandle } = response.response;
  if (userHandle && userHandle !== handleOf(row.user_id)) return null;
  const proved = await verifyAuthenticationResponse({
    response: response as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    expectedChallenge: (challenge) => isOurs(services, challenge, purpose, sessionId),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    // that it went on is looked at where it is written: a copy has to be told from a forgery
    credential: { id: response.id, publicKey: new Uint8Array(row.public_key), counter: 0 },
  }).catch(() => null);
  if (!proved?.verified) return null;
  return {
    passkeyId: row.id,
    userId: row.user_id,
    name: row.name,
    counter: BigInt(proved.authenticationInfo.newCounter),
    synced: proved.authenticationInfo.credentialBackedUp,
    challenge: challengeOf(response.response.clientDataJSON),
  };
}

/** What a device keeps as the person's id, which tells nobody anything. */
export const handleOf = (userId: string) =>
  Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');
