import { createHash, randomBytes } from 'node:crypto';
import { RECOVERY_CODES } from '@paydesk/contract/kernel/session.ts';
import { Secret, TOTP } from 'otpauth';
import type { Tx } from '../db/database.ts';
import type { Services } from '../services.ts';
import { sql } from 'kysely';
import { dropPasskeys } from './passkeys/rows.ts';

/** What `services.encryption` is told that the secret is for. */
const PURPOSE = 'second factor';
/** Clocks of phones go wrong: the step before and the one after count too. */
const WINDOW = 1;
/** 160 random bits, so that the hash alone protects a code, for ever. */
const RECOVERY_BYTES = 20;

const totpOf = (secret: Secret, told: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...told, secret, algorithm: 'SHA1', digits: 6, period: 30 });

/** What apps write above a code: the installation's name. A colon would end it there. */
const issuerOf = ({ installation }: Services) =>
  installation.said().name?.replaceAll(':', ' ').trim() || 'Paydesk';

/** A new authenticator app's secret, unproved; one that was proved stays. Null where it did. */
export async function beginFactor(
  services: Services,
  tx: Tx,
  { userId, email }: { userId: string; email: string },
): Promise<{ uri: string; secret: string } | null> {
  const secret = new Secret({ size: 20 });
  const sealed = services.encryption.seal(secret.base32, PURPOSE);
  const begun = { secret: sealed, created_date: sql<string>`pg_catalog.now()`, last_step: 0n };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('second_factors')
    .values({ user_id: userId, ...begun })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet(begun)
        .where('second_factors.confirmed_date', 'is', null),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows
    ? {
        uri: totpOf(secret, { issuer: issuerOf(services), label: email }).toString(),
        secret: secret.base32,
      }
    : null;
}

/**
 * Takes a code of the app, each time step once, by one guarded statement: of many at once one wins.
 * `proved`: whether it is for a factor that counts already.
 */
export async function takeAppCode(
  { encryption, realNow }: Services,
  tx: Tx,
  userId: string,
  code: string,
  { proved }: { proved: boolean },
): Promise<boolean> {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return false;
  const factor = await tx
    .selectFrom('second_factors')
    .select('secret')
    .where('user_id', '=', userId)
    .where('confirmed_date', proved ? 'is not' : 'is', null)
    .executeTakeFirst();
  if (!factor) return false;
  const totp = totpOf(Secret.fromBase32(encryption.open(factor.secret, PURPOSE)));
  const timestamp = realNow().getTime();
  const delta = totp.validate({ token, timestamp, window: WINDOW });
  if (delta === null) return false;
  const step = BigInt(totp.counter({ timestamp }) + delta);
  const { numUpdatedRows } = await tx
    .updateTable('second_factors')
    .set({ last_step: step, ...(!proved && { confirmed_date: sql<string>`pg_catalog.now()` }) })
    .where('user_id', '=', userId)
    .where('secret', '=', factor.secret)
    .where('confirmed_date', proved ? 'is not' : 'is', null)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A code of the app, or a recovery code, each of which is good once. Says which it was; null: neither. */
export async function takeCode(
  services: Services,
  tx: Tx,
  userId: string,
  code: string,
): Promise<'app' | 'recovery' | null> {
  if (await takeAppCode(services, tx, userId, code, { proved: true })) return 'app';
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_date: sql`pg_catalog.now()` })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashCode(code))
    .where('used_date', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? 'recovery' : null;
}

export async function codesLeft(tx: Tx, userId: string): Promise<number> {
  const { left } = await tx
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)::int`.as('left'))
    .where('user_id', '=', userId)
    .where('used_date', 'is', null)
    .executeTakeFirstOrThrow();
  return left;
}

/** The app, the passkeys and the recovery codes: the password alone signs in from now on. */
export async function dropFactor(tx: Tx, userId: string): Promise<void> {
  await dropPasskeys(tx, userId);
  await dropApp(tx, userId);
}

/** The authenticator app. The recovery codes go with the last factor that they stand in for. */
export async function dropApp(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('second_factors').where('user_id', '=', userId).execute();
  await dropIdleCodes(tx, userId);
}

/** One passkey, likewise. */
export async function dropPasskey(tx: Tx, userId: string, id: string): Promise<void> {
  await dropPasskeys(tx, userId, id);
  await dropIdleCodes(tx, userId);
}

/**
 * What was added to the ways to sign in since then, which goes: passkeys, the app, and the recovery codes where
 * they were made anew. Says what that was, by the words that people have for it.
 */
export async function dropAdded(tx: Tx, userId: string, since: string): Promise<string[]> {
  const passkeys = await tx
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('created_date', '>=', since)
    .returning('name')
    .execute();
  // one that waits for its first code goes without a word
  const apps = await tx
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .where(sql<boolean>`coalesce(confirmed_date, created_date) >= ${since}`)
    .returning('confirmed_date')
    .execute();
  const app = apps.some(({ confirmed_date }) => confirmed_date !== null);
  const { numDeletedRows: codes } = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where(
      sql<boolean>`exists (select from audit_logs where entity_id = ${userId} and result = 'SUCCESS'
        and action = 'RENEW_RECOVERY_CODES' and created_date >= ${since})`,
    )
    .executeTakeFirst();
  await dropIdleCodes(tx, userId);
  return [
    ...passkeys.map(({ name }) => `the passkey “${name}”`),
    ...(app ? ['an authenticator app'] : []),
    ...(codes > 0n ? ['recovery codes'] : []),
  ];
}

async function dropIdleCodes(tx: Tx, userId: string): Promise<void> {
  const { app, passkeys } = await factorsOf(tx, userId);
  if (!app && !passkeys)
    await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

/** What the person's sign-in can ask for besides the password. */
export async function factorsOf(
  tx: Tx,
  userId: string,
): Promise<{ app: boolean; passkeys: number }> {
  const { rows } = await sql<{ app: boolean; passkeys: number }>`
    select exists (select from second_factors
        where user_id = ${userId} and confirmed_date is not null) as app,
      (select count(*)::int from passkeys where user_id = ${userId}) as passkeys`.execute(tx);
  return rows[0]!;
}

/** Ten new ones, kept as their hashes alone; the old ones are void. */
export async function makeRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_BYTES)).buffer }).base32
      .toLowerCase()
      .replaceAll(/(.{4})(?=.)/g, '$1-'),
  );
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashCode(code), used_date: null })))
    .execute();
  return codes;
}

/** As people type it: dashes, spaces and capitals do not matter. */
const hashCode = (code: string) =>
  createHash('sha256').update(code.toLowerCase().replaceAll(/[\s-]/g, '')).digest();
