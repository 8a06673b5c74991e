import { sql } from 'kysely';
import { audit } from './audit.ts';
import type { Db, Tx } from './db/database.ts';
import { keyName, MARK_BYTES, type Encryption } from './encryption.ts';
import { paperPurpose } from './sealed-papers.ts';
import { blindOf, purposeOf, SEALED_VALUES, sealRows, type SealedValue } from './sealed-values.ts';
import type { Services } from './services.ts';
import type { Repeating, Task } from './tasks.ts';

/** A column of what is sealed: its row's key, and what it is sealed for. */
interface Sealed {
  table: string;
  column: string;
  id?: string;
  /** Its rows are merchants', and named by them (ADR 87). */
  ofMerchants?: true;
  purpose: string | ((id: string) => string);
  /** Rows in one transaction; few where they are large. */
  size?: number;
  /** By which column an equal one is found, which follows from the key too. */
  index?: { column: string; kind: SealedValue['kind'] };
}

/**
 * All that is sealed. Each column has its `guard_sealed` in a migration, and a test that finds what is
 * not named here.
 */
export const SEALED: readonly Sealed[] = [
  { table: 'service_provider', column: 'sealed_private_key', purpose: 'service-provider' },
  { table: 'audit_signer', column: 'sealed_private_key', purpose: 'audit-signer' },
  { table: 'provider', column: 'mail_server', purpose: 'mail-server' },
  { table: 'second_factors', column: 'secret', id: 'user_id', purpose: 'second factor' },
  { table: 'api_keys', column: 'sealed_key', ofMerchants: true, purpose: 'api-key' },
  {
    table: 'merchant_acquirer_secrets',
    column: 'sealed',
    id: 'merchant_id',
    purpose: 'gateway secret',
  },
  {
    table: 'institution_gateway_secrets',
    column: 'sealed',
    id: 'financing_institution_id',
    purpose: 'gateway secret',
  },
  {
    table: 'merchant_documents',
    column: 'sealed_content',
    purpose: (id) => `merchant-document ${id}`,
    size: 10,
  },
  { table: 'sso_connections', column: 'client_secret', purpose: 'single sign-on secret' },
  { table: 'sso_connections', column: 'claims', purpose: 'single sign-on claims' },
  { table: 'approvals', column: 'sealed', purpose: (id) => `approval:${id}` },
  { table: 'erasures', column: 'words', purpose: 'erasure' },
  { table: 'outbox', column: 'payload', purpose: 'outbox' },
  {
    table: 'loan_documents',
    column: 'bytes_sealed',
    ofMerchants: true,
    purpose: paperPurpose,
    size: 20,
  },
  ...SEALED_VALUES.map((value) => ({
    table: value.table,
    column: `${value.column}_sealed`,
    ...(value.id && { id: value.id }),
    ...(value.ofMerchants && { ofMerchants: true as const }),
    purpose: (id: string) => purposeOf(value, id),
    ...(value.indexed && { index: { column: `${value.column}_index`, kind: value.kind } }),
  })),
];

export interface KnownKey {
  number: number;
  fingerprint: Buffer;
  noted_date: string;
  closed_date: string | null;
  retired_date: string | null;
}

/** The keys that the database knows, the newest first. */
export const knownKeys = async (db: Db): Promise<KnownKey[]> =>
  (
    await sql<KnownKey>`
      select number, fingerprint, noted_date, closed_date, retired_date from encryption_keys
      order by number desc`.execute(db)
  ).rows;

const keyOf = ({ keys }: Encryption, { fingerprint }: Pick<KnownKey, 'fingerprint'>) =>
  keys.find((one) => one.fingerprint.equals(fingerprint));

const FOLLOW_MS = 5000;
/** Longer than it takes each process to see that there is a newer key. */
const GRACE_MS = 3 * FOLLOW_MS;

/** What another process has begun reaches this one: it seals under the newest key, where it has it. */
export const followKeys = ({ database, encryption }: Services): Task => ({
  name: 'follow-keys',
  everyMs: FOLLOW_MS,
  inEachProcess: true,
  async run() {
    const [newest] = await knownKeys(database.kysely);
    const key = newest && keyOf(encryption, newest);
    if (key) encryption.sealUnder(key, newest.number === 1);
  },
});

/**
 * Seals all anew that is under a key which another one follows, in portions; after a kill it goes on where
 * it stopped. Once through, the old keys are closed, so that nobody writes under them behind its back;
 * through a second time, they may go (ADR 155).
 */
export function reseal(
  services: Pick<Services, 'database' | 'encryption' | 'log'>,
  { size = 500, graceMs = GRACE_MS }: { size?: number; graceMs?: number } = {},
): Repeating {
  const { database, encryption, log } = services;
  return {
    name: 'reseal',
    everyMs: 30_000,
    firstAfterMs: 1000,
    async run(stopping) {
      let processed = await sealRows({ database, encryption }, size, stopping);
      let failed = 0;
      const told = () => ({ processed, failed, ...(failed && { why: UNOPENED }) });
      for (;;) {
        const [newest, ...before] = await knownKeys(database.kysely);
        const old = before.filter(({ retired_date }) => retired_date === null);
        if (!newest || !old.length) break;
        // whoever has all of them does it
        if (![newest, ...old].every((key) => keyOf(encryption, key))) break;
        encryption.sealUnder(keyOf(encryption, newest)!, newest.number === 1);
        for (const sealed of SEALED)
          for (let going = true; going;) {
            if (stopping?.aborted) return told();
            const most = Math.min(size, sealed.size ?? size);
            const done = await database.transaction('all', (tx) =>
              portion(tx, { encryption, log }, sealed, most),
            );
            processed += done.resealed;
            failed += done.failed;
            going = !done.end;
          }
        if (old.some(({ closed_date }) => closed_date === null)) {
          if (Date.now() - Date.parse(newest.noted_date) < graceMs) break;
          await database.transaction('all', (tx) => close(tx, newest.number));
        } else {
          await database.transaction('all', (tx) => retire(tx, newest.number, old));
          log.info({ keys: old.map(keyNameOf) }, 'nothing is under these encryption keys any more');
        }
      }
      return told();
    },
  };
}

const keyNameOf = ({ fingerprint }: KnownKey) => keyName(fingerprint);

const UNOPENED = 'it opens under no encryption key that is known';

interface Portion {
  resealed: number;
  failed: number;
  end: boolean;
}

async function portion(
  tx: Tx,
  { encryption, log }: Pick<Services, 'encryption' | 'log'>,
  { table, column, id = 'id', purpose, ofMerchants, index }: Sealed,
  size: number,
): Promise<Portion> {
  const name = `${table}.${column}`;
  const { rows: at } = await sql<{ after: string | null; done: boolean }>`
    insert into resealing (name) values (${name})
    on conflict (name) do update set name = excluded.name returning after, done`.execute(tx);
  const { after, done } = at[0]!;
  if (done) return { resealed: 0, failed: 0, end: true };
  const of = { table: sql.table(table), id: sql.ref(id), column: sql.ref(column) };
  const stands = sql`substring(${of.column}, 1, ${MARK_BYTES}) = ${encryption.mark()}`;
  const { rows } = await sql<{ id: string; merchant: string | null; sealed: Buffer | null }>`
    select ${of.id} as id, ${ofMerchants ? sql.ref('merchant_id') : sql`null`} as merchant,
      case when not ${stands} then ${of.column} end as sealed
    from ${of.table}
    where ${after === null ? sql`true` : sql`${of.id} > ${after}::uuid`}
    order by ${of.id} limit ${size}`.execute(tx);
  const anew: { row: (typeof rows)[number]; sealed: Buffer; found: Buffer | null }[] = [];
  let failed = 0;
  for (const row of rows) {
    if (!row.sealed) continue;
    const what = typeof purpose === 'string' ? purpose : purpose(row.id);
    let kept: Buffer;
    try {
      kept = encryption.openBytes(row.sealed, what);
    } catch {
      // no key that is known ever opened it: no key that goes takes it along
      log.error({ table, id: row.id }, UNOPENED);
      failed++;
      continue;
    }
    const found = index ? blindOf(encryption, index.kind, kept.toString('utf8'))[0] : null;
    anew.push({ row, sealed: encryption.seal(kept, what), found });
  }
  // who has written one in between has sealed it anew, or is met in the second round
  if (anew.length)
    await sql`update ${of.table} t set ${of.column} = v.sealed
        ${index ? sql`, ${sql.ref(index.column)} = v.found` : sql``}
      from unnest(${anew.map(({ row }) => row.id)}::uuid[],
        ${anew.map(({ row }) => row.merchant)}::uuid[], ${anew.map(({ row }) => row.sealed)}::bytea[],
        ${anew.map(({ sealed }) => sealed)}::bytea[], ${anew.map(({ found }) => found)}::bytea[])
        as v (id, merchant_id, was, sealed, found)
      where t.${of.id} = v.id and t.${of.column} = v.was
        ${ofMerchants ? sql`and t.merchant_id = v.merchant_id` : sql``}`.execute(tx);
  const end = rows.length < size;
  await sql`update resealing set after = ${rows.at(-1)?.id ?? after}, seen = seen + ${rows.length},
    done = ${end} where name = ${name}`.execute(tx);
  return { resealed: anew.length, failed, end };
}

/** Waits for whoever writes under one of them, and lets nobody do so after that. */
async function close(tx: Tx, newest: number): Promise<void> {
  await sql`set local lock_timeout = '3s'`.execute(tx);
  await sql`select pg_advisory_xact_lock(hashtext('encryption_keys_closing'))`.execute(tx);
  await sql`update encryption_keys set closed_date = now()
    where number < ${newest} and closed_date is null`.execute(tx);
  await sql`delete from resealing`.execute(tx);
}

async function retire(tx: Tx, newest: number, old: readonly KnownKey[]): Promise<void> {
  await sql`update encryption_keys set retired_date = now()
    where number < ${newest} and closed_date is not null and retired_date is null`.execute(tx);
  await sql`delete from resealing`.execute(tx);
  await audit(
    tx,
    { userId: null, userName: 'Key change', address: null },
    {
      action: 'RETIRE_ENCRYPTION_KEY',
      entityType: 'INSTALLATION',
      entityId: null,
      merchantId: null,
      result: 'SUCCESS',
      details: { keys: old.map(keyNameOf) },
    },
  );
}

/** How a change of keys stands, for those who wait to take the old one away. */
export async function keysNow({ database }: Pick<Services, 'database'>) {
  const keys = await knownKeys(database.kysely);
  const [newest] = keys;
  const old = keys.filter((key) => key !== newest && key.retired_date === null);
  const { rows } = await sql<{ seen: number; about: number }>`
    select coalesce(sum(r.seen), 0)::float as seen, sum(greatest(c.reltuples, r.seen, 0))::float as about
    from unnest(${SEALED.map(({ table, column }) => `${table}.${column}`)}::text[]) t (name)
    join pg_class c on c.oid = to_regclass('public.' || split_part(t.name, '.', 1))
    left join resealing r on r.name = t.name`.execute(database.kysely);
  const closed = old.length > 0 && old.every(({ closed_date }) => closed_date !== null);
  return {
    keys: keys.map((key) => ({
      id: keyNameOf(key),
      since: key.noted_date,
      retired: key.retired_date,
    })),
    change: old.length
      ? { round: closed ? 2 : 1, seen: rows[0]!.seen, about: Math.round(rows[0]!.about) }
      : null,
  };
}
