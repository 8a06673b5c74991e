import type { Client } from 'pg';
import { CannotStart } from '../cannot-start.ts';
import { opensAuthority } from '../authority.ts';
import { encryption, makeKey, storedKey, type Encryption } from '../encryption.ts';
import { onClient } from './client.ts';

/** What the database knows of the installation: which encryption key it was set up with, and if it is a demo. */

const SAME = 'All processes of one database need the same ENCRYPTION_KEY.';

const FINGERPRINT = 'fingerprint';

export const fingerprintOf = ({ derive }: Encryption): Buffer => derive(FINGERPRINT);

interface Settings {
  ENCRYPTION_KEY?: string | undefined;
  DATA_DIR: string;
}

/**
 * The key that the database's secrets are under: the one of the settings or of the data folder, which a
 * first start makes. A wrong one, or none where there was one, would be found out only by secrets
 * that nobody can open any more; so it stops the start.
 */
export async function keyFor(ownerUrl: string, settings: Settings): Promise<Encryption> {
  return onClient(ownerUrl, async (client) => {
    const key = settings.ENCRYPTION_KEY ?? storedKey(settings.DATA_DIR);
    const found = key === null ? null : encryption(key);
    const held = await heldBy(client);
    if (!held) return found ?? encryption(makeKey(settings.DATA_DIR));
    if (!found)
      throw new CannotStart(
        'The encryption key is missing: the database was set up with one. ' +
          `Set ENCRYPTION_KEY to it, or put its file encryption.key back into ${settings.DATA_DIR}. ${SAME}`,
      );
    if (!held(found)) throw wrongKey(settings);
    return found;
  });
}

const wrongKey = ({ ENCRYPTION_KEY, DATA_DIR }: Settings) =>
  new CannotStart(
    `The encryption key of ${ENCRYPTION_KEY ? 'ENCRYPTION_KEY' : `${DATA_DIR}/encryption.key`} is not the one ` +
      `that the database was set up with. Give it that one back. ${SAME}`,
  );

/** Says whether a key is the right one; null where nothing is under any key yet. */
async function heldBy(client: Client): Promise<((key: Encryption) => boolean) | null> {
  const { rows } = await client.query<{ installation: boolean; provider: boolean }>(
    `select to_regclass('public.installation') is not null as installation,
       to_regclass('public.service_provider') is not null as provider`,
  );
  if (rows[0]!.installation) {
    const { rows: known } = await client.query<{ fingerprint: Buffer | null }>(
      'select key_fingerprint as fingerprint from installation',
    );
    const fingerprint = known[0]?.fingerprint;
    if (fingerprint) return (key) => fingerprint.equals(fingerprintOf(key));
  }
  // set up by a version before: its own secret tells
  if (rows[0]!.provider) {
    const { rows: sealed } = await client.query<{ key: Buffer }>(
      'select sealed_private_key as key from service_provider',
    );
    if (sealed[0]) return (key) => opensAuthority(key, sealed[0]!.key);
  }
  return null;
}

/** Writes down which key it is, unless another process that starts at the same moment was first. */
export async function noteKey(ownerUrl: string, key: Encryption, settings: Settings) {
  await onClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ fingerprint: Buffer }>(
      `insert into installation (key_fingerprint) values ($1)
       on conflict (single) do update
         set key_fingerprint = coalesce(installation.key_fingerprint, excluded.key_fingerprint)
       returning key_fingerprint as fingerprint`,
      [fingerprintOf(key)],
    );
    if (!rows[0]!.fingerprint.equals(fingerprintOf(key))) throw wrongKey(settings);
  });
}

/** Whether the demo data is in it; what SEED says of a database that is in use already counts for nothing. */
export const isDemo = (ownerUrl: string): Promise<boolean> =>
  onClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ demo: boolean }>('select demo from installation');
    return rows[0]?.demo ?? false;
  });
