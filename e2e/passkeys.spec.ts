import type { Page } from '@playwright/test';
import { forgetCode, recoveryCodesOf } from './factors.ts';
import { expect, test, type Paydesk } from './server.ts';
import { closeNotice, insertPerson, merchantId, PASSWORD, signIn } from './support.ts';

// the tab's own devices come and go with it
test.use({ sharedTab: false });

/** Browsers make passkeys for names alone. */
const named = (paydesk: Paydesk, path: string) =>
  paydesk.url.replace('127.0.0.1', 'localhost') + path;

/** A device of the person's in this tab, which makes sure of them; gives how they are away, or there again. */
async function withDevice(page: Page): Promise<(enabled: boolean) => Promise<unknown>> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return (enabled) =>
    session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
}

const card = (page: Page) => page.getByRole('region', { name: 'Passkeys' });

async function fillLogin(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** With no device near: what the browser offers among its addresses would be taken at once. */
async function signOut(page: Page, isThere: (enabled: boolean) => Promise<unknown>): Promise<void> {
  await isThere(false);
  await page.getByRole('button', { name: /Profile of/ }).click();
  await page.getByRole('dialog', { name: 'Profile' }).getByText('Sign out').click();
  await expect(page).toHaveURL(/\/login$/);
}

test('SB-07, NG-13 a passkey is made on the profile, signs in alone and beside the password, confirms, and is removed', async ({
  page,
  paydesk,
}) => {
  const person = await insertPerson(paydesk, { merchantId: await merchantId(paydesk) });
  await page.goto(named(paydesk, '/login'));
  await fillLogin(page, person.email);
  await closeNotice(page);
  const isThere = await withDevice(page);
  await page.goto(named(paydesk, '/profile'));

  await card(page).getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill('Work laptop');
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await confirm.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await confirm.getByRole('button', { name: 'Confirm and continue' }).click();
  await recoveryCodesOf(page);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  const passkeys = page.getByRole('list', { name: 'Passkeys' });
  await expect(passkeys).toContainText('Work laptop');
  await expect(passkeys).toContainText('never used');
  const factor = page.getByRole('region', { name: 'Two-factor sign-in' });
  await expect(factor.getByText('On', { exact: true })).toBeVisible();
  await expect(factor).toContainText('Signing in asks for a passkey');

  await test.step('alone', async () => {
    await signOut(page, isThere);
    await isThere(true);
    const button = page.getByRole('button', { name: 'Sign in with a passkey' });
    await expect(async () => {
      if (new URL(page.url()).pathname === '/login') await button.click({ timeout: 1000 });
      await expect(page).not.toHaveURL(/\/login/, { timeout: 3000 });
    }).toPass();
    await closeNotice(page);
    await page.goto(named(paydesk, '/profile'));
    await expect(passkeys).toContainText('last used');
  });

  await test.step('what asks anew', async () => {
    await passkeys.getByRole('button', { name: 'Rename Work laptop' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Old laptop');
    await page.getByRole('button', { name: 'Rename', exact: true }).click();
    await expect(passkeys).toContainText('Old laptop');
    await forgetCode(paydesk, person.id);
    await passkeys.getByRole('button', { name: 'Remove Old laptop' }).click();
    await page.getByRole('button', { name: 'Remove passkey' }).click();
    await expect(confirm).toContainText('Use a passkey, or enter a recovery code');
    await confirm.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page.getByText('The passkey is removed.')).toBeVisible();
    await expect(passkeys).toHaveCount(0);
    await expect(factor.getByText('Off', { exact: true })).toBeVisible();
  });
});

test('SB-07 a passkey beside the password; at a number there are none, and the profile says where', async ({
  page,
  paydesk,
}) => {
  const person = await insertPerson(paydesk, { merchantId: await merchantId(paydesk) });
  await signIn(page, person);
  await page.goto('/profile');
  await expect(card(page)).toContainText(`They are made and used at ${named(paydesk, '')}`);
  await expect(card(page).getByRole('button', { name: 'Add a passkey' })).toHaveCount(0);
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());

  await page.goto(named(paydesk, '/login'));
  await fillLogin(page, person.email);
  await closeNotice(page);
  const isThere = await withDevice(page);
  await page.goto(named(paydesk, '/profile'));
  await card(page).getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Phone');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await confirm.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await confirm.getByRole('button', { name: 'Confirm and continue' }).click();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await signOut(page, isThere);
  await fillLogin(page, person.email);
  await expect(page.getByRole('heading', { name: 'Two-factor sign-in' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use a recovery code' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use the authenticator app' })).toHaveCount(0);
  await isThere(true);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).not.toHaveURL(/\/login/);
});
