import type { Page } from '@playwright/test';
import { STRENGTH_WORDS } from '../packages/contract/src/kernel/password.ts';
import { score } from '../apps/server/src/platform/auth/scorer.ts';
import { expect, invite, test } from './mailbox.ts';
import { insertPerson, merchantId, PASSWORD, PEOPLE, rowsOf, signIn } from './support.ts';
import { patient } from './patience.ts';

const NEW = 'violet kettle sails north';
const DAY_MS = 86_400_000;

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name });

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await field(page, 'Email address').fill(email);
  await field(page, 'Password').fill(password);
  await button(page, 'Login').click();
}

/** What every form that chooses a password refuses before it sends anything (AU-25..29). */
async function refusesBadPasswords(
  page: Page,
  { submit, confirm = 'Confirm new password' }: { submit: string; confirm?: string },
): Promise<void> {
  let calls = 0;
  const count = (request: { url(): string }) => {
    if (/\/api\/.*password/.test(request.url())) calls++;
  };
  page.on('request', count);
  const first = field(page, 'New password');
  const second = field(page, confirm);
  await first.fill('');
  await second.fill('');
  await button(page, submit).click();
  await expect(first).toHaveAccessibleDescription(/Please enter new password/);
  await expect(second).toHaveAccessibleDescription('Please confirm your new password');
  await first.fill('password1');
  await second.fill('password1');
  await button(page, submit).click();
  await expect(first).toHaveAccessibleDescription(/This is a commonly used password\./);
  // 2 of 4 is not enough, and the scorer has nothing to say about why
  await first.fill('violet tram');
  await second.fill('violet tram');
  await button(page, submit).click();
  await expect(first).toHaveAccessibleDescription(/Password is too easy to guess/);
  await expect(first).toBeFocused();
  await first.fill(NEW);
  await second.fill(`${NEW}!`);
  await button(page, submit).click();
  await expect(second).toHaveAccessibleDescription('Passwords do not match');
  await expect(first).not.toHaveAttribute('aria-invalid', 'true');
  expect(calls).toBe(0);
  page.off('request', count);
}

async function choose(page: Page, password: string, submit: string): Promise<void> {
  await field(page, 'New password').fill(password);
  await field(page, 'Confirm new password').fill(password);
  await button(page, submit).click();
}

test('AU-09..13, AU-14..17, AU-25..29 a forgotten password, from the mail to the login', async ({
  page,
  paydesk,
  mailbox,
}) => {
  const { email } = await insertPerson(paydesk, { firstName: 'Zane', lastName: 'Krūmiņa' });
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password' }).click();
  await expect(page.getByRole('heading', { name: 'Password recovery' })).toBeVisible();
  const address = field(page, 'Email address');
  await expect(address).toBeFocused();
  await expect(address).toHaveAttribute('autocomplete', 'username');
  await button(page, 'Send link').click();
  await expect(address).toHaveAccessibleDescription('Please enter your email address');
  await address.fill('abc');
  await button(page, 'Send link').click();
  await expect(address).toHaveAccessibleDescription('Email address is invalid');
  await address.fill(` ${email.toUpperCase()} `);
  await address.press('Enter');
  await expect(
    page.getByText(
      'Check your email for a link to reset your password. If it does not appear within a few minutes, check your spam folder.',
    ),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Password recovery' })).toBeFocused();

  const mail = await mailbox.next(email);
  expect(mail.text).toContain('Hello Zane');
  expect(mail.html).toContain(`href="${mail.link}"`);
  expect(mail.link).toContain(`${paydesk.url}/password-recovery?reset=`);
  await page.goto(mail.link);
  for (const label of ['New password', 'Confirm new password']) {
    await expect(field(page, label)).toHaveAttribute('type', 'password');
    await expect(field(page, label)).toHaveAttribute('autocomplete', 'new-password');
  }
  await refusesBadPasswords(page, { submit: 'Reset password' });
  // what the server alone knows: the present one
  await choose(page, PASSWORD, 'Reset password');
  await expect(field(page, 'New password')).toHaveAccessibleDescription(
    /New password must not be the present one/,
  );
  await choose(page, NEW, 'Reset password');
  await expect(page.getByText('Password was reset successfully.')).toBeVisible();
  await button(page, 'Return to login page').click();
  await expect(page).toHaveURL('/login');
  await logIn(page, email, NEW);
  await expect(page).toHaveURL('/business-days');

  // the link again, by somebody else who found it
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto(mail.link);
  await choose(page, 'brisk pebble under lamplight', 'Reset password');
  await expect(page.getByRole('alert').first()).toContainText(
    'Password reset URL has expired. Please request a new one.',
  );
  await expect(button(page, 'Return to login page')).toBeVisible();
  await button(page, 'Request a new link').click();
  await expect(page).toHaveURL('/password-recovery');
  await expect(address).toBeVisible();
});

test('AU-13 SB-08 whoever is unknown reads the same and gets no mail', async ({
  page,
  mailbox,
}) => {
  await page.goto('/password-recovery');
  await field(page, 'Email address').fill('nobody@amber.test');
  await button(page, 'Send link').click();
  await expect(page.getByText(/^Check your email for a link/)).toBeVisible();
  await button(page, 'Return to login page').click();
  await expect(page).toHaveURL('/login');
  expect(mailbox.to('nobody@amber.test')).toEqual([]);
});

test('RT-07 AU-18..22, AU-25..29 an invitation, from the mail to the login', async ({
  page,
  paydesk,
  mailbox,
}) => {
  const { id, email } = await insertPerson(paydesk, {
    status: 'NOT_ACTIVATED',
    passwordHash: null,
    merchantId: await merchantId(paydesk),
  });
  await invite(paydesk, {
    userId: id,
    email,
    name: 'Edgars Vītols',
    merchantName: 'Amber & Oak',
    invitedBy: PEOPLE.owner.name,
  });
  const mail = await mailbox.next(email);
  expect(mail.text).toContain('Anna Ozola has invited you to the console of Amber & Oak');
  await page.goto(mail.link);
  await expect(page).toHaveURL(/\/register\?invitation=/);
  await expect(page.getByRole('heading', { name: 'Create password' })).toBeVisible();
  await refusesBadPasswords(page, { submit: 'Create password' });
  const posted = page.waitForRequest('**/api/passwords');
  await choose(page, NEW, 'Create password');
  expect((await posted).postDataJSON()).toEqual({
    token: new URL(mail.link).searchParams.get('invitation'),
    newPassword: NEW,
  });
  await expect(page.getByText('Password created successfully.')).toBeVisible();
  await button(page, 'Go to login page').click();
  await expect(page).toHaveURL('/login');
  await logIn(page, email, NEW);
  await expect(page).toHaveURL('/business-days');

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto(mail.link);
  await choose(page, NEW, 'Create password');
  await expect(page.getByRole('alert').first()).toContainText(
    'Invitation is invalid or user has already registered.',
  );
  await expect(button(page, 'Go to login page')).toBeVisible();
});

test('RT-07 AU-18 without an invitation the page says what to do', async ({ page }) => {
  await page.goto('/register');
  await expect(page.getByText('This address has no invitation in it.')).toBeVisible();
  await expect(field(page, 'New password')).toBeHidden();
  await button(page, 'Go to login page').click();
  await expect(page).toHaveURL('/login');
});

test('AM-120 another address: the password again, the link of the new one, the stop of the old one, and withdrawn', async ({
  page,
  paydesk,
  mailbox,
}) => {
  // six pages and four mails
  test.setTimeout(patient(60_000));
  const amber = await merchantId(paydesk);
  const owner = await insertPerson(paydesk, { merchantId: amber, userRole: 'MERCHANT_ADMIN' });
  const { id, email } = await insertPerson(paydesk, {
    merchantId: amber,
    userRole: 'MERCHANT_OPERATOR',
    phoneNumber: '+371 2000 0000',
  });
  const next = `next.${email}`;
  const change = async (userId: string, to: string) => {
    await page.goto(`/users/${userId}`);
    await button(page, 'Edit').click();
    const dialog = page.getByRole('dialog', { name: /^Edit / });
    await dialog.getByLabel('Phone').fill('+371 2000 0001');
    await dialog.getByLabel('Email').fill(to);
    await dialog.getByRole('button', { name: 'Save changes' }).click();
  };
  await signIn(page, owner);
  await change(id, next);
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await proof.getByLabel('Password', { exact: true }).fill('not this one');
  await proof.getByRole('button', { name: 'Confirm and continue' }).click();
  await expect(proof.getByText('The password is wrong')).toBeVisible();
  await proof.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await proof.getByRole('button', { name: 'Confirm and continue' }).click();
  const waits = page.getByText(`${next} replaces ${email} once it is confirmed`);
  await expect(waits).toBeVisible();
  const { link } = await mailbox.next(next);
  const stop = (await mailbox.next(email)).link;

  await page.goto(link);
  await button(page, 'Confirm address').click();
  await expect(page.getByText(`You sign in with ${next} from now on.`)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goto(link);
  await button(page, 'Confirm address').click();
  await expect(page.getByRole('alert').first()).toContainText('has been confirmed already');
  await page.goto(stop);
  await button(page, 'Stop this change').click();
  await expect(page.getByText(`You sign in with ${email}, as before`)).toBeVisible();
  await button(page, 'Choose a new password').click();
  await expect(page).toHaveURL('/password-recovery');

  // the own one, within the five minutes that the password counts
  await change(owner.id, `own.${owner.email}`);
  await expect(page.getByText('User successfully updated.')).toBeVisible();
  const mine = await mailbox.next(`own.${owner.email}`);
  await page.goto('/profile');
  await expect(page.getByText(`replaces ${owner.email}`)).toBeVisible();
  await button(page, 'Withdraw').click();
  await expect(page.getByText('The change was withdrawn.')).toBeVisible();
  await expect(page.getByText(`replaces ${owner.email}`)).toBeHidden();
  await page.goto(mine.link);
  await button(page, 'Confirm address').click();
  await expect(page.getByText(/^This link no longer works/)).toBeVisible();
});

test('RT-05, NG-08, NG-09, NG-23 AU-23..25 AM-74 an expired password is renewed, and the console opens', async ({
  page,
}) => {
  await page.goto('/login?redirectFrom=/help');
  await logIn(page, PEOPLE.expired.email, PASSWORD);
  const heading = page.getByRole('heading', { name: 'Password Expired' });
  await expect(heading).toBeVisible();
  for (const address of ['/', '/transactions', '/profile', '/help', '/merchant-employees']) {
    await page.goto(address);
    await expect(page).toHaveURL('/password-renewal');
  }
  await page.reload();
  await expect(heading).toBeVisible();
  await expect(page.locator('input[autocomplete=username]')).toHaveValue(PEOPLE.expired.email);
  await refusesBadPasswords(page, { submit: 'Renew Password' });
  await choose(page, PASSWORD, 'Renew Password');
  await expect(field(page, 'New password')).toHaveAccessibleDescription(
    /New password must not be the present one/,
  );
  await choose(page, NEW, 'Renew Password');
  await expect(page).toHaveURL('/business-days');
  await expect(page.getByText('Password updated successfully', { exact: true })).toBeVisible();
  await page.goto('/password-renewal');
  await expect(page).toHaveURL('/business-days');
  await page.goto('/transactions');
  await expect(page.getByRole('table', { name: 'Transactions' })).toBeVisible();
});

test('AU-23 whoever does not want to renew signs out', async ({ page, paydesk }) => {
  const person = await insertPerson(paydesk, {
    passwordExpiresDate: new Date(Date.now() - DAY_MS),
  });
  await signIn(page, person);
  await page.goto('/help');
  await button(page, 'Sign out').click();
  await expect(page).toHaveURL('/login');
});

test('AU-42..46 SB-12 the profile’s form changes the password and ends the other sessions', async ({
  page,
  paydesk,
}) => {
  const person = await insertPerson(paydesk);
  const elsewhere = await signIn(page, person, { fresh: true });
  await signIn(page, person, { fresh: true });
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.goto('/profile');
  const current = field(page, 'Current password');
  await expect(current).toHaveAttribute('autocomplete', 'current-password');
  await expect(current).not.toBeFocused();
  await page.waitForLoadState('networkidle');
  const before = scripts.length;
  await current.focus();
  // core and two dictionaries, each a file
  await expect
    .poll(() => scripts.length, 'the scorer comes when it is needed')
    .toBeGreaterThanOrEqual(before + 3);

  await button(page, 'Update password').click();
  await expect(current).toHaveAccessibleDescription('Current password is required');
  await current.fill('not the password');
  await refusesBadPasswords(page, { submit: 'Update password', confirm: 'Repeat new password' });
  await field(page, 'Repeat new password').fill(NEW);
  await button(page, 'Update password').click();
  await expect(current).toHaveAccessibleDescription('Current password is wrong');
  await current.fill(PASSWORD);
  await button(page, 'Update password').click();
  await expect(page.getByText('Password updated successfully')).toBeVisible();
  await expect(field(page, 'New password')).toHaveValue('');
  const headers = { authorization: `Bearer ${elsewhere.token}` };
  expect((await fetch(`${paydesk.url}/api/users/me`, { headers })).status).toBe(401);
  await page.reload();
  await expect(current, 'this session goes on').toBeVisible();
  const [row] = await rowsOf<{ result: string }>(
    paydesk,
    `select result from audit_logs where entity_id = $1 and action = 'PASSWORD_CHANGED'
     order by created_date desc limit 1`,
    [person.id],
  );
  expect(row!.result).toBe('SUCCESS');
});

test('AU-26, AU-30, AM-77 the hint, and how strong it is in the words of the server’s score', async ({
  page,
}) => {
  await page.goto('/register?invitation=abc');
  const input = field(page, 'New password');
  await expect(input).toHaveAccessibleDescription(
    'Use a few words and avoid common phrases. No need for symbols, digits or uppercase letters.',
  );
  const seen = new Set<number>();
  for (const password of [
    'password1',
    'lollipops',
    'violet tram',
    'bluefish tree',
    'abrogation',
    'kulbergs',
    NEW,
  ]) {
    await input.fill(password);
    const { score: expected } = score(password, ['paydesk']);
    seen.add(expected);
    await expect(
      page.getByText(`Strength: ${STRENGTH_WORDS[expected]!.toLowerCase()}`, { exact: true }),
      password,
    ).toBeVisible();
  }
  expect(seen.size).toBeGreaterThan(3);
  await input.fill('');
  await expect(page.getByText(/^Strength:/)).toBeHidden();

  const show = page.getByRole('button', { name: 'Show password' }).first();
  await input.fill(NEW);
  await expect(input).toHaveAttribute('type', 'password');
  await show.focus();
  await page.keyboard.press('Enter');
  await expect(input).toHaveAttribute('type', 'text');
  await expect(show).toHaveAttribute('aria-pressed', 'true');
  await show.click();
  await expect(input).toHaveAttribute('type', 'password');
});
