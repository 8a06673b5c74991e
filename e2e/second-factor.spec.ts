import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { codeOf, forgetCode, recoveryCodesOf, setUp } from './factors.ts';
import { expect, test, type Paydesk } from './server.ts';
import {
  closeTold,
  insertPerson,
  insertTransaction,
  merchantId,
  PASSWORD,
  signIn,
} from './support.ts';
import { openAction, openTransaction, sentActions } from './transactions.ts';

const owner = async (paydesk: Paydesk) =>
  insertPerson(paydesk, { merchantId: await merchantId(paydesk) });

const card = (page: Page) => page.getByRole('region', { name: 'Two-factor sign-in' });
const code = (page: Page) => page.getByLabel('Authentication code');

async function fillLogin(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Profile of/ }).click();
  await page.getByRole('dialog', { name: 'Profile' }).getByText('Sign out').click();
  await expect(page).toHaveURL('/login');
}

/** Set up on the profile; gives the secret and the recovery codes. */
async function enrol(page: Page, paydesk: Paydesk, userId: string) {
  await page.goto('/profile');
  await card(page).getByRole('button', { name: 'Set up' }).click();
  const secret = await setUp(page, paydesk, userId);
  const recoveryCodes = await recoveryCodesOf(page);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(card(page).getByText('On', { exact: true })).toBeVisible();
  return { secret, recoveryCodes };
}

test('SB-07, NG-13 an app is set up on the profile; from then on the sign-in asks for its code', async ({
  page,
  paydesk,
}) => {
  const person = await owner(paydesk);
  await signIn(page, person);
  await page.goto('/profile');
  await expect(card(page).getByText('Off', { exact: true })).toBeVisible();
  await card(page).getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up two-factor sign-in' });
  await dialog.getByLabel('Password', { exact: true }).fill('not it');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('The password is wrong')).toBeVisible();
  const secret = await setUp(page, paydesk, person.id);

  const codes = await recoveryCodesOf(page);
  expect(codes).toHaveLength(10);
  await dialog.getByRole('button', { name: 'Copy' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${codes.join('\n')}\n`);
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('paydesk-recovery-codes.txt');
  expect(await readFile(await file.path(), 'utf8')).toBe(`${codes.join('\n')}\n`);
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await expect(card(page)).toContainText('10 of 10 recovery codes left');

  await signOut(page);
  await fillLogin(page, person.email);
  await expect(page.getByRole('heading', { name: 'Two-factor sign-in' })).toBeVisible();
  await expect(code(page)).toBeFocused();
  await expect(code(page)).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(page.getByRole('alert'), 'being asked is no failure').toBeEmpty();
  await page.keyboard.press('Enter');
  await expect(code(page)).toHaveAccessibleDescription('Authentication code is required');
  await code(page).fill('abcdef');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText(
    'The authentication code is wrong or has been used',
  );
  await expect(code(page)).toHaveValue('');
  await expect(code(page)).toBeFocused();
  await code(page).fill(await codeOf(paydesk, person.id, secret));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/business-days');
});

test('SB-07 AU-05 a recovery code signs in once; new ones are made, and it is turned off', async ({
  page,
  paydesk,
}) => {
  const person = await owner(paydesk);
  // whoever signs in by the form gets the notice
  await page.addLocatorHandler(
    page.getByRole('button', { name: 'Continue to the console' }),
    (button) => button.click(),
  );
  await signIn(page, person);
  const { secret, recoveryCodes } = await enrol(page, paydesk, person.id);
  const byRecovery = async (text: string) => {
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(text);
    await page.getByRole('button', { name: 'Login' }).click();
  };
  await signOut(page);
  await fillLogin(page, person.email);
  await byRecovery(recoveryCodes[0]!.toUpperCase().replaceAll('-', ''));
  await expect(page).toHaveURL('/business-days');
  await signOut(page);
  await fillLogin(page, person.email);
  await byRecovery(recoveryCodes[0]!);
  await expect(page.getByRole('alert')).toContainText('wrong or has been used');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Email address')).toHaveValue(person.email);
  await page.getByRole('button', { name: 'Login' }).click();
  await code(page).fill(await codeOf(paydesk, person.id, secret));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/business-days');

  await page.goto('/profile');
  await expect(card(page)).toContainText('9 of 10 recovery codes left');
  await card(page).getByRole('button', { name: 'New recovery codes' }).click();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Make new recovery codes' }).click();
  const [fresh] = await recoveryCodesOf(page);
  expect(recoveryCodes).not.toContain(fresh);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(card(page)).toContainText('10 of 10 recovery codes left');

  await card(page).getByRole('button', { name: 'Turn off' }).click();
  const dialog = page.getByRole('dialog', { name: 'Turn off two-factor sign-in' });
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await code(page).fill(fresh!);
  await dialog.getByRole('button', { name: 'Turn off two-factor sign-in' }).click();
  await expect(card(page).getByText('Off', { exact: true })).toBeVisible();
  await signOut(page);
  await fillLogin(page, person.email);
  await expect(page).toHaveURL('/business-days');
});

test('TX-67 AM-102 a refund that asks for a new code goes on as it was typed, and is done once', async ({
  page,
  paydesk,
}) => {
  const person = await owner(paydesk);
  await signIn(page, person);
  const { secret } = await enrol(page, paydesk, person.id);
  const { id } = await insertTransaction(paydesk, { amountCents: 50_00n });
  await openTransaction(page, id);
  await forgetCode(paydesk, person.id);
  const sent = sentActions(page);
  const refund = await openAction(page, 'Refund');
  await refund.getByLabel('Amount').fill('12.50');
  await refund.getByLabel('Reason').selectOption('Other');
  await refund.getByLabel('Note').fill('a broken lamp');
  await refund.getByRole('button', { name: 'Refund 12.50 EUR' }).click();

  // left: nothing is done, and nothing typed is lost
  const asks = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await expect(code(page)).toBeFocused();
  await asks.getByRole('button', { name: 'Cancel' }).click();
  await expect(asks).toBeHidden();
  await expect(
    refund.getByText('Nothing has been done: it needs a new authentication code.'),
  ).toBeVisible();
  await expect(refund.getByLabel('Note')).toHaveValue('a broken lamp');
  await closeTold(page.getByRole('alert'));

  await refund.getByRole('button', { name: 'Refund 12.50 EUR' }).click();
  await code(page).fill('000000x');
  await asks.getByRole('button', { name: 'Confirm and continue' }).click();
  await expect(asks.getByText('The code is wrong or has been used')).toBeVisible();
  await code(page).fill(await codeOf(paydesk, person.id, secret));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').last()).toContainText(
    'Transaction has been refunded successfully',
  );
  await expect(refund).toBeHidden();
  await expect(asks).toBeHidden();
  expect(sent).toHaveLength(3);
  const [, stale, done] = sent;
  expect(done).toEqual(stale);
  expect(done!.body).toMatchObject({ amount: 12.5, refundNote: 'a broken lamp' });
  // what is left stands there once the record was read anew
  await expect(page.getByText('37.50').first()).toBeVisible();

  // within five minutes nobody is asked again
  await openAction(page, 'Refund');
  await page.getByLabel('Reason').selectOption('Other');
  await page.getByRole('button', { name: 'Refund 37.50 EUR' }).click();
  await expect(asks).toBeHidden();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toBeDisabled();
});

test('AM-42 too many wrong codes end the session, and what waited with it', async ({
  page,
  paydesk,
}) => {
  const person = await owner(paydesk);
  await signIn(page, person);
  await enrol(page, paydesk, person.id);
  const { id } = await insertTransaction(paydesk);
  await openTransaction(page, id);
  await forgetCode(paydesk, person.id);
  const refund = await openAction(page, 'Refund');
  await refund.getByLabel('Reason').selectOption('Other');
  await refund.getByRole('button', { name: 'Refund 10.00 EUR' }).click();
  const confirm = page.getByRole('button', { name: 'Confirm and continue' });
  for (let nth = 0; nth < 5; nth++) {
    await code(page).fill(`wrong ${nth}`);
    const answered = page.waitForResponse('**/second-factor/renew');
    await confirm.click();
    await answered;
    await expect(confirm).not.toHaveAttribute('aria-busy');
  }
  // the sixth is the last: nothing more has to be asked for
  await code(page).fill('wrong again');
  await confirm.click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await fillLogin(page, person.email);
  await expect(page.getByRole('alert')).toContainText('Wrong Login name or password');
});
