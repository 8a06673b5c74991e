import { randomUUIDv7 } from 'node:crypto';
import type { Database } from './db/database.ts';
import type { Encryption } from './encryption.ts';
import type { Services } from './services.ts';
import type { Issuer } from './x509.ts';

const NAME = 'Paydesk Service Provider';
const YEARS = 20;
const SEALED_FOR = 'service-provider';

/** So many years on; the last day of February where there is no such day. */
export function yearsLater(date: Date, years: number): Date {
  const at = Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO('UTC');
  return new Date(at.add({ years }).epochMilliseconds);
}

/** A new pair of keys under a certificate of its own; the private one is sealed before it is anywhere. */
export async function newProvider(
  encryption: Encryption,
  { id, from }: { id: string; from: Date },
) {
  const { certifySelf, makeKeyPair } = await import('./x509.ts');
  const keys = await makeKeyPair();
  const to = yearsLater(from, YEARS);
  const row = {
    id,
    name: NAME,
    createdDate: from,
    expirationDate: to,
    publicKey: keys.publicKey,
    certificate: await certifySelf(keys, { id, name: NAME, from, to }),
    sealedPrivateKey: encryption.seal(keys.privateKey, SEALED_FOR),
  };
  return { row, issuer: { certificate: row.certificate, privateKey: keys.privateKey } };
}

/** Who signs merchants' certificates, and the calls to their systems. */
export interface Authority extends Issuer {
  id: string;
}

/** The one there is. Made once, when it is first needed: of many at once one wins. */
export async function authority({
  database,
  encryption,
  now,
}: Pick<Services, 'database' | 'encryption' | 'now'>): Promise<Authority> {
  const known = await stored(database, encryption);
  if (known) return known;
  const { row } = await newProvider(encryption, { id: randomUUIDv7(), from: now() });
  await database.kysely
    .insertInto('service_provider')
    .values({
      id: row.id,
      name: row.name,
      created_date: row.createdDate.toISOString(),
      expiration_date: row.expirationDate.toISOString(),
      public_key: row.publicKey,
      certificate: row.certificate,
      sealed_private_key: row.sealedPrivateKey,
    })
    .onConflict((conflict) => conflict.column('single').doNothing())
    .execute();
  return (await stored(database, encryption))!;
}

/** Whether the key opens what an authority's private key is sealed as. */
export function opensAuthority(encryption: Encryption, sealed: Buffer): boolean {
  try {
    encryption.open(sealed, SEALED_FOR);
    return true;
  } catch {
    return false;
  }
}

async function stored({ kysely }: Database, encryption: Encryption): Promise<Authority | null> {
  const row = await kysely
    .selectFrom('service_provider')
    .select(['id', 'certificate', 'sealed_private_key'])
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    certificate: row.certificate,
    privateKey: encryption.open(row.sealed_private_key, SEALED_FOR),
  };
}
