import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expect, type Paydesk } from './server.ts';
import { onDatabase, PASSWORD } from './support.ts';

/** What the journeys with a second factor share. */

/** The code of this moment, taken again though its time step may have been used. */
export async function codeOf(paydesk: Paydesk, userId: string, secret: string): Promise<string> {
  await onDatabase(paydesk, (client) =>
    client.query('update second_factors set last_step = 0 where user_id = $1', [userId]),
  );
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate();
}

/** As if the last code had been shown longer ago than it counts. */
export const forgetCode = (paydesk: Paydesk, userId: string) =>
  onDatabase(paydesk, (client) =>
    client.query(`update sessions set second_factor_date = null where user_id = $1`, [userId]),
  );

/** From the password to the recovery codes, on whatever page or dialog asks for it; gives the secret. */
export async function setUp(page: Page, paydesk: Paydesk, userId: string): Promise<string> {
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  return turnOn(page, paydesk, userId);
}

/** From the key on, which the app is told. */
export async function turnOn(page: Page, paydesk: Paydesk, userId: string): Promise<string> {
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  await page.getByLabel('Authentication code').fill(await codeOf(paydesk, userId, secret));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
  return secret;
}

export async function recoveryCodesOf(page: Page): Promise<string[]> {
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  return codes.allInnerTexts();
}
