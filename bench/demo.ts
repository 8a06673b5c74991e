import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { DEMO_PASSWORD } from '../apps/server/src/seed/sign-ins.ts';
import { launchOptions } from '../e2e/browser.ts';
import { buildIfStale } from '../scripts/build.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Signs somebody of the demo in, and on to where they meant to go. */
export async function signInTo(page: Page, redirectFrom: string, who: string): Promise<void> {
  await page.goto(`/login?${new URLSearchParams({ redirectFrom })}`);
  await page.getByLabel('Email address').fill(who);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** Work in a browser on a demo of its own, built and started for it and gone with it. */
export async function onDemo(work: (page: Page) => Promise<void>): Promise<void> {
  await buildIfStale();
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-bench-'));
  const server = spawn(process.execPath, [join(root, 'apps/server/src/main.ts')], {
    cwd: root,
    env: { ...process.env, DATA_DIR: join(folder, 'data'), PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let said = '';
      server.stdout.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        const ready = /ready at (http:\/\/[^\s"]+)/.exec(said)?.[1];
        if (ready) resolve(ready);
      });
      server.once('exit', (code) => reject(new Error(`ended with ${code}`)));
    });
    const browser = await chromium.launch(await launchOptions());
    await work(await browser.newPage({ baseURL: url, viewport: { width: 1440, height: 900 } }));
    await browser.close();
  } finally {
    server.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}
