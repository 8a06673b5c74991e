import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { insertMerchant } from '../apps/server/src/seed/factories.ts';
import { newRequest } from '../apps/server/src/testing/csr.ts';
import type { MerchantRow } from '../apps/server/src/seed/tables.ts';
import { expect, test, type Paydesk } from './server.ts';
import { callAs, insertPerson, onDatabase, PEOPLE, signIn } from './support.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const CERTIFICATE = '/api/user-merchant/certificate';
const KEY = '/api/user-merchant/api-key';

/** The administrator of a merchant that no other test knows. */
async function shopOf(paydesk: Paydesk, given: Partial<MerchantRow> = {}) {
  const { id: merchantId } = await onDatabase(paydesk, (client) => insertMerchant(client, given));
  return insertPerson(paydesk, { merchantId, firstName: 'Rūta', lastName: 'Zvirbule' });
}

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name });
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
/** Paths under /api that the page calls from now on, with their methods. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // the line that hears what others do comes when it is ready
    if (/^\/api\/(?!events$)/.test(pathname)) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

test('CK-01..05, CK-06..10, CK-11, CK-12, CK-23, RT-28, RT-29, AM-69, AM-75 certificates: table, both cards, one of them read and disabled', async ({
  page,
  paydesk,
}) => {
  const person = await shopOf(paydesk);
  await callAs(paydesk, person, CERTIFICATE, { method: 'POST' });
  await signIn(page, person);
  await page.goto('/certs');
  await expect(page).toHaveTitle('Certificates · Paydesk');
  await expect(page.getByRole('columnheader')).toHaveText([
    /Key Name/,
    /Created/,
    /Created By/,
    /Expires/,
  ]);
  const provider = await callAs<{ name: string; publicKey: string }>(
    paydesk,
    person,
    '/api/service-provider/certificateInfo',
  );
  const ofProvider = card(page, 'Service provider certificate');
  await expect(ofProvider).toContainText(provider.name);
  await expect(ofProvider.locator('pre')).toHaveText(provider.publicKey.trim());
  await expect(card(page, 'API key')).toContainText('There is no API key yet.');

  const rows = page.locator('tbody tr');
  await expect(rows).toHaveCount(1);
  const name = (await rows.getByRole('link').textContent())!;
  await rows.getByRole('link').click();
  await expect(heading(page, name)).toBeVisible();
  await expect(page).toHaveTitle('Certificate details · Paydesk');
  const id = new URL(page.url()).pathname.split('/').at(-1)!;
  const one = await callAs<{ publicKey: string; certificate: string }>(
    paydesk,
    person,
    `${CERTIFICATE}/${id}`,
  );
  const details = card(page, 'Certificate');
  for (const label of [
    'ID',
    'Key Name',
    'Created At',
    'Created By',
    'Expiration Date',
    'Public Key',
  ])
    await expect(details.getByText(label, { exact: true })).toBeVisible();
  await expect(details).toContainText('Rūta Zvirbule');
  await expect(details.locator('pre')).toHaveText(one.publicKey.trim());
  await expect(page.getByRole('main').locator('input, textarea, select')).toHaveCount(0);
  await page.getByRole('button', { name: 'Copy Public Key' }).first().click();
  expect(await copied(page)).toBe(one.publicKey);
  // both of what its systems need stand in sight
  const download = page.getByRole('button', { name: 'Download certificate' });
  await expect(download).toBeInViewport({ ratio: 1 });
  const saved = page.waitForEvent('download');
  await download.click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe(`${name}.pem`);
  expect(readFileSync(await file.path(), 'utf8')).toBe(one.certificate);

  const calls = callsOf(page);
  const disable = page.getByRole('main').getByRole('button', { name: 'Disable certificate' });
  await disable.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('refused from now on');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  const sent = calls.filter((call) => !call.startsWith('GET '));
  expect(sent).toEqual([]);
  await disable.click();
  await dialog.getByRole('button', { name: 'Disable certificate' }).click();
  await expect(page.getByText('Certificate disabled.')).toBeVisible();
  await expect(page.getByText('Disabled', { exact: true })).toBeVisible();
  await expect(disable).toHaveAttribute('aria-disabled', 'true');
  await expect(disable).toHaveAccessibleDescription('It is disabled already');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/certs$/);
  await expect(page.getByText('No certificate is active.')).toBeVisible();
});

test('CK-13..17, CK-18, CK-20, RT-30, AM-45, AM-74 a new certificate: the warning, the file by its headers, and never again', async ({
  page,
  paydesk,
}) => {
  const person = await shopOf(paydesk);
  await callAs(paydesk, person, CERTIFICATE, { method: 'POST' });
  await signIn(page, person);
  const calls = callsOf(page);
  await page.goto('/certs');
  await page.getByRole('link', { name: 'New certificate' }).click();
  await expect(heading(page, 'New certificate')).toBeVisible();
  await expect(page).toHaveTitle('New certificate · Paydesk');
  await expect(page.getByText('This invalidates the current connection')).toBeVisible();
  const details = card(page, 'Certificate');
  await expect(details.getByText('Public Key', { exact: true })).toBeVisible();
  await expect(details).toContainText('Made when you generate it');
  await page.getByRole('button', { name: 'Generate' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('This invalidates the current connection configuration');
  expect(calls.filter((path) => path.includes(CERTIFICATE) && !path.endsWith('s'))).toEqual([]);

  const answered = page.waitForResponse((response) => response.url().endsWith(CERTIFICATE));
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Generate certificate' }).click();
  const [answer, file] = await Promise.all([answered, saved]);
  const { name, publicKey, privateKey } = (await answer.json()) as Record<string, string>;
  expect(answer.headers()['content-type']).toBe('application/x-pem-file');
  expect(answer.headers()['content-disposition']).toContain(`"${file.suggestedFilename()}"`);
  expect(file.suggestedFilename()).toBe(`${name}-private-key.pem`);
  const text = readFileSync(await file.path(), 'utf8');
  expect(text).toBe(privateKey);
  const fits = createPublicKey(createPrivateKey(text)).export({ type: 'spki', format: 'pem' });
  expect(fits.toString().trim()).toBe(publicKey!.trim());
  await expect(page.getByText('Action completed successfully')).toBeVisible();
  await expect(page.getByText('It will not be shown again')).toBeVisible();
  await expect(heading(page, name!)).toBeVisible();
  await expect(details.locator('pre')).toHaveText(publicKey!.trim());
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await expect(page.locator('tbody tr')).toContainText(name!);

  await page.route(`**${CERTIFICATE}`, async (route) => {
    const response = await route.fetch();
    const { 'content-disposition': _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await page.goto('/add-cert');
  await page.getByRole('button', { name: 'Generate' }).click();
  const unnamed = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Generate certificate' }).click();
  expect((await unnamed).suggestedFilename()).toBe('private-key.pem');
});

test('CK-03, CK-19, CK-21, CK-22, CK-26, CK-27, AM-44 the API key: masked, revealed, copied, made anew after a warning and asked for again a second later', async ({
  page,
  paydesk,
}) => {
  const person = await shopOf(paydesk);
  const { key } = await callAs<{ key: string }>(paydesk, person, KEY, { method: 'POST' });
  await signIn(page, person);
  await page.goto('/certs');
  const shown = card(page, 'API key');
  await expect(shown).toContainText(key.slice(-4));
  await expect(shown).not.toContainText(key);
  await expect(shown).toContainText('Rūta Zvirbule');
  await expect(shown).toContainText('Never');
  await shown.getByRole('button', { name: 'Reveal API key' }).click();
  await expect(shown).toContainText(key);
  await shown.getByRole('button', { name: 'Hide API key' }).click();
  await expect(shown).not.toContainText(key);
  await shown.getByRole('button', { name: 'Copy API key' }).click();
  // the key is asked for first
  await expect.poll(() => copied(page)).toBe(key);

  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(KEY)) asked.push(request.method());
  });
  await shown.getByRole('button', { name: 'Generate API key' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('This invalidates the current connection configuration');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(asked).toEqual([]);
  await shown.getByRole('button', { name: 'Generate API key' }).click();
  const calls = () =>
    page.evaluate(
      (path) =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.endsWith(path))
          .map((one) => [one.startTime, (one as PerformanceResourceTiming).responseEnd]),
      KEY,
    );
  const { length: before } = await calls();
  await dialog.getByRole('button', { name: 'Generate API key' }).click();
  await expect(page.getByText('Action completed successfully')).toBeVisible();
  await expect.poll(async () => (await calls()).length).toBe(before + 2);
  expect(asked).toEqual(['POST', 'GET']);
  // by the page’s own clock: a second, and no more than a slow machine puts to it
  const [[, answered], [at]] = (await calls()).slice(before) as [number[], number[]];
  expect(at! - answered!).toBeGreaterThan(900);
  expect(at! - answered!).toBeLessThan(9000);
  await expect(shown).not.toContainText(key.slice(-4));
});

test('AM-11 AM-115 an operator who comes by the address reads why, and whom to ask', async ({
  page,
}) => {
  await signIn(page, PEOPLE.operator);
  const calls = callsOf(page);
  const reads = 'read the certificates and the API key of your own merchant';
  for (const [path, title, words, code] of [
    ['/certs', 'Certificates', reads, 'READ_MERCHANT_CERTIFICATE'],
    [
      '/cert/0192f0a0-0000-7000-8000-0000000000ff',
      'Certificate details',
      reads,
      'READ_MERCHANT_CERTIFICATE',
    ],
    [
      '/add-cert',
      'New certificate',
      'change your own merchant, its certificates and API key',
      'UPDATE_MY_MERCHANT',
    ],
  ] as const) {
    await page.goto(path);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1, name: title })).toBeVisible();
    // in words; the code, which whoever gives it looks for, apart from them
    await expect(main).toContainText(`You need the permission to ${words}. `);
    await expect(main.locator('code')).toHaveText(code);
    await expect(main).toContainText('ask an administrator of your merchant');
    await expect(main.getByRole('button')).toHaveCount(0);
  }
  // nothing is asked that would be refused
  expect(calls.filter((path) => /certificate|api-key/.test(path))).toEqual([]);
});

test('AM-105, SB-30 a merchant that is not approved sees why nothing can be generated', async ({
  page,
  paydesk,
}) => {
  await signIn(page, await shopOf(paydesk, { status: 'PENDING_APPROVAL' }));
  await page.goto('/add-cert');
  const generate = page.getByRole('button', { name: 'Generate' });
  await expect(generate).toHaveAttribute('aria-disabled', 'true');
  await expect(generate).toHaveAccessibleDescription(/Only an approved or active merchant/);
});

test('AM-41 staff work for no merchant, read so and are led to the merchants', async ({ page }) => {
  await signIn(page, PEOPLE.staff);
  const calls = callsOf(page);
  for (const path of ['/certs', '/add-cert']) {
    await page.goto(path);
    await expect(page.getByText('You belong to no merchant')).toBeVisible();
    const way = page.getByRole('main').getByRole('link', { name: 'Merchants' });
    await expect(way).toHaveAttribute('href', '/merchants');
  }
  expect(calls.filter((path) => path.includes('user-merchant'))).toEqual([]);
});

test('CK-14..17, SB-30 a certificate by the shop’s own request: the key stays with the shop, the one before ends', async ({
  page,
  paydesk,
}) => {
  const person = await shopOf(paydesk);
  const before = await callAs<{ id: string }>(paydesk, person, CERTIFICATE, { method: 'POST' });
  const { keys, pem } = await newRequest();
  await signIn(page, person);
  await page.goto('/certs');
  await page.getByRole('link', { name: 'New certificate' }).click();
  await page.getByRole('button', { name: 'From a request' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Your private key stays where you made it.');
  await dialog.getByRole('textbox').fill('no request at all');
  await dialog.getByRole('button', { name: 'Make certificate' }).click();
  await expect(dialog.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('textbox').fill(pem);
  await dialog.getByRole('button', { name: 'Make certificate' }).click();
  const spki = Buffer.from(await crypto.subtle.exportKey('spki', keys.publicKey));
  const shown = card(page, 'Certificate').locator('pre');
  await expect(shown).toBeVisible();
  expect(
    createPublicKey((await shown.textContent())!).export({ type: 'spki', format: 'der' }),
  ).toEqual(spki);
  // of a key that was never here nothing is there to be saved
  await expect(page.getByRole('button', { name: 'Save it again' })).toHaveCount(0);
  await page.goto(`/cert/${before.id}`);
  await expect(page.getByRole('main')).toContainText('Disabled');
});
