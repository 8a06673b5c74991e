import { createHash, scryptSync, randomBytes } from 'node:crypto';
import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { CannotStart } from '../cannot-start.ts';
import type { Config } from '../config.ts';
import { fingerprintOf } from '../db/installation.ts';
import { encryption, keysGiven } from '../encryption.ts';
import { writeAnew } from './archive.ts';

/** What a backup says of itself. It is written last: a folder without it is none. */
const noteOf = () =>
  z.object({
    format: z.literal(1),
    /** A cluster's files, or the rows of a database's tables. */
    kind: z.enum(['cluster', 'tables']),
    /** When it was whole: it holds all that was committed until then. */
    createdDate: z.iso.datetime(),
    /** When it was done: onto a cluster’s, the log of writes is put from then on. */
    endedDate: z.iso.datetime().optional(),
    /** Of a cluster: in which archive the log that goes on from it lies. */
    archive: z.string().optional(),
    paydesk: z.string(),
    postgres: z.string(),
    /** The newest migration the database had. */
    migration: z.string(),
    keyFingerprint: z.hex(),
    /** Of the other keys that something is under while keys are changed. */
    olderFingerprints: z.array(z.hex()).default([]),
    /** The encryption keys, one a line, under BACKUP_PASSPHRASE; null: they are not in the backup. */
    sealedKey: z.object({ salt: z.hex(), sealed: z.base64() }).nullable(),
    from: z.object({ lsn: z.string(), timeline: z.number() }).nullable(),
    files: z.array(z.object({ name: z.string(), bytes: z.number(), sha256: z.hex() })),
  });

export type BackupNote = z.output<ReturnType<typeof noteOf>>;
export type BackupFile = BackupNote['files'][number];

const NOTE = 'backup.json';

/** Nothing lies there, or its folder is none. */
export const isAbsent = (error: unknown): boolean =>
  /^(ENOENT|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? '');

/** The note of a backup's folder. Throws CannotStart where there is none, or one that can't be read. */
export async function readNote(folder: string): Promise<BackupNote> {
  const file = join(folder, NOTE);
  let written: unknown;
  try {
    written = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (isAbsent(error))
      throw new CannotStart(`${folder} holds no whole backup: it has no ${NOTE}.`);
    written = null;
  }
  const read = noteOf().safeParse(written);
  if (!read.success)
    throw new CannotStart(`${file} is no note of a backup that this Paydesk reads.`);
  return read.data;
}

export const writeNote = (folder: string, note: BackupNote): Promise<void> =>
  writeAnew(join(folder, NOTE), `${JSON.stringify(note, null, 2)}\n`);

/** Throws where something is there already: a backup never goes over another one. */
export function mustBeEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new CannotStart(
      `${folder} is not empty. Name a folder that is empty, or is not there yet.`,
    );
}

/** Size and SHA-256 of a file as it lies there. */
export async function fileFacts(folder: string, name: string): Promise<BackupFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(createReadStream(join(folder, name)), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      hash.update(chunk);
    }
  });
  return { name, bytes, sha256: hash.digest('hex') };
}

/** Reads every file of a backup again. Throws with the first that is not what was written. */
export async function mustBeWhole(folder: string, { files }: BackupNote): Promise<void> {
  for (const file of files) {
    const damaged = new CannotStart(`The backup is damaged: ${file.name} is not what was written.`);
    if (!existsSync(join(folder, file.name))) throw damaged;
    const { bytes, sha256 } = await fileFacts(folder, file.name);
    if (bytes !== file.bytes || sha256 !== file.sha256) throw damaged;
  }
}

type KeySettings = Pick<
  Config,
  'BACKUP_PASSPHRASE' | 'ENCRYPTION_KEY' | 'ENCRYPTION_KEY_OLD' | 'DATA_DIR'
>;

const PURPOSE = 'backup key';
/** About a tenth of a second and 32 MB a guess. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 };

const under = (passphrase: string, salt: Buffer) =>
  encryption(scryptSync(passphrase, salt, 32, COST).toString('hex'));

/** The encryption keys as they go into a backup: under the passphrase, or not at all. */
export function sealKeys(
  keys: readonly string[],
  passphrase: string | undefined,
): BackupNote['sealedKey'] {
  if (!passphrase) return null;
  const salt = randomBytes(16);
  const sealed = under(passphrase, salt).seal(keys.join('\n'), PURPOSE);
  return { salt: salt.toString('hex'), sealed: sealed.toString('base64') };
}

/** Throws where what is restored would be started with another key than it needs. */
export function mustFitKeys({ keyFingerprint }: BackupNote, settings: KeySettings): void {
  const given = keysGiven(settings, (one) => one.toString('hex') === keyFingerprint);
  const prints = given.map((key) => fingerprintOf(encryption(key)).toString('hex'));
  if (!given.length || prints.includes(keyFingerprint)) return;
  throw new CannotStart(
    settings.ENCRYPTION_KEY
      ? 'ENCRYPTION_KEY is not the key that the backup’s secrets are under. Leave it unset: the backup’s own is put into DATA_DIR.'
      : `${join(settings.DATA_DIR, 'encryption.key')} is not the key that the backup’s secrets are under. Set DATA_DIR to a folder without one: the backup’s own is put there.`,
  );
}

/** The encryption keys that the backup's secrets are under, one a line: its own, or those that are given. */
export function keysOf(note: BackupNote, settings: KeySettings): string {
  const { sealedKey, keyFingerprint, olderFingerprints } = note;
  const { BACKUP_PASSPHRASE, ENCRYPTION_KEY } = settings;
  if (sealedKey && BACKUP_PASSPHRASE) {
    const { salt, sealed } = sealedKey;
    try {
      const key = under(BACKUP_PASSPHRASE, Buffer.from(salt, 'hex'));
      return key.open(Buffer.from(sealed, 'base64'), PURPOSE);
    } catch {
      throw new CannotStart('BACKUP_PASSPHRASE is not the one that the backup was made with.');
    }
  }
  if (ENCRYPTION_KEY) {
    const needed = [keyFingerprint, ...olderFingerprints];
    const keys = keysGiven(settings, (one) => needed.includes(one.toString('hex')));
    const given = new Map(keys.map((key) => [fingerprintOf(encryption(key)).toString('hex'), key]));
    if (needed.every((one) => given.has(one)))
      return needed.map((one) => given.get(one)!).join('\n');
    throw new CannotStart(
      given.has(keyFingerprint)
        ? 'The backup was made while its keys were changed: set ENCRYPTION_KEY_OLD to the one before, too.'
        : 'ENCRYPTION_KEY is not the key that the backup’s secrets are under.',
    );
  }
  throw new CannotStart(
    sealedKey
      ? 'The backup’s encryption key is under a passphrase. Set BACKUP_PASSPHRASE to it, or ENCRYPTION_KEY to the key itself.'
      : 'The backup was made without BACKUP_PASSPHRASE, so its encryption key is not in it. Set ENCRYPTION_KEY to that key.',
  );
}
