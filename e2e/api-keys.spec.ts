import type { Page } from '@playwright/test';
import { insertMerchant } from '../apps/server/src/seed/factories.ts';
import { expect, test, type Paydesk } from './server.ts';
import { insertPerson, onDatabase, signIn } from './support.ts';

/** A merchant of its own, whose administrator is signed in; how its orders answer who calls with a key. */
async function shopOf(page: Page, paydesk: Paydesk): Promise<(key: string) => Promise<number>> {
  const { id: merchantId } = await onDatabase(paydesk, (client) => insertMerchant(client, {}));
  await signIn(page, await insertPerson(paydesk, { merchantId }));
  return async (key) =>
    (
      await fetch(`${paydesk.url}/api/merchant-api/orders`, {
        headers: { authorization: `Bearer ${key}` },
      })
    ).status;
}

test('SB-33 a named key of a merchant’s is made, shown once, used, held to its calls, and revoked beside another', async ({
  page,
  paydesk,
}) => {
  const send = await shopOf(page, paydesk);
  await page.goto('/certs');
  await page.getByRole('link', { name: 'Named keys' }).click();
  await expect(page.getByText('There is no named key yet.')).toBeVisible();
  const dialog = page.getByRole('dialog');
  const shown = page.locator('[aria-live]').filter({ hasText: 'Copy this key now.' });
  await page.getByRole('button', { name: 'New key' }).first().click();
  await dialog.getByLabel('Name').fill('Till');
  await dialog.getByLabel('Only from').fill('shop.test');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByText(/shop\.test is no address and no range/)).toBeVisible();
  await dialog.getByLabel('Only from').fill('');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const key = await shown.locator('code').innerText();
  expect(key).toMatch(/^pdk_/);
  expect(await send(key)).toBe(200);

  await page.getByLabel('Read orders').uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Key updated successfully')).toBeVisible();
  expect(await send(key)).toBe(403);
  await page.getByLabel('Read orders').check();
  await page.getByLabel('Only from').fill('203.0.113.0/24');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => send(key)).toBe(401);

  await page.getByRole('button', { name: 'Revoke' }).click();
  await dialog.getByRole('button', { name: 'Revoke key' }).click();
  await expect(page.getByText('Revoked', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toBeHidden();
  await page.getByRole('link', { name: 'Named API Keys' }).first().click();
  await expect(page.getByRole('row').filter({ hasText: 'Till' })).toContainText('Revoked');
});

test('SB-33 a key is changed for the next one without a gap: both are valid meanwhile, then the old one is ended and the new one goes on', async ({
  page,
  paydesk,
}) => {
  const send = await shopOf(page, paydesk);
  const dialog = page.getByRole('dialog');
  const make = async (name: string) => {
    await page.goto('/certs');
    await page.getByRole('link', { name: 'Named keys' }).click();
    await page.getByRole('button', { name: 'New key' }).first().click();
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('button', { name: 'Create key' }).click();
    return page
      .locator('[aria-live]')
      .filter({ hasText: 'Copy this key now.' })
      .locator('code')
      .innerText();
  };
  const old = await make('Shop 2025');
  expect(await send(old)).toBe(200);
  const next = await make('Shop 2026');
  expect(next).not.toBe(old);
  expect([await send(old), await send(next)]).toEqual([200, 200]);

  await page.goto('/certs');
  await page.getByRole('link', { name: 'Named keys' }).click();
  await page.getByRole('link', { name: 'Shop 2025' }).click();
  await page.getByRole('button', { name: 'Revoke' }).click();
  await dialog.getByRole('button', { name: 'Revoke key' }).click();
  await expect(page.getByText('Revoked', { exact: true })).toBeVisible();
  expect([await send(old), await send(next)]).toEqual([401, 200]);
});
