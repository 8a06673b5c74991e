import { createHash, randomBytes } from 'node:crypto';
import type { Encryption } from '../encryption.ts';

/** An API key says what it is, so that whoever finds one lying about knows whose trouble it means. */
const PREFIX = 'pdk_';
const SEALED_FOR = 'api-key';

export const isApiKey = (text: string) => /^pdk_[A-Za-z0-9_-]{43}$/.test(text);

/** 256 random bits need no slow hash: nobody guesses them. */
export const hashApiKey = (key: string) => createHash('sha256').update(key).digest();

export const newApiKeyText = (bytes = randomBytes(32)): string =>
  PREFIX + bytes.toString('base64url');

/** A key and what is kept of it: the hash finds it, the sealed text shows it again (AM-44). */
export function newApiKey(encryption: Encryption, bytes = randomBytes(32)) {
  const key = newApiKeyText(bytes);
  return {
    key,
    keyHash: hashApiKey(key),
    sealedKey: encryption.seal(key, SEALED_FOR),
    lastFour: key.slice(-4),
  };
}

export const openApiKey = (encryption: Encryption, sealed: Buffer) =>
  encryption.open(sealed, SEALED_FOR);
