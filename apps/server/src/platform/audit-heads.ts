import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomUUIDv7,
  sign,
  verify,
} from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Db } from './db/database.ts';
import type { Anchor } from './seals.ts';
import type { Services } from './services.ts';
import type { Repeating } from './tasks.ts';

/**
 * The head of the chain of seals, signed and written outside of the database once a day: whoever cuts the log
 * at its end, or makes another one, can't make the heads that were written before (ADR 157).
 */

const SEALED_FOR = 'audit-signer';
const SIGNER = 'signer.pem';
const HOUR_MS = 3_600_000;
const DAY = /^\d{4}-\d\d-\d\d\.json$/;

const headOf = () =>
  z.strictObject({
    date: z.iso.datetime(),
    number: z.string().regex(/^\d{1,18}$/),
    hash: z.string().regex(/^[0-9a-f]{64}$/),
    signature: z.base64(),
  });
type Head = z.output<ReturnType<typeof headOf>>;

const textOf = ({ date, number, hash }: Omit<Head, 'signature'>) =>
  Buffer.from(`paydesk audit head\n${date}\n${number}\n${hash}\n`);

interface Signer {
  publicKey: string;
  privateKey: string;
}

/** The one there is. Made once, when it is first needed: of many at once one wins. */
async function signer({
  database: { kysely },
  encryption,
  now,
}: Pick<Services, 'database' | 'encryption' | 'now'>): Promise<Signer> {
  const stored = async () => {
    const { rows } = await sql<{ public_key: string; sealed: Buffer }>`
      select public_key, sealed_private_key as sealed from audit_signer`.execute(kysely);
    const [row] = rows;
    return row
      ? { publicKey: row.public_key, privateKey: encryption.open(row.sealed, SEALED_FOR) }
      : null;
  };
  const known = await stored();
  if (known) return known;
  const { publicKey, privateKey } = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  await sql`
    insert into audit_signer (id, created_date, public_key, sealed_private_key)
    values (${randomUUIDv7()}, ${now().toISOString()}, ${publicKey}, ${encryption.seal(privateKey, SEALED_FOR)})
    on conflict (single) do nothing`.execute(kysely);
  return (await stored())!;
}

async function lastSeal(db: Db): Promise<{ number: bigint; hash: Buffer } | null> {
  const { rows } = await sql<{ number: bigint; hash: Buffer }>`
    select number, hash from audit_seals order by number desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Whole, or not there: by another name first. */
function write(folder: string, name: string, text: string): void {
  const file = join(folder, name);
  writeFileSync(`${file}.new`, text, { mode: 0o644 });
  renameSync(`${file}.new`, file);
}

/** Writes the head of each day into AUDIT_HEADS_DIR; null where no folder is named. */
export function writeHeads(
  services: Pick<Services, 'config' | 'database' | 'encryption' | 'now' | 'log'>,
): Repeating | null {
  const { config, database, now, log } = services;
  if (!config.AUDIT_HEADS_DIR) return null;
  const folder = resolve(config.AUDIT_HEADS_DIR);
  return {
    name: 'audit-head',
    everyMs: HOUR_MS,
    async run() {
      const date = now().toISOString();
      const name = `${date.slice(0, 10)}.json`;
      if (existsSync(join(folder, name))) return { processed: 0, failed: 0 };
      const seal = await lastSeal(database.kysely);
      if (!seal) return { processed: 0, failed: 0 };
      const { publicKey, privateKey } = await signer(services);
      mkdirSync(folder, { recursive: true });
      if (!existsSync(join(folder, SIGNER))) write(folder, SIGNER, publicKey);
      const head = { date, number: String(seal.number), hash: seal.hash.toString('hex') };
      const signature = sign(null, textOf(head), createPrivateKey(privateKey)).toString('base64');
      write(folder, name, `${JSON.stringify({ ...head, signature })}\n`);
      log.info({ ...head, signature }, 'head of the audit log signed');
      return { processed: 1, failed: 0 };
    },
  };
}

/** The heads of a folder, each proved by the key that lies there, as anchors of the seals; says what is wrong. */
export function readHeads(given: string, say: (fault: string) => void): Anchor[] {
  const folder = resolve(given);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => DAY.test(name)) : [];
  if (!names.length || !existsSync(join(folder, SIGNER))) {
    say(`${folder} holds no signed heads of the audit log`);
    return [];
  }
  const key = createPublicKey(readFileSync(join(folder, SIGNER)));
  const anchors = new Map<bigint, string>();
  let last = 0n;
  for (const name of names.toSorted()) {
    let head: Head | null = null;
    try {
      head = headOf().parse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
    } catch {
      // said below
    }
    if (
      !head ||
      head.date.slice(0, 10) !== name.slice(0, 10) ||
      !verify(null, textOf(head), key, Buffer.from(head.signature, 'base64'))
    ) {
      say(`${name} is no head that this installation has signed`);
      continue;
    }
    const number = BigInt(head.number);
    if (number < last) say(`${name} names seal ${number}, and a day before it seal ${last}`);
    last = number;
    const other = anchors.get(number);
    if (other !== undefined && other !== head.hash)
      say(`${name} has another hash of seal ${number} than a day before it`);
    anchors.set(number, head.hash);
  }
  return [...anchors];
}
