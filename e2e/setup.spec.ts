import { violationsOf } from './axe.ts';
import { execSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { testDatabase } from '../apps/server/src/platform/db/testing.ts';
import { surroundings } from '../apps/server/src/platform/db/testing/surroundings.ts';
import { openMailbox } from '../apps/server/src/testing/mailbox.ts';
import { SMALL_PNG } from '../apps/server/src/testing/changes.ts';
import { turnOn } from './factors.ts';
import { expect, startPaydesk, test } from './server.ts';
import { PASSWORD, rowsOf } from './support.ts';
import { patient } from './patience.ts';

const LOGO = Buffer.from(SMALL_PNG.split(',')[1]!, 'base64');

test('AM-117 an empty installation is set up by the link that its start printed: administrator, second factor, provider, mail; home tells what is left, down to the first merchant’s first order', async ({
  page,
  browser,
}) => {
  test.setTimeout(patient(90_000));
  const mailbox = await openMailbox();
  const paydesk = await startPaydesk({ SEED: 'empty' });
  try {
    await page.goto(`${paydesk.url}/setup`);
    await expect(page.getByText(/Please open the link that Paydesk printed/)).toBeVisible();
    const link = /\/setup\?token=\S+/.exec(paydesk.output())![0];
    await page.goto(paydesk.url + link);
    await expect(page.getByLabel('First name')).toBeFocused();
    // AM-117: what nobody has written is not there
    await expect(page.getByRole('complementary', { name: 'Availability' })).toHaveCount(0);
    await expect(page.getByText('2019')).toHaveCount(0);
    await page.getByRole('button', { name: 'Create administrator' }).click();
    await expect(page.getByText('First name is required')).toBeVisible();
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        expect(await violationsOf(page)).toEqual([]);
      }
    }
    await page.getByLabel('First name').fill('Ana');
    await page.getByLabel('Last name').fill('Birch');
    await page.getByLabel('Email').fill('ana@firm.test');
    await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm new password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create administrator' }).click();
    await expect(page.getByRole('heading', { name: 'Two-factor sign-in' })).toBeVisible();
    const [{ id }] = (await rowsOf<{ id: string }>(paydesk, 'select id from users')) as [
      { id: string },
    ];
    await turnOn(page, paydesk, id);
    await page.getByRole('button', { name: 'I have saved them' }).click();

    await expect(page.getByRole('heading', { name: 'Who you are' })).toBeVisible();
    await page.getByLabel('Name', { exact: true }).fill('Northern Pay');
    await page.getByRole('button', { name: 'Save and go on' }).click();
    await expect(page.getByText('Country is required')).toBeVisible();
    await page.getByLabel('Country').selectOption({ label: 'Latvia' });
    await page
      .getByLabel('Logo file')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: LOGO });
    await expect(page.getByRole('img', { name: 'Logo preview' })).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save and go on' }).click();

    await expect(page.getByRole('heading', { name: 'Email' })).toBeVisible();
    await page.getByLabel('Server').fill('127.0.0.1');
    await page.getByLabel('Port').fill('1');
    await page.getByLabel('Security').selectOption('NONE');
    await page.getByLabel('Sender').fill('desk@firm.test');
    await page.getByRole('button', { name: 'Save and send a test mail' }).click();
    await expect(
      page.getByText('The server did not take the mail: nothing listens at 127.0.0.1:1'),
    ).toBeVisible();
    await page.getByLabel('Port').fill(String(mailbox.port));
    await page.getByRole('button', { name: 'Save and send a test mail' }).click();
    expect((await mailbox.next('ana@firm.test')).headers['from']).toContain('Northern Pay');

    await expect(page).toHaveURL(/\/business-days/);
    const left = page.getByRole('region', { name: 'Left to set up' });
    await expect(left.getByRole('link', { name: 'Add the first merchant' })).toBeVisible();
    await expect(left.getByRole('link', { name: 'Say who you are' })).toHaveCount(0);
    // a product is of an institution, and there is none yet
    await expect(left.getByRole('link', { name: 'Offer loans' })).toHaveAttribute(
      'href',
      '/financing/financing-institutions',
    );
    await left.getByRole('button', { name: 'Not for us: Offer loans' }).click();
    await expect(left.getByText('Offer loans')).toHaveCount(0);
    await page.goto(`${paydesk.url}/settings/installation`);
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Northern Pay');
    expect(await violationsOf(page)).toEqual([]);

    await page.goto(paydesk.url + link);
    await expect(page.getByText('This installation has an administrator already.')).toBeVisible();

    // a merchant, and its first administrator by the invitation in the mail
    await page.goto(paydesk.url);
    await page.getByRole('link', { name: 'Add the first merchant' }).click();
    await page.getByRole('link', { name: 'New merchant' }).first().click();
    await expect(page.getByLabel('Country')).toHaveValue('LV');
    await page.getByLabel('MCC').selectOption('5942');
    for (const [label, text] of [
      ['Name', 'Harbour Books'],
      ['Legal ID', '40003123456'],
      ['IBAN', 'LV97 HABA 0012 3456 7891 0'],
      ['Administrator’s first name', 'Anna'],
      ['Administrator’s last name', 'Kalna'],
      ['Administrator’s email', 'anna@harbour.test'],
    ] as const)
      await page.getByRole('textbox', { name: new RegExp(`^${label}( optional)?$`) }).fill(text);
    await page.getByRole('button', { name: 'Create merchant' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Harbour Books' })).toBeVisible();
    await page.getByRole('button', { name: 'Activate', exact: true }).click();
    await page.getByRole('button', { name: 'Activate Harbour Books' }).click();
    await expect(page.getByText('Active', { exact: true })).toBeVisible();

    const accept = async (email: string) => {
      const shop = await browser.newPage({ baseURL: paydesk.url });
      await shop.goto((await mailbox.next(email)).link);
      await shop.getByLabel('New password', { exact: true }).fill(PASSWORD);
      await shop.getByLabel('Confirm new password').fill(PASSWORD);
      await shop.getByRole('button', { name: 'Create password' }).click();
      await shop.getByRole('button', { name: 'Go to login page' }).click();
      await shop.getByLabel('Email address').fill(email);
      await shop.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await shop.getByRole('button', { name: 'Login' }).click();
      await expect(shop.getByRole('navigation', { name: 'Main' })).toBeVisible();
      return shop;
    };
    const shop = await accept('anna@harbour.test');
    await shop.goto('/merchant-employees/add');
    for (const [label, text] of [
      ['First name', 'Toms'],
      ['Last name', 'Osis'],
      ['Email', 'toms@harbour.test'],
      ['Phone', '+371 2000 0000'],
    ] as const)
      await shop.getByRole('textbox', { name: new RegExp(`^${label}( optional)?$`) }).fill(text);
    await shop.getByLabel('Role').selectOption('MERCHANT_OPERATOR');
    await shop.getByRole('button', { name: 'Create and invite' }).click();
    await expect(shop.getByText('toms@harbour.test').first()).toBeVisible();

    // its shop makes an order by its key, which its operator sees
    await shop.goto('/certs');
    await shop.getByRole('button', { name: 'Generate API key' }).click();
    const made = shop.waitForResponse((answer) => answer.request().method() === 'POST');
    await shop.getByRole('dialog').getByRole('button', { name: 'Generate API key' }).click();
    const { key } = (await (await made).json()) as { key: string };
    const answer = await fetch(`${paydesk.url}/api/merchant-api/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({
        externalId: 'FIRST-1',
        customerEmail: 'maija@mail.test',
        currency: 'EUR',
        items: [{ label: 'A book of knots', amount: 24.5, taxRate: 0.12, count: 2 }],
      }),
    });
    expect(answer.status).toBe(200);
    const operator = await accept('toms@harbour.test');
    await operator.goto('/orders');
    await expect(operator.getByRole('row', { name: /maija@mail.test/ })).toContainText('49.00');
    await Promise.all([shop.close(), operator.close()]);
  } finally {
    await paydesk.stop();
    await mailbox.close();
  }
});

test('AM-117 README’s page ‘In production’, followed to the letter, brings up an empty installation and its first administrator', async () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const [, page] = /^## In production\n(.*?)^## /ms.exec(
    readFileSync(`${root}/README.md`, 'utf8'),
  )!;
  const [first, second] = [...page!.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, code]) => code!);
  const database = await testDatabase();
  const [madeBy] = /node -p '[^']*'/.exec(first!)!;
  const key = execSync(madeBy, { encoding: 'utf8' }).trim();
  const port = await freePort();
  /** A script of the page with what is this test's own in it; all else stands as it is written. */
  const run = (script: string) =>
    spawn(
      'bash',
      [
        '-euc',
        script
          // what is tried here was installed by it
          .replace(/^npm ci$/m, '')
          .replace(/'postgres:[^']*'/, `'${database.url}'`)
          .replace(`"$(${madeBy})"`, `'${key}'`)
          .replace('PORT=3000', `PORT=${port}`),
      ],
      {
        cwd: root,
        detached: true,
        env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...surroundings() },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
  const server = run(first!);
  try {
    let said = '';
    server.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await expect
      .poll(() => said, { timeout: patient(50_000) })
      .toMatch(/https:\/\/desk\.example\.com\/setup\?token=[\w-]{43}\n/);
    const at = `http://127.0.0.1:${port}`;
    expect((await fetch(`${at}/health/ready`)).status).toBe(200);
    expect(await (await fetch(`${at}/api/setup`)).json()).toEqual({ open: true });
    // the same settings, as the service manager keeps them
    const settings = first!.split('\n').filter((line) => line.startsWith('export'));
    const byHand = await text(run([...settings, second!].join('\n')).stdout);
    expect(byHand).toMatch(/https:\/\/desk\.example\.com\/register\?invitation=[\w-]{43}\n/);
    expect(byHand).toMatch(/^ana@firm\.test\s+Back Office Administrator.*Ana Birch$/m);
  } finally {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    process.kill(-server.pid!, 'SIGINT');
    await ended;
    await database.drop();
  }
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}
