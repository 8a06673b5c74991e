import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What is stored so that a copy of the database alone does not give it away. */
export interface Encryption {
  /** AES-256-GCM under a nonce of its own; what it is for ('outbox') must be said again to open it. */
  seal(given: string | Buffer, purpose: string): Buffer;
  /** By whichever key it is under. Throws for none of them, another purpose, or a changed byte. */
  open(sealed: Buffer, purpose: string): string;
  /** The same of what was no text. */
  openBytes(sealed: Buffer, purpose: string): Buffer;
  /** 32 bytes that follow from the key and tell nothing of it; others for another purpose. */
  derive(purpose: string): Buffer;
  /**
   * By what an equal text is found that lies sealed: it follows from text and key, and tells nothing of either;
   * others for another kind. Under the key that seals first, then under the others, as rows may still have it.
   */
  blind(text: string, kind: string): [Buffer, ...Buffer[]];
  /** All keys that open; the first is the one that was given to seal. */
  readonly keys: readonly Key[];
  /** Seals under that one from now on; the database's first key writes no id, as it did before ids. */
  sealUnder(key: Key, first: boolean): void;
  /** What begins all that is sealed now; null: under the first key, which writes none. */
  mark(): Buffer | null;
}

export interface Key {
  /** What follows from it, and tells nothing of it. */
  readonly fingerprint: Buffer;
  derive(purpose: string): Buffer;
  blind(text: string, kind: string): Buffer;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ID_BYTES = 8;
const FINGERPRINT = 'fingerprint';
const BLIND_BYTES = 16;
/** Begins what says its key: this, then the first bytes of the key's fingerprint (ADR 155). */
const MAGIC = Buffer.from('PDK\u0001');
export const MARK_BYTES = MAGIC.length + ID_BYTES;

const NONE = Buffer.alloc(0);

export const markOf = ({ fingerprint }: Pick<Key, 'fingerprint'>): Buffer =>
  Buffer.concat([MAGIC, fingerprint.subarray(0, ID_BYTES)]);

/** How people name a key: the first bytes of its fingerprint. */
export const keyName = (fingerprint: Buffer): string =>
  fingerprint.subarray(0, ID_BYTES).toString('hex');

interface Secret extends Key {
  secret: Buffer;
  mark: Buffer;
}

/** The key is any long text; its SHA-256 is what encrypts. */
function secretOf(key: string): Secret {
  const secret = createHash('sha256').update(key).digest();
  const derive = (purpose: string) => createHmac('sha256', secret).update(purpose).digest();
  const fingerprint = derive(FINGERPRINT);
  const blindKeys = new Map<string, Buffer>();
  const blind = (text: string, kind: string) => {
    let own = blindKeys.get(kind);
    if (!own) {
      own = Buffer.from(hkdfSync('sha256', secret, '', `blind index: ${kind}`, 32));
      blindKeys.set(kind, own);
    }
    return createHmac('sha256', own).update(text).digest().subarray(0, BLIND_BYTES);
  };
  return { secret, derive, blind, fingerprint, mark: markOf({ fingerprint }) };
}

function openBy({ secret }: Secret, sealed: Buffer, mark: Buffer, purpose: string): Buffer {
  const nonce = sealed.subarray(mark.length, mark.length + NONCE_BYTES);
  const tagged = mark.length + NONCE_BYTES;
  const tag = sealed.subarray(tagged, tagged + TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', secret, nonce)
    .setAAD(Buffer.concat([mark, Buffer.from(purpose)]))
    .setAuthTag(tag);
  const body = sealed.subarray(tagged + TAG_BYTES);
  return Buffer.concat([decipher.update(body), decipher.final()]);
}

/** The first key seals; all of them open. */
export function encryption(key: string, ...more: readonly string[]): Encryption {
  const keys = [key, ...more].map(secretOf);
  let sealing = keys[0]!;
  let marked = false;
  function openBytes(sealed: Buffer, purpose: string): Buffer {
    const named = keys.find(({ mark }) => sealed.subarray(0, MARK_BYTES).equals(mark));
    if (named) return openBy(named, sealed, named.mark, purpose);
    // without an id it is under the first key of the database, which is the oldest of these
    let failure: unknown;
    for (const one of keys.toReversed())
      try {
        return openBy(one, sealed, NONE, purpose);
      } catch (error) {
        failure = error;
      }
    throw failure;
  }
  return {
    seal(given, purpose) {
      const mark = marked ? sealing.mark : NONE;
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealing.secret, nonce).setAAD(
        Buffer.concat([mark, Buffer.from(purpose)]),
      );
      const body = Buffer.concat([cipher.update(given as string, 'utf8'), cipher.final()]);
      return Buffer.concat([mark, nonce, cipher.getAuthTag(), body]);
    },
    open: (sealed, purpose) => openBytes(sealed, purpose).toString('utf8'),
    openBytes,
    derive: (purpose) => keys[0]!.derive(purpose),
    blind: (text, kind) => [
      sealing.blind(text, kind),
      ...keys.filter((one) => one !== sealing).map((one) => one.blind(text, kind)),
    ],
    keys,
    sealUnder({ fingerprint }, first) {
      sealing = keys.find((one) => one.fingerprint.equals(fingerprint))!;
      marked = !first;
    },
    mark: () => (marked ? sealing.mark : null),
  };
}

const fileIn = (dataDir: string) => join(dataDir, 'encryption.key');

/** What the data folder's file of keys says, if there is one. */
export function storedKey(dataDir: string): string | null {
  try {
    return readFileSync(fileIn(dataDir), 'utf8');
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  }
}

const lines = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);

export interface KeySettings {
  ENCRYPTION_KEY?: string | undefined;
  ENCRYPTION_KEY_OLD?: string | undefined;
  DATA_DIR: string;
}

/**
 * The keys that are given, the one that is to seal first; none where nothing is said and nothing kept. Old ones
 * stand one a line or between commas; a line that holds a comma and is known as a key is that key.
 */
export function keysGiven(
  { ENCRYPTION_KEY, ENCRYPTION_KEY_OLD, DATA_DIR }: KeySettings,
  isKnown: (fingerprint: Buffer) => boolean = () => false,
): string[] {
  const first = ENCRYPTION_KEY ? [ENCRYPTION_KEY] : lines(storedKey(DATA_DIR) ?? '');
  const old = lines(ENCRYPTION_KEY_OLD ?? '').flatMap((line) =>
    isKnown(secretOf(line).fingerprint)
      ? [line]
      : line
          .split(',')
          .map((key) => key.trim())
          .filter(Boolean),
  );
  return first.length ? [...new Set([...first, ...old])] : [];
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
