import type { Client } from 'pg';
import { CannotStart } from '../cannot-start.ts';
import { opensAuthority } from '../authority.ts';
import {
  encryption,
  keyName,
  keysGiven,
  makeKey,
  type Encryption,
  type KeySettings,
} from '../encryption.ts';
import { onClient } from './client.ts';

/** What the database knows of the installation: which encryption keys its secrets are under, and if it is a demo. */

const SAME = 'All processes of one database need the same ENCRYPTION_KEY.';

export const fingerprintOf = ({ keys }: Pick<Encryption, 'keys'>): Buffer => keys[0]!.fingerprint;

/**
 * The keys that the database's secrets are under: those of the settings or of the data folder, which a
 * first start makes. A wrong one, or none where there was one, would be found out only by secrets
 * that nobody can open any more; so it stops the start. A key that is new beside all that are in use
 * begins to take their place (ADR 155).
 */
export async function keyFor(ownerUrl: string, settings: KeySettings): Promise<Encryption> {
  return onClient(ownerUrl, async (client) => {
    const known = await notedKeys(client);
    const [first, ...more] = keysGiven(settings, isIn(known));
    const found = first === undefined ? null : encryption(first, ...more);
    const held = await heldBy(client);
    if (!held) return found ?? encryption(makeKey(settings.DATA_DIR));
    if (!found)
      throw new CannotStart(
        'The encryption key is missing: the database was set up with one. ' +
          `Set ENCRYPTION_KEY to it, or put its file encryption.key back into ${settings.DATA_DIR}. ${SAME}`,
      );
    const missing = held(found);
    if (missing) throw missing === 'all' ? wrongKey(settings) : missingKey(missing);
    return found;
  });
}

const wrongKey = ({ ENCRYPTION_KEY, DATA_DIR }: KeySettings) =>
  new CannotStart(
    `The encryption key of ${ENCRYPTION_KEY ? 'ENCRYPTION_KEY' : `${DATA_DIR}/encryption.key`} is not the one ` +
      `that the database was set up with. Give it that one back. ${SAME}`,
  );

const missingKey = (fingerprint: Buffer) =>
  new CannotStart(
    `The encryption key ${keyName(fingerprint)} is missing: secrets are under it. ` +
      'Put it into ENCRYPTION_KEY_OLD until the screen System says that it may go.',
  );

interface Noted {
  number: number;
  fingerprint: Buffer;
  retired: boolean;
}

/** The keys that the database knows, the newest first; none before any was noted. */
async function notedKeys(client: Client): Promise<Noted[]> {
  const { rows } = await client.query<{ keys: boolean; installation: boolean }>(
    `select to_regclass('public.encryption_keys') is not null as keys,
       to_regclass('public.installation') is not null as installation`,
  );
  if (rows[0]!.keys) {
    const { rows: noted } = await client.query<Noted>(
      `select number, fingerprint, retired_date is not null as retired
       from encryption_keys order by number desc`,
    );
    if (noted.length) return noted;
  }
  if (!rows[0]!.installation) return [];
  const { rows: known } = await client.query<{ fingerprint: Buffer }>(
    `select key_fingerprint as fingerprint from installation where key_fingerprint is not null`,
  );
  return known.map(({ fingerprint }) => ({ number: 1, fingerprint, retired: false }));
}

const isIn = (noted: readonly Noted[]) => (fingerprint: Buffer) =>
  noted.some((one) => one.fingerprint.equals(fingerprint));

type Missing = Buffer | 'all' | null;

/** Says which key is missing of those that something is under; null where nothing is under any yet. */
async function heldBy(client: Client): Promise<((keys: Encryption) => Missing) | null> {
  const inUse = (await notedKeys(client)).filter(({ retired }) => !retired);
  if (inUse.length)
    return ({ keys }) => {
      const missing = inUse.filter(
        ({ fingerprint }) => !keys.some((one) => one.fingerprint.equals(fingerprint)),
      );
      return missing.length === inUse.length ? 'all' : (missing[0]?.fingerprint ?? null);
    };
  // set up by a version before: its own secret tells
  const { rows } = await client.query<{ provider: boolean }>(
    `select to_regclass('public.service_provider') is not null as provider`,
  );
  if (!rows[0]!.provider) return null;
  const { rows: sealed } = await client.query<{ key: Buffer }>(
    'select sealed_private_key as key from service_provider',
  );
  return sealed[0] ? (key) => (opensAuthority(key, sealed[0]!.key) ? null : 'all') : null;
}

/** Of the keys given, those that something may be under, the one that seals first. */
export const keysInUse = (ownerUrl: string, settings: KeySettings) =>
  onClient(ownerUrl, async (client) => {
    const noted = await notedKeys(client);
    const given = keysGiven(settings, isIn(noted)).map((key) => ({
      key,
      fingerprint: fingerprintOf(encryption(key)).toString('hex'),
    }));
    if (!noted.length) return given.slice(0, 1);
    return noted
      .filter(({ retired }) => !retired)
      .map(({ fingerprint }) => {
        const found = given.find((one) => one.fingerprint === fingerprint.toString('hex'));
        if (!found) throw given.length ? missingKey(fingerprint) : wrongKey(settings);
        return found;
      });
  });

/**
 * Writes down which key seals, unless another process that starts at the same moment was first. The
 * newest that is written down seals everywhere: a process whose settings still name the one before goes along.
 */
export async function noteKey(ownerUrl: string, key: Encryption, settings: KeySettings) {
  await onClient(ownerUrl, async (client) => {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(hashtext('encryption_keys'))`);
    let noted = await notedKeys(client);
    const own = fingerprintOf(key);
    const has = ({ fingerprint }: Noted) =>
      key.keys.some((one) => one.fingerprint.equals(fingerprint));
    if (!noted.filter(({ retired }) => !retired).every(has)) throw wrongKey(settings);
    const number = (noted[0]?.number ?? 0) + 1;
    if (!noted.some(({ fingerprint }) => fingerprint.equals(own)))
      noted = [{ number, fingerprint: own, retired: false }, ...noted];
    for (const one of noted)
      await client.query(
        `insert into encryption_keys (number, fingerprint, noted_date) values ($1, $2, now())
         on conflict do nothing`,
        [one.number, one.fingerprint],
      );
    const newest = noted[0]!;
    await client.query(
      `insert into installation (key_fingerprint) values ($1)
       on conflict (single) do update set key_fingerprint = excluded.key_fingerprint`,
      [newest.fingerprint],
    );
    await client.query('commit');
    key.sealUnder(
      key.keys.find((one) => one.fingerprint.equals(newest.fingerprint))!,
      newest.number === 1,
    );
  });
}

/** Whether the demo data is in it; what SEED says of a database that is in use already counts for nothing. */
export const isDemo = (ownerUrl: string): Promise<boolean> =>
  onClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ demo: boolean }>('select demo from installation');
    return rows[0]?.demo ?? false;
  });
