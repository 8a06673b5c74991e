import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What is stored so that a copy of the database alone does not give it away. */
export interface Encryption {
  /** AES-256-GCM under a nonce of its own; what it is for ('outbox') must be said again to open it. */
  seal(text: string, purpose: string): Buffer;
  /** Throws for another key, another purpose, or a changed byte. */
  open(sealed: Buffer, purpose: string): string;
  /** 32 bytes that follow from the key and tell nothing of it; others for another purpose. */
  derive(purpose: string): Buffer;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The key is any long text; its SHA-256 is what encrypts. */
export function encryption(key: string): Encryption {
  const secret = createHash('sha256').update(key).digest();
  return {
    seal(text, purpose) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', secret, nonce).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, purpose) {
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', secret, nonce)
        .setAAD(Buffer.from(purpose))
        .setAuthTag(tag);
      const body = sealed.subarray(NONCE_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    },
    derive: (purpose) => createHmac('sha256', secret).update(purpose).digest(),
  };
}

const fileIn = (dataDir: string) => join(dataDir, 'encryption.key');

/** The key kept in the data folder, if there is one. */
export function storedKey(dataDir: string): string | null {
  try {
    return readFileSync(fileIn(dataDir), 'utf8');
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Makes the key that is kept in the data folder. Whoever runs several machines on one database sets
 * ENCRYPTION_KEY.
 */
export const makeKey = (dataDir: string): string =>
  keepKey(dataDir, randomBytes(32).toString('base64'));

/** Puts a key into the data folder, unless one is there; gives the one that is there then. */
export function keepKey(dataDir: string, key: string): string {
  mkdirSync(dataDir, { recursive: true });
  try {
    // two processes that start at once: one makes it, both read it
    writeFileSync(fileIn(dataDir), key, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
  }
  return readFileSync(fileIn(dataDir), 'utf8');
}
