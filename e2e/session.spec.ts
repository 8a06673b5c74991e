import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from './server.ts';
import {
  closeNotice,
  closeTold,
  PASSWORD,
  PEOPLE,
  sessionCookie,
  signIn,
  type Login,
} from './support.ts';

const HOUR = 3_600_000;

const email = (page: Page) => page.getByLabel('Email address');
const password = (page: Page) => page.getByLabel('Password', { exact: true });
const loginButton = (page: Page) => page.getByRole('button', { name: 'Login' });

async function fillLogin(page: Page, username: string, secret: string = PASSWORD): Promise<void> {
  await email(page).fill(username);
  await password(page).fill(secret);
  await loginButton(page).click();
}

interface Stored {
  cookie: Record<string, unknown> | null;
  item: Record<string, unknown> | null;
}

async function stored(page: Page): Promise<Stored> {
  const cookies = await page.context().cookies();
  const cookie = cookies.find(({ name }) => name === 'paydesk.session');
  const item = await page.evaluate(() => localStorage.getItem('paydesk.session'));
  return {
    cookie: cookie ? JSON.parse(decodeURIComponent(cookie.value)) : null,
    item: item === null ? null : JSON.parse(item),
  };
}

async function forget(context: BrowserContext, page: Page): Promise<void> {
  // where no console runs that would put back the one from the other
  await page.goto('/health/live');
  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
}

test('AU-01..04, AU-07, AU-08 the login form, its required fields and the way to a new password', async ({
  page,
}) => {
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/login')) calls++;
  });
  await page.goto('/login');
  await expect(email(page)).toBeFocused();
  await expect(email(page)).toHaveAttribute('name', 'username');
  await expect(password(page)).toHaveAttribute('type', 'password');
  await expect(password(page)).toHaveAttribute('autocomplete', 'current-password');

  await loginButton(page).click();
  await expect(page.getByText('Please input username')).toBeVisible();
  await expect(page.getByText('Please input your password')).toBeVisible();
  await expect(email(page)).toHaveAccessibleDescription('Please input username');
  await expect(email(page)).toBeFocused();
  await email(page).fill(PEOPLE.owner.email);
  await expect(page.getByText('Please input username')).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(password(page)).toBeFocused();
  await expect(password(page)).toHaveAccessibleDescription('Please input your password');
  expect(calls).toBe(0);

  await page.getByRole('link', { name: 'Forgot password' }).click();
  await expect(page).toHaveURL('/password-recovery');
});

test('ER-11 a wrong password, an unknown and a blocked person are told the same', async ({
  page,
}) => {
  await page.goto('/login');
  const alert = page.getByRole('alert');
  for (const [username, secret] of [
    ['nobody@paydesk.test', PASSWORD],
    ['blocked@amber.test', PASSWORD],
    [PEOPLE.balticOwner.email, 'not the password'],
  ] as const) {
    await fillLogin(page, username, secret);
    await expect(alert).toContainText('Wrong Login name or password');
    await expect(page).toHaveURL('/login');
    await expect(loginButton(page)).not.toHaveAttribute('aria-disabled', 'true');
    await closeTold(alert);
    // it stays beside the button, and what was typed stays too
    await expect(page.locator('form')).toContainText('Wrong Login name or password');
    await expect(email(page)).toHaveValue(username);
  }
  let calls = 0;
  page.on('request', (request) => (calls += request.url().endsWith('/api/login') ? 1 : 0));
  await loginButton(page).dblclick();
  await expect(alert).toContainText('Wrong Login name or password');
  expect(calls).toBe(1);
});

test('AU-05, AU-06 NG-06, NG-13 a login leads to the page asked for, and to no other site', async ({
  page,
  context,
}) => {
  const asked = '/transactions?f_status=FAILED&sort=amount,ASC';
  await page.goto(asked);
  await expect(page).toHaveURL((url) => url.searchParams.get('redirectFrom') === asked);
  await fillLogin(page, PEOPLE.owner.email);
  await expect(page.getByRole('table', { name: 'Transactions' })).toBeVisible();
  await expect(page).toHaveURL(asked);
  await page.goBack().catch(() => null);
  await expect(page, 'the login is no stop on the way back').not.toHaveURL(/\/login/);

  for (const elsewhere of [
    undefined,
    'https://evil.test/transactions',
    '//evil.test/transactions',
    '/\\evil.test',
    '/\t/evil.test',
    'javascript:alert(1)',
    '/login?redirectFrom=/login',
  ]) {
    await page.goto('/help');
    await forget(context, page);
    const query = elsewhere ? `?${new URLSearchParams({ redirectFrom: elsewhere })}` : '';
    await page.goto(`/login${query}`);
    await fillLogin(page, PEOPLE.owner.email);
    await expect(page, String(elsewhere)).toHaveURL('/business-days');
  }
});

test('NG-14..16, NG-24, NG-25 what a login answers, and what cookie and local storage keep of it', async ({
  page,
  context,
  paydesk,
}) => {
  await page.goto('/login');
  const answered = page.waitForResponse('**/api/login');
  await fillLogin(page, `  ${PEOPLE.staff.email.toUpperCase()} `);
  const login = (await (await answered).json()) as Login;
  expect(Object.keys(login).sort()).toEqual(['expiresIn', 'passwordExpired', 'token', 'userId']);
  expect(login).toMatchObject({ passwordExpired: false, expiresIn: 28_800 });
  await expect(page).toHaveURL('/business-days');

  const { cookie, item } = await stored(page);
  expect(cookie).toEqual(item);
  expect(Object.keys(item!).sort()).toEqual([
    'expirationDateInUtc',
    'passwordExpired',
    'timezone',
    'token',
    'userId',
  ]);
  const { token, userId, passwordExpired } = login;
  expect(item).toMatchObject({ token, userId, passwordExpired, timezone: 'Europe/Riga' });
  const expires = String(item!['expirationDateInUtc']);
  expect(expires).toMatch(/Z$/);
  expect(Math.abs(Date.parse(expires) - Date.now() - 28_800_000)).toBeLessThan(20_000);
  const [kept] = await context.cookies();
  expect(kept).toMatchObject({ name: 'paydesk.session', sameSite: 'Strict', path: '/' });
  expect(Math.abs(kept!.expires * 1000 - Date.parse(expires))).toBeLessThan(1000);

  // local storage alone is enough, and so is the cookie
  await context.clearCookies();
  await page.goto('/help');
  await expect(page.getByRole('heading', { name: 'Help' })).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Help' })).toBeVisible();
  // not when one of them has passed
  await page.evaluate(() => localStorage.clear());
  await context.clearCookies();
  const past = sessionCookie(paydesk, login, Date.now() - 1000);
  await context.addCookies([past]);
  await page.goto('/help');
  await expect(loginButton(page)).toBeVisible();
  expect(await stored(page), 'what has passed is thrown away').toEqual({
    cookie: null,
    item: null,
  });
});

test('NG-21, NG-22 SH-26 AM-60 a sign-out empties both stores, reaches the other tab and ends the token', async ({
  page,
  context,
  paydesk,
}) => {
  const { token } = await signIn(page, PEOPLE.operator, { fresh: true });
  await page.goto('/transactions');
  const other = await context.newPage();
  await other.goto('/orders');
  await expect(other.getByRole('heading', { name: 'Orders' })).toBeVisible();

  await page.getByRole('button', { name: /Profile of Toms Liepiņš/ }).click();
  await page
    .getByRole('dialog', { name: 'Profile' })
    .getByRole('button', { name: 'Sign out' })
    .click();
  await expect(page).toHaveURL('/login');
  await expect(loginButton(page)).toBeVisible();
  expect(await stored(page)).toEqual({ cookie: null, item: null });
  expect(await page.evaluate(() => localStorage.getItem('paydesk.lastActivity'))).toBeNull();
  await expect(other).toHaveURL('/login');
  await expect(loginButton(other)).toBeVisible();

  await expect
    .poll(async () => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${paydesk.url}/api/users/me`, { headers })).status;
    })
    .toBe(401);
  await page.goBack().catch(() => null);
  await expect(loginButton(page), 'nothing of the session is left to go back to').toBeVisible();
});

test('NG-17, NG-18 the session ends exactly expiresIn seconds after the login', async ({
  page,
}) => {
  await page.clock.install();
  await page.route('**/api/login', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), expiresIn: 3600 } });
  });
  await page.goto('/login?redirectFrom=/help');
  await email(page).fill(PEOPLE.operator.email);
  await password(page).fill(PASSWORD);
  await page.clock.pauseAt(Date.now() + 60_000);
  const loggedIn = await page.evaluate(() => Date.now());
  await loginButton(page).click();
  await expect(page.getByRole('heading', { name: 'Help' })).toBeVisible();

  await page.clock.fastForward(HOUR - 1);
  await expect(page.getByRole('heading', { name: 'Help' })).toBeVisible();
  expect(await page.evaluate(() => Date.now())).toBe(loggedIn + HOUR - 1);
  expect((await stored(page)).item).not.toBeNull();
  await page.clock.runFor(1);
  await expect(loginButton(page)).toBeVisible();
  await expect(page.getByText('Your session has expired. Please sign in again.')).toBeVisible();
  expect(await stored(page)).toEqual({ cookie: null, item: null });
  expect(new URL(page.url()).searchParams.get('redirectFrom')).toBe('/help');
});

test('NG-19 AM-65 two hours without a sign of the person in any tab end the session', async ({
  page,
  context,
}) => {
  await context.clock.install();
  await signIn(page, PEOPLE.technical);
  await page.goto('/help');
  const other = await context.newPage();
  await other.goto('/documentation');
  const heading = page.getByRole('heading', { name: 'Help' });
  const otherHeading = other.getByRole('heading', { name: 'Integration Documentation' });
  await expect(heading).toBeVisible();
  await expect(otherHeading).toBeVisible();

  // word goes from tab to tab in a moment, of which two hours that are skipped have none
  const moveIn = async (one: Page) => {
    await one.mouse.move(300, 300);
    const now = await one.evaluate(() => String(Date.now()));
    for (const tab of [page, other])
      await expect
        .poll(() => tab.evaluate(() => localStorage.getItem('paydesk.lastActivity')))
        .toBe(now);
  };
  await context.clock.pauseAt(Date.now() + 60_000);
  await moveIn(page);
  await context.clock.fastForward(HOUR);
  await moveIn(other);
  await context.clock.fastForward(2 * HOUR - 1);
  await expect(heading, 'what was done in the other tab counts here').toBeVisible();
  await expect(otherHeading).toBeVisible();
  await context.clock.runFor(1);
  for (const one of [page, other]) await expect(loginButton(one)).toBeVisible();
  await expect(
    page.getByText('You were signed out after two hours without activity.'),
  ).toBeVisible();
  expect(new URL(page.url()).searchParams.get('redirectFrom')).toBe('/help');
});

test('NG-20 ER-12 a revoked token leads to the login, and back to the same page after it', async ({
  page,
  paydesk,
}) => {
  const { token } = await signIn(page, PEOPLE.owner, { fresh: true });
  const asked = '/transactions?f_status=DECLINED';
  const listening = page.waitForResponse(/\/api\/events/);
  await page.goto(asked);
  await expect(page.locator('tbody').getByRole('cell', { name: 'Declined' })).toHaveCount(50);
  await listening;
  const headers = { authorization: `Bearer ${token}` };
  const revoked = await fetch(`${paydesk.url}/api/logout`, { method: 'POST', headers });
  expect(revoked.status).toBe(200);
  // nobody has to press anything: the line to the server ends with the session
  await expect(loginButton(page)).toBeVisible();
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  await expect(page.getByRole('alert'), 'that is no failure of the call').toBeEmpty();
  expect(await stored(page)).toEqual({ cookie: null, item: null });
  await fillLogin(page, PEOPLE.owner.email);
  await expect(page).toHaveURL(asked);
});

test('API-01, API-02, API-07 the calls of the console carry the token, the login none', async ({
  page,
  paydesk,
}) => {
  await page.goto('/login');
  const requests: [path: string, authorization: string | undefined][] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) requests.push([pathname, request.headers()['authorization']]);
  });
  await fillLogin(page, PEOPLE.owner.email);
  await expect(page).toHaveURL('/business-days');
  await closeNotice(page);
  await page.getByRole('link', { name: 'Transactions' }).click();
  await expect.poll(() => requests.map(([path]) => path)).toContain('/api/transactions');
  const { item } = await stored(page);
  const bearer = `Bearer ${String(item!['token'])}`;
  const seen = Object.fromEntries(requests);
  expect(seen['/api/login']).toBeUndefined();
  expect(seen['/api/users/me']).toBe(bearer);
  expect(seen['/api/transactions']).toBe(bearer);
  const me = await fetch(`${paydesk.url}/api/users/me`, { headers: { authorization: bearer } });
  expect(await me.json()).toMatchObject({ id: item!['userId'], email: PEOPLE.owner.email });
  expect((await fetch(`${paydesk.url}/api/users/me`)).status).toBe(401);
});

test('another person who signs in elsewhere takes over this tab', async ({ page, context }) => {
  await signIn(page, PEOPLE.owner);
  await page.goto('/transactions');
  await expect(page.getByText('Merchant Console')).toBeVisible();
  const other = await context.newPage();
  await other.goto('/help');
  await forget(context, other);
  await expect(loginButton(page), 'nothing of the first is left').toBeVisible();
  await other.goto('/login');
  await fillLogin(other, PEOPLE.staff.email);
  await expect(page.getByText('Back Office', { exact: true }).first()).toBeVisible();
});
