import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isFull } from '../packages/contract/src/testing/proof.ts';
import { encryption, makeKey } from '../apps/server/src/platform/encryption.ts';
import { startEmbedded } from '../apps/server/src/platform/db/embedded.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { seed } from '../apps/server/src/seed/seed.ts';

const main = fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'paydesk-start-'));
const running = new Set<ChildProcess>();

after(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const dataDir = join(folder, 'data');

/** In short a smaller demo is there already; the whole one is filled in by the servers of the journeys. */
async function fillLittle() {
  const log = { debug() {}, info() {}, warn() {}, error: console.error };
  const { url, stop } = await startEmbedded({ dataDir, log });
  await migrate(url);
  const key = encryption(makeKey(dataDir));
  await seed(url, { clock: new Date(), encryption: key, transactions: 1000 });
  await stop();
}

/** Paydesk with a database of its own under `folder`, as a person starts it. */
async function start(settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let said = '';
  const url = new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      const ready = /ready at (http:\S+)/.exec(said)?.[1];
      if (ready) resolve(ready);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    void ended.then((code) => reject(new Error(`ended with ${code}:\n${said}`)));
  });
  url.catch(() => {});
  return { child, url, ended, said: () => said };
}

async function call<T>(url: string, path: string, token?: string, body?: object): Promise<T> {
  const answer = await fetch(url + path, {
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
  });
  assert.equal(answer.status, 200, `${path}: ${await answer.clone().text()}`);
  return (await answer.json()) as T;
}

const signIn = async (url: string) =>
  (
    await call<{ token: string }>(url, '/api/login', undefined, {
      username: 'owner@amber.test',
      password: 'quiet harbour lantern 42',
    })
  ).token;

interface Row {
  id: string;
  amount: number;
  refundedAmount: number;
}

test('a refund and a session outlive SIGKILL; SIGTERM ends the server and its database', async () => {
  if (!isFull) await fillLittle();
  const first = await start();
  const url = await first.url;
  const token = await signIn(url);
  const { content } = await call<{ content: Row[] }>(
    url,
    '/api/transactions?f_status=SUCCESS&f_amount=100..200&sort=amount,ASC',
    token,
  );
  const target = content.find(({ refundedAmount }) => refundedAmount === 0)!;
  await call(url, `/api/transactions/${target.id}/actions/refund`, token, {
    amount: 12.34,
    currency: 'EUR',
    refundReason: 'OTHER_REFUND',
  });
  first.child.kill('SIGKILL');
  await first.ended;

  const second = await start();
  const again = await second.url;
  const kept = await call<Row>(again, `/api/transactions/${target.id}`, token);
  assert.equal(kept.refundedAmount, 12.34);
  second.child.kill('SIGTERM');
  assert.equal(await second.ended, 0);
});

test('a wrong setting stops the start by its name and never shows its value', async () => {
  const wrong = await start({ PORT: 'secret-port', BUSINESS_TIME_ZONE: 'Mars/Olympus' });
  assert.equal(await wrong.ended, 1);
  assert.match(wrong.said(), /PORT/);
  assert.match(wrong.said(), /BUSINESS_TIME_ZONE/);
  assert.doesNotMatch(wrong.said(), /secret-port|Mars/);
});
