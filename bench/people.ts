import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { hashToken } from '../apps/server/src/platform/auth/next-token.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { insertUser } from '../apps/server/src/seed/factories.ts';
import { seed } from '../apps/server/src/seed/seed.ts';
import { TEST_KEY, testEncryption } from '../apps/server/src/testing/encryption.ts';
import { openCluster, startServer } from './server.ts';
import { quantile as at } from '../scripts/quantile.ts';

/**
 * `npm run bench -- people [minutes] [people]`: a fifth of them staff, the others of ten merchants, walk through the
 * console: what waits, a list, the same filtered, a payment, a search, orders, the report of days, now and then a
 * refund; each looks at what came for one to four seconds. First one of them alone, which is the quiet figure, then
 * all. The bar: p95 within 1.5 of the quiet one, and nothing but what was asked for.
 */
const minutes = Number(process.argv[3] ?? 10);
const PEOPLE = Number(process.argv[4] ?? 50);
const BAR = 1.5;
const QUIET_CALLS = 400;
const MERCHANTS = 10;

const folder = mkdtempSync(join(tmpdir(), 'paydesk-bench-'));
const cluster = await openCluster(join(folder, 'data'));
await migrate(cluster.url);
await seed(cluster.url, { clock: new Date(), encryption: testEncryption });
const server = await startServer(cluster.url, {
  ENCRYPTION_KEY: TEST_KEY,
  TRUST_PROXY: '127.0.0.1',
});
const pool = new pg.Pool({ connectionString: cluster.url, max: 4 });
const agent = new Agent({ keepAlive: true });

interface Person {
  token: string;
  address: string;
  payments: string[];
  staff: boolean;
}

/** Somebody new with a session and an address of their own, by which calls are counted. */
async function person(nth: number, merchantIds: readonly string[]): Promise<Person> {
  const staff = nth % 5 === 0;
  const merchantId = merchantIds[nth % merchantIds.length]!;
  const given = staff
    ? { userRole: 'BACKOFFICE_ADMIN' as const, merchantId: null }
    : { userRole: 'MERCHANT_ADMIN' as const, merchantId };
  const { id } = await insertUser(pool, given);
  const token = randomBytes(32).toString('base64url');
  await pool.query(
    `insert into sessions (id, token_hash, user_id, created_date, expires_date, time_zone, address)
     values (gen_random_uuid(), $1, $2, now(), now() + interval '1 day', 'UTC', '127.0.0.1')`,
    [hashToken(token), id],
  );
  const { rows } = await pool.query<{ id: string }>(
    `select id from transactions where status = 'SUCCESS' and refunded_cents = 0 and amount_cents > 1000
       and dispute is null and refunded_transaction_id is null and ($1 or merchant_id = $2) order by random() limit 200`,
    [staff, merchantId],
  );
  return { token, address: `198.51.100.${nth + 1}`, payments: rows.map((row) => row.id), staff };
}

interface Refused {
  message?: string;
  errors?: { message: string }[];
}

const took = new Map<string, number[]>();
const wrong = new Map<string, number>();

function ask(
  { token, address }: Person,
  name: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const call = request(
      `${server.url}${path}`,
      {
        agent,
        method: body ? 'PUT' : 'GET',
        headers: {
          authorization: `Bearer ${token}`,
          'x-forwarded-for': address,
          ...(body && { 'content-type': 'application/json' }),
        },
      },
      (answer) => {
        const said: Buffer[] = [];
        answer.on('data', (part: Buffer) => said.push(part));
        answer.on('end', () => {
          const status = answer.statusCode ?? 0;
          if (status < 200 || status > 299) {
            const { message, errors } = JSON.parse(
              Buffer.concat(said).toString() || '{}',
            ) as Refused;
            const what = `${name} ${status}: ${errors?.[0]?.message ?? message ?? ''}`;
            wrong.set(what, (wrong.get(what) ?? 0) + 1);
          }
          const of = took.get(name) ?? [];
          took.set(name, of);
          of.push(performance.now() - began);
          resolve(status);
        });
      },
    );
    call.on('error', reject).end(body && JSON.stringify(body));
  });
}

const LIST = 'page=0&size=50&sort=createdDate,DESC';
const WALK: readonly [
  name: string,
  (whose: Person, turn: number) => [path: string, body?: object],
][] = [
  ['what waits', () => ['/api/reports/waiting']],
  ['payments', () => [`/api/transactions?${LIST}`]],
  ['failed payments', () => [`/api/transactions?${LIST}&f_status=FAILED`]],
  ['a payment', ({ payments }, turn) => [`/api/transactions/${payments[turn % payments.length]!}`]],
  ['search', (_, turn) => [`/api/search?q=${['amber', '43.99', 'liga', 'oak'][turn % 4]!}`]],
  ['orders', () => ['/api/orders?page=0&size=50']],
  ['purchases', () => ['/api/purchases?page=0&size=50']],
  [
    'refund',
    ({ payments }, turn) => [
      `/api/transactions/${payments[(turn * 7) % payments.length]!}/actions/refund`,
      { amount: 0.01, currency: 'EUR', refundReason: 'OTHER_REFUND' },
    ],
  ],
];

/** One step of the walk; a refund is one in three walks of a merchant's person. */
async function step(whose: Person, turn: number): Promise<void> {
  const [name, of] = WALK[turn % WALK.length]!;
  if (name === 'refund' && (whose.staff || turn % 3)) return;
  const [path, body] = of(whose, turn);
  await ask(whose, name, path, body);
}

const all = (of: Map<string, number[]>) => [...of.values()].flat();

const line = (name: string, before: number[], under: number[]) =>
  console.log(
    `| ${name} | ${at(before, 0.5).toFixed(1)}, ${at(before, 0.95).toFixed(1)} | ${at(under, 0.5).toFixed(1)}, ${at(under, 0.95).toFixed(1)} | ${(at(under, 0.95) / at(before, 0.95)).toFixed(2)} |`,
  );

try {
  const { rows } = await pool.query<{ id: string }>(
    // people of a disabled merchant read and change nothing
    `select m.id from merchants m join transactions t on t.merchant_id = m.id where m.status = 'ACTIVE'
     group by 1 order by count(*) desc limit ${MERCHANTS}`,
  );
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, (_, nth) =>
      person(
        nth,
        rows.map(({ id }) => id),
      ),
    ),
  );
  // a server that has been asked before
  for (let turn = 0; turn < 40; turn++) await step(people[turn % PEOPLE]!, turn);
  took.clear();
  for (let turn = 0; turn < QUIET_CALLS; turn++) {
    await step(people[turn % PEOPLE]!, turn);
    await sleep(25);
  }
  const quiet = new Map(took);
  took.clear();
  const end = performance.now() + minutes * 60_000;
  await Promise.all(
    people.map(async (whose, nth) => {
      await sleep(Math.random() * 4000);
      for (let turn = nth; performance.now() < end; turn++) {
        await step(whose, turn);
        await sleep(1000 + Math.random() * 3000);
      }
    }),
  );
  const ratio = at(all(took), 0.95) / at(all(quiet), 0.95);
  console.log(
    `${PEOPLE} people for ${minutes} minutes: ${all(took).length} calls\n\n| call | quiet ms: median, p95 | under load | p95 of quiet |\n| --- | --- | --- | --- |`,
  );
  for (const [name, times] of took) line(name, quiet.get(name) ?? [], times);
  line('all', all(quiet), all(took));
  console.log(`\nNot answered with 2xx: ${JSON.stringify(Object.fromEntries(wrong))}`);
  if (ratio > BAR || wrong.size) process.exitCode = 1;
} finally {
  agent.destroy();
  await pool.end();
  await server.stop();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
