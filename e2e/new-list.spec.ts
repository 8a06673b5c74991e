import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isFull } from '../packages/contract/src/testing/proof.ts';
import { copyOfTheRepository } from '../scripts/testing/copy.ts';
import { expect, startPaydesk, test } from './server.ts';
import { loginOf, PEOPLE, sessionCookie } from './support.ts';
import { patient } from './patience.ts';

// what it writes is checked and tried in scripts/new-list.test.ts; the house built with it is the full form's
if (isFull)
  test('what `npm run new:list` writes is built, migrated, found in the menu and opens', async ({
    page,
  }) => {
    test.setTimeout(patient(180_000));
    const copy = copyOfTheRepository();
    const run = (...args: string[]) =>
      promisify(execFile)(process.execPath, args, { cwd: copy, env: process.env });
    try {
      await run('scripts/new-list.ts', 'night-shifts', 'API-28');
      await run('scripts/build.ts');
      const own = await startPaydesk({}, join(copy, 'apps/server/src/main.ts'));
      try {
        await page.context().addCookies([sessionCookie(own, await loginOf(own, PEOPLE.staff))]);
        await page.goto(`${own.url}/help`);
        const menu = page.getByRole('navigation', { name: 'Main' });
        await menu.getByRole('button', { name: 'Set-up' }).click();
        await menu.getByRole('link', { name: 'Night Shifts' }).click();
        await expect(page.getByRole('heading', { name: 'Night Shifts', level: 1 })).toBeVisible();
        await expect(page).toHaveURL(`${own.url}/night-shifts`);
        await expect(page).toHaveTitle('Night Shifts · Paydesk');
        await expect(page.getByText('Say here why there is none')).toBeVisible();
      } finally {
        await own.stop();
      }
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  });
