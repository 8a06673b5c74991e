import type { Page } from '@playwright/test';
import { expect, test } from './server.ts';
import { shiftsOf, watchShifts } from './shifts.ts';
import { callAs, EACH_ROLE, PEOPLE, signIn } from './support.ts';

const BANNER =
  'This console is available only until 31.12.2021. Please use the new business portal.';

/** The links of the side menu in their order, every group opened. */
const STAFF = `
  Dashboard | Reviews | Approvals | Merchants | Customers
  | Transactions | Orders | Purchases | Recurring Payments | Payment Links | Disputes
  | Loans | Loan Refunds | Credit Orders | Credit Offers | Authentications | Signatures
  | Screening | Rules | Rule Results | BIN Ranges
  | Financing Institutions | Financing Products
  | Delivery Companies | Delivery Methods | Delivery Merchants
  | Announcements | Customer Announcements | Users | Permissions | Roles | Approval Thresholds
  | Audit Logs | Exchange Logs | SOAP Logs | 3DS Logs | Task Executions | Undelivered Messages
  | Installation | System | Meta Data | Provider Keys | Integration Documentation | Single sign-on`;

const MENUS = {
  staff: STAFF,
  technical: STAFF.replace(/ \| (?:Installation|Single sign-on)\b/g, ''),
  owner: `
    Dashboard | Transactions | Recurring Payments | Orders | Payment Links | Loans
    | Employees | Shipping Methods | Widgets | Business Profile
    | Certificates | Exchange Logs | Integration Documentation`,
  operator: `
    Dashboard | Transactions | Orders | Payment Links | Loans | Employees | Shipping Methods
    | Widgets | Business Profile | Integration Documentation`,
};

const CONSOLE = {
  staff: 'Back Office',
  technical: 'Back Office',
  owner: 'Merchant Console',
  operator: 'Merchant Console',
} as const;

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Main' });

for (const who of EACH_ROLE)
  test(`SH-01, SH-09, SH-21 the console and the menu of ${PEOPLE[who].userRole}`, async ({
    page,
  }) => {
    await signIn(page, PEOPLE[who]);
    await page.goto('/help');
    await expect(page.getByRole('banner').getByText(CONSOLE[who], { exact: true })).toBeVisible();
    const menu = menuOf(page);
    await expect(menu.getByRole('link', { name: 'Transactions' })).toBeVisible();
    for (const group of await menu
      .getByRole('button', { expanded: false })
      .all()
      .then((all) => all.reverse()))
      await group.click();
    // behind some stands how many wait there, of which some lead to these alone
    await expect(menu.getByRole('link').filter({ hasText: /[a-z]/i })).toHaveText(
      MENUS[who].split('|').map((label) => new RegExp(`^${label.trim()}\\d*$`)),
    );
  });

test('staff’s menu stands on 900 pixels, and is as they left it: groups, and favourites', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, PEOPLE.staff);
  await page.goto('/rules-evaluation-results');
  const menu = menuOf(page);
  const group = (name: string) => menu.getByRole('button', { name, exact: true });
  await expect(group('Payments')).toHaveAttribute('aria-expanded', 'true');
  // the group that the reader is in is open; closed by hand it says so, and shows none of its own
  await expect(group('Risk')).toHaveAttribute('aria-expanded', 'true');
  await expect(group('Partners')).toHaveAttribute('aria-expanded', 'false');
  const here = menu.locator('a[aria-current]');
  await expect(here).toHaveText(['Rule Results']);
  await group('Risk').click();
  await expect(menu.getByRole('link', { name: 'BIN Ranges' })).toBeHidden();
  await expect(here).toHaveCount(0);
  await expect(group('Risk')).toHaveAttribute('aria-current', 'true');
  await group('Risk').click();
  await group('Logs').click();
  await page.getByRole('button', { name: 'Add Rule Results to favourites' }).click();
  await page.reload();
  await expect(menu.getByRole('link').first()).toHaveText('Rule Results');
  await expect(menu.getByRole('heading', { name: 'Favourites' })).toBeVisible();
  // what is open is lit wherever it stands: where it was put, and in its group, which marks it
  await expect(here).toHaveText(['Rule Results', 'Rule Results']);
  const marked = menu.locator('[data-starred]');
  await expect(marked).toHaveText(['Rule Results']);
  await expect(marked).toHaveAccessibleName('Rule Results');
  await expect(marked).toHaveAccessibleDescription('One of your favourites');
  await expect(menu.getByRole('link', { name: 'BIN Ranges' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'SOAP Logs' })).toBeVisible();
  // where the reader is, is no place for Tab to begin at
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.getByRole('button', { name: 'Collapse menu' }).click();
  // its group’s sign is others’ too
  await expect(menu.getByRole('link').first().locator('[aria-hidden]')).toHaveText('Ru');
  await expect(menu.getByRole('link').first()).toHaveAttribute('aria-current', 'page');
  await expect(group('Risk')).toHaveAttribute('aria-current', 'true');
  await expect(group('Payments')).not.toHaveAttribute('aria-current');
  // a group opens beside its sign, and the menu stays folded
  await expect(group('Lending')).toHaveAttribute('aria-expanded', 'false');
  await group('Lending').click();
  const lending = page.getByRole('dialog', { name: 'Lending' });
  await expect(lending.getByRole('link').first()).toBeFocused();
  await expect(group('Lending')).toHaveAttribute('aria-expanded', 'true');
  await group('Lending').click();
  await expect(lending).toHaveCount(0);
  await group('Lending').press('Enter');
  await expect(lending.getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(lending).toHaveCount(0);
  await expect(group('Lending')).toBeFocused();
  await group('Lending').click();
  await lending.getByRole('link', { name: 'Credit Orders' }).click();
  await expect(page).toHaveURL('/financing/credit-orders');
  await expect(lending).toHaveCount(0);
  await expect(group('Lending')).toHaveAttribute('aria-current', 'true');
  await page.goBack();
  await page.getByRole('button', { name: 'Expand menu' }).click();
  await group('Logs').click();
  const over = () => menu.evaluate((nav) => nav.scrollHeight - nav.clientHeight);
  expect(await over(), 'one more group open, a favourite, and no scrolling').toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1024, height: 700 });
  await group('Risk').click();
  expect(await over(), 'a low screen, a favourite, and no scrolling').toBeLessThanOrEqual(0);

  await group('Payments').click();
  await page.getByRole('button', { name: 'Remove Rule Results from favourites' }).click();
  await expect(menu.getByRole('heading', { name: 'Favourites' })).toBeHidden();
  await expect(marked).toHaveCount(0);
  await page.goto('/soap-logs');
  await expect(group('Payments')).toHaveAttribute('aria-expanded', 'false');
  await expect(menu.getByRole('link', { name: 'Transactions' })).toBeHidden();
});

test('a list’s filters and order stay with its favourite, under a name, and it is lit where exactly that is open', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, PEOPLE.technical);
  await page.goto('/transactions?f_status=DECLINED&f_date=last7days');
  const menu = menuOf(page);
  const here = menu.locator('a[aria-current]');
  const favourite = menu.getByRole('link', { name: 'Transactions: Refused this week' });
  await page.getByRole('button', { name: /^Add ‘Transactions: Declined, last 7 days’/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Add to favourites' });
  await expect(dialog.getByLabel('Name')).toHaveValue('Declined, last 7 days');
  // the tab says so as well: several of one list are told apart
  await expect(page).toHaveTitle('Transactions · Declined, last 7 days · Paydesk');
  await dialog.getByLabel('Name').fill('Refused this week');
  await dialog.getByRole('button', { name: 'Add to favourites' }).click();
  await expect(here).toHaveText(['Transactions: Refused this week', 'Transactions']);
  await expect(page.getByRole('button', { name: 'Refused this week', exact: true })).toBeVisible();
  await expect(page).toHaveTitle('Transactions · Refused this week · Paydesk');
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(here).toHaveText(['Transactions']);
  await expect(page).toHaveTitle('Transactions · Paydesk');
  // the screen as it comes is another favourite
  await page.getByRole('button', { name: 'Add Transactions to favourites' }).click();
  await expect(here).toHaveText(['Transactions', 'Transactions']);
  await page.goto('/orders');
  await favourite.click();
  await expect(page).toHaveURL('/transactions?f_status=DECLINED&f_date=last7days');
  // that the other one is a favourite too lights it no more
  await expect(here).toHaveText(['Transactions: Refused this week', 'Transactions']);
  // the browser keeps neither its name nor its filters
  const kept = await page.evaluate(() => localStorage.getItem('paydesk.menu'));
  expect(kept).not.toMatch(/Refused|DECLINED/);
  await page.getByRole('button', { name: 'Refused this week', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click();
  await expect(here).toHaveText(['Transactions', 'Transactions']);
  await expect(menu.getByRole('link', { name: /Refused/ })).toHaveCount(0);

  // what is opened above pushes nothing out of sight, and closes nothing
  await page.goto('/soap-logs');
  const soap = menu.getByRole('link', { name: 'SOAP Logs' });
  for (const name of ['Lending', 'Risk', 'Partners']) {
    const group = menu.getByRole('button', { name, exact: true });
    await group.click();
    await expect(soap).toBeInViewport({ ratio: 1 });
    await expect(group).toBeInViewport({ ratio: 1 });
  }
  await expect(menu.getByRole('button', { name: 'Logs' })).toHaveAttribute('aria-expanded', 'true');
});

test('staff’s menu says how many wait in a queue, as Home counts them; a merchant’s says nothing', async ({
  page,
  browser,
}) => {
  await signIn(page, PEOPLE.staff);
  const reviews = menuOf(page).getByRole('link', { name: 'Reviews', exact: true });
  await page.goto('/orders');
  await expect(reviews).toHaveText(/\d/);
  await expect(page.locator('tbody tr[data-href]').first()).toBeVisible();
  const late = await page.evaluate(() => {
    const [counts, list] = ['/api/reports/waiting', '/api/orders'].map(
      (path) =>
        performance
          .getEntriesByType('resource')
          .find(({ name }) => new URL(name).pathname === path) as PerformanceResourceTiming,
    );
    return counts!.startTime - list!.responseEnd;
  });
  expect(late, 'as soon as the first screen has what it asked for').toBeLessThan(1500);
  await page.goto('/business-days');
  const waits = page.getByRole('region', { name: 'Needs your attention' });
  await expect(waits.getByRole('link', { name: /payments? in review/ })).toBeVisible();
  const counts = await waits.getByRole('link').allTextContents();
  // as many as the desk has; the title says of which kinds
  const sum = counts
    .filter((text) => /in review|screening case|second reader/.test(text))
    .reduce((all, text) => all + Number(text.split(' ')[0]!.replace("'", '')), 0);
  expect(sum).toBeGreaterThan(0);
  await expect(reviews).toHaveText(`Reviews${sum}`);
  await expect(reviews).toHaveAccessibleDescription(/^\d+ payments? in review.*screening case/);
  // folded too, and of a group that is closed what its entries have
  const missed = counts.find((text) => text.includes('recurring charge'))!.split(' ')[0]!;
  // a number that is less than its list leads to what it counts, and says it
  const recurring = menuOf(page).getByRole('link', { name: /^[\d']+ recurring charges? missed$/ });
  await expect(recurring).toHaveText(missed);
  const lending = menuOf(page).getByRole('button', { name: 'Lending', exact: true });
  const refunds = counts.find((text) => text.includes('loan refund'))!.split(' ')[0];
  await expect(lending.getByText(refunds!)).toBeVisible();
  await expect(lending).toHaveAccessibleDescription(/^[\d']+ loan refunds? waiting$/);
  const disputes = counts.find((text) => /disputes? to answer/.test(text))!;
  await expect(menuOf(page).getByRole('link', { name: disputes, exact: true })).toHaveAttribute(
    'href',
    '/disputes?f_status=OPEN',
  );
  // a favourite has its number where it stands by itself, and not in its group as well
  await recurring.locator('xpath=preceding-sibling::a').click();
  await page.getByRole('button', { name: 'Add Recurring Payments to favourites' }).click();
  await expect(recurring).toHaveCount(1);
  await expect(menuOf(page).locator('[data-starred]')).toHaveText(['Recurring Payments']);
  await page.getByRole('button', { name: 'Collapse menu' }).click();
  await expect(reviews.getByText(String(sum))).toBeVisible();
  await expect(lending.getByText(refunds!)).toBeVisible();
  await page.getByRole('button', { name: 'Expand menu' }).click();
  await recurring.click();
  await expect(page).toHaveURL('/recurring-dues?f_status=MISSED');
  // on a phone nobody points at a number: its words stand there
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Open menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect(drawer.getByText(disputes, { exact: true })).toBeVisible();
  await expect(drawer.getByText(/^\d+ payments? in review.*screening case/)).toBeVisible();
  await expect(drawer.getByText(/^[\d']+ loan refunds? waiting$/)).toBeVisible();
  await page.keyboard.press('Escape');
  const other = await browser.newPage();
  const asked: string[] = [];
  await signIn(other, PEOPLE.owner);
  other.on('request', (request) => asked.push(request.url()));
  await other.goto('/orders');
  await expect(other.getByRole('heading', { name: 'Orders' })).toBeVisible();
  await other.waitForTimeout(2500);
  expect(asked.filter((url) => url.includes('/reports/waiting'))).toEqual([]);
});

test('on a phone what a screen says at the first visit leaves the buttons at its foot free', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, PEOPLE.staff);
  await page.addInitScript(() => localStorage.removeItem('paydesk.visited'));
  await page.goto('/reviews');
  const line = page.getByRole('note', { name: 'What this screen is for' });
  const decide = page.getByRole('region', { name: 'Your decision' }).getByRole('button').first();
  await expect(decide).toBeVisible();
  // on a phone it would lie on the case that is to be read
  await expect(line).toBeHidden();
  // where the screen scrolls beside the menu, the buttons stay at the lower edge of the window
  await page.setViewportSize({ width: 1024, height: 900 });
  await page.goto('/reviews');
  await expect(line).toBeVisible();
  await expect(async () => {
    const [hint, buttons] = [(await line.boundingBox())!, (await decide.boundingBox())!];
    expect(900 - buttons.y - buttons.height).toBeLessThanOrEqual(12);
    expect(hint.y + hint.height).toBeLessThanOrEqual(buttons.y);
  }).toPass();
});

test('a screen says at the first visit what it is for, once, and moves nothing by it', async ({
  page,
}) => {
  await signIn(page, PEOPLE.operator);
  // as in a browser that nobody has worked in
  await page.addInitScript(() => {
    if (sessionStorage.getItem('emptied')) return;
    sessionStorage.setItem('emptied', 'yes');
    localStorage.removeItem('paydesk.visited');
  });
  await watchShifts(page);
  const line = page.getByRole('note', { name: 'What this screen is for' });
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(width > 400 ? '/orders' : '/widgets');
    await expect(line).toBeVisible();
    await expect(page.locator('[data-coming]')).toHaveCount(0);
    const { total, moved } = await shiftsOf(page);
    expect(total, moved.join('\n')).toBeLessThan(0.05);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/orders');
  await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible();
  await expect(line, 'once').toHaveCount(0);
  // nothing is told of what somebody may not open
  await page.goto('/merchants');
  await expect(
    page.getByRole('heading', { name: 'You are not allowed to see this page.' }),
  ).toBeVisible();
  await expect(line).toHaveCount(0);
  await page.goto('/orders');
  const menu = menuOf(page);
  await menu.getByRole('link', { name: 'Transactions' }).click();
  await expect(line).toContainText('Payments and refunds.');
  await page.getByRole('button', { name: 'Hide this hint' }).click();
  await expect(line).toHaveCount(0);
  await menu.getByRole('link', { name: 'Shipping Methods' }).click();
  await expect(line).toContainText('How you ship');
  // by itself, for who reads on
  await menu.getByRole('link', { name: 'Transactions' }).click();
  await expect(page.getByRole('heading', { name: 'Transactions' })).toBeVisible();
  await expect(line).toHaveCount(0);
  await menu.getByRole('link', { name: 'Payment Links' }).click();
  await expect(line).toBeVisible();
  await page.getByRole('button', { name: /Profile of/ }).click();
  await page.getByRole('checkbox', { name: 'Hints at a first visit' }).uncheck();
  await page.keyboard.press('Escape');
  await menu.getByRole('link', { name: 'Loans' }).click();
  await expect(page.getByRole('heading', { name: 'Loans' })).toBeVisible();
  await expect(page.locator('[data-coming]')).toHaveCount(0);
  await expect(line).toHaveCount(0);
});

test('on a phone the line of a first visit stands below the whole list and covers nothing of it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, PEOPLE.staff);
  await page.addInitScript(() => localStorage.removeItem('paydesk.visited'));
  await page.goto('/orders');
  const line = page.getByRole('note', { name: 'What this screen is for' });
  await expect(line).toContainText('What was bought');
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('Next');
  await expect(page.locator('[data-coming]')).toHaveCount(0);
  // both at once, wherever the list has come to by then
  const [end, hint] = await page.evaluate(() => [
    document.querySelector('nav[aria-label=Pages]')!.getBoundingClientRect().bottom,
    document.querySelector('[role=note]')!.getBoundingClientRect().top,
  ]);
  expect(end!).toBeLessThanOrEqual(hint!);
});

test('where the line of a first visit stands over a screen it goes as soon as the screen is used', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 844 });
  await signIn(page, PEOPLE.staff);
  await page.addInitScript(() => localStorage.removeItem('paydesk.visited'));
  const line = page.getByRole('note', { name: 'What this screen is for' });
  for (const use of [
    async () => {
      await page.getByRole('heading', { name: 'Orders' }).hover();
      await page.mouse.wheel(0, 200);
    },
    () => page.getByRole('heading', { name: 'Orders' }).click(),
    () => page.keyboard.press('Tab'),
  ]) {
    await page.goto('/orders');
    await expect(line).toBeVisible();
    await use();
    await expect(line).toHaveCount(0);
  }
});

test('SH-10..13, SH-27 the menu leads to the dashboard and the payments', async ({ page }) => {
  await signIn(page, PEOPLE.owner);
  await page.goto('/help');
  await follow(page, 'Dashboard', '/business-days', ['Business Days']);
  const above = 'Payment Information';
  await follow(page, 'Transactions', '/transactions', [above, 'Transactions']);
  await follow(page, 'Recurring Payments', '/recurring', [above, 'Recurring Payments']);
  await follow(page, 'Orders', '/orders', [above, 'Orders']);
});

test('SH-14..18, SH-19, SH-20 the menu leads to the settings and to what developers need', async ({
  page,
}) => {
  await signIn(page, PEOPLE.owner);
  await page.goto('/help');
  await follow(page, 'Employees', '/merchant-employees', ['Settings', 'Employees']);
  await follow(page, 'Shipping Methods', '/shipping-methods', ['Settings', 'Shipping Methods']);
  await follow(page, 'Widgets', '/widgets', ['Settings', 'Widgets']);
  await follow(page, 'Business Profile', '/merchant', ['Settings']);
  await follow(page, 'Certificates', '/certs', ['Developers', 'Certificates']);
  await follow(page, 'Exchange Logs', '/exchange-logs', [
    'Developers',
    'Exchange Requests And Responses',
  ]);
  await follow(page, 'Integration Documentation', '/documentation', [
    'Developers',
    'Integration Documentation',
  ]);
});

async function follow(page: Page, label: string, path: string, crumbs: string[]): Promise<void> {
  const link = menuOf(page).getByRole('link', { name: label, exact: true });
  await link.click();
  await expect(page).toHaveURL(path);
  await expect(link).toHaveAttribute('aria-current', 'page');
  const listed = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('listitem');
  await expect(listed).toHaveText(crumbs);
}

test('SH-02, SH-03, SH-07 AM-49 banner, footer and the way past them on the login and on inner pages', async ({
  page,
}) => {
  const banner = page.getByRole('complementary', { name: 'Availability' });
  const around = async (address: string) => {
    await page.goto(address);
    await expect(banner, address).toHaveText(BANNER);
    await expect(page.getByRole('contentinfo')).toContainText('© 2019');
    const stop = page.locator('a[href], button, input').first();
    await expect(stop, `${address}: the first stop of the keyboard`).toHaveText('Skip to content');
  };
  for (const address of ['/login', '/password-recovery', '/register']) await around(address);
  await signIn(page, PEOPLE.owner);
  for (const address of ['/transactions', '/orders', '/merchant', '/screening', '/no-such-page'])
    await around(address);
  const pointer = banner.getByRole('link', { name: 'business portal' });
  await expect(pointer).toHaveAttribute('href', 'https://portal.paydesk.test');
  await expect(pointer).toHaveAttribute('rel', /noopener/);
});

test('SH-22..25, SH-28 the avatar, the card behind it and the account', async ({
  page,
  paydesk,
}) => {
  const me = await callAs<Record<string, unknown>>(paydesk, PEOPLE.owner, '/api/users/me');
  expect(me).toMatchObject({
    email: 'owner@amber.test',
    firstName: 'Anna',
    lastName: 'Ozola',
    merchantName: 'Amber & Oak',
  });
  await signIn(page, PEOPLE.owner);
  await page.goto('/help');
  const avatar = page.getByRole('banner').getByRole('button', { name: 'Profile of Anna Ozola' });
  await expect(avatar).toHaveText('AO');
  const card = page.getByRole('dialog', { name: 'Profile' });
  await expect(card).toBeHidden();
  await avatar.click();
  await expect(card).toContainText('Anna Ozola');
  await expect(card).toContainText('owner@amber.test');
  await expect(card).toContainText('Merchant Administrator · Amber & Oak');
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await expect(avatar).toBeFocused();
  await page.keyboard.press('Enter');
  await card.getByRole('link', { name: 'Account' }).click();
  await expect(page).toHaveURL('/profile');
  await expect(card).toBeHidden();
});

const NAMED = ['primary', 'secondary', 'accent', 'error', 'warning', 'info', 'success'];

test('SH-30 seven named colours in a light and a dark set; the choice is remembered', async ({
  page,
  context,
}) => {
  const colours = () =>
    page.evaluate((names) => {
      const style = getComputedStyle(document.documentElement);
      return names.map((name) => [
        style.getPropertyValue(`--${name}`).trim(),
        style.getPropertyValue(`--mantine-color-${name}-filled`).trim(),
      ]);
    }, NAMED);
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/login');
  const light = await colours();
  expect(await ground()).toBe('rgb(246, 247, 249)');
  for (const [token, filled] of light) {
    expect(token).toMatch(/^#[0-9a-f]{6}$/);
    expect(filled).not.toBe('');
  }
  expect(new Set(light.map(([token]) => token)).size).toBe(7);

  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  await expect.poll(ground).toBe('rgb(15, 19, 27)');
  const dark = await colours();
  for (const [at, [token]] of dark.entries()) {
    expect(token).toMatch(/^#[0-9a-f]{6}$/);
    expect(token).not.toBe(light[at]![0]);
  }
  await page.reload();
  expect(await ground(), 'from the first paint on').toBe('rgb(15, 19, 27)');
  await expect(page.getByRole('button', { name: 'Switch to light theme' })).toBeVisible();

  // a sign-in does not forget it, a new tab knows it, the system's own choice is a choice too
  await signIn(page, PEOPLE.owner);
  const other = await context.newPage();
  await other.emulateMedia({ colorScheme: 'light' });
  await other.goto('/help');
  await expect(other.getByRole('button', { name: 'Switch to light theme' })).toBeVisible();
  await other.getByRole('button', { name: /Profile of/ }).click();
  await other.getByRole('radio', { name: 'System' }).check({ force: true });
  await expect(other.getByRole('radio', { name: 'System' })).toBeChecked();
  await expect
    .poll(() => other.evaluate(() => getComputedStyle(document.body).backgroundColor))
    .toBe('rgb(246, 247, 249)');
});

test('on a phone the menu is a drawer, on a desk it folds to icons and stays so', async ({
  page,
}) => {
  // signs out at its end
  await signIn(page, PEOPLE.owner, { fresh: true });
  await page.goto('/help');
  await page.getByRole('button', { name: 'Collapse menu' }).click();
  const entry = menuOf(page).getByRole('link', { name: 'Transactions' });
  const width = () => menuOf(page).evaluate((nav) => nav.getBoundingClientRect().width);
  await expect.poll(width).toBeLessThan(80);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Expand menu' })).toBeVisible();
  await expect.poll(width).toBeLessThan(80);
  await entry.click();
  await expect(page).toHaveURL('/transactions');

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(menuOf(page)).toBeHidden();
  await page.getByRole('button', { name: 'Open menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect(drawer.getByRole('heading', { name: 'Menu' })).toBeVisible();
  await drawer.getByRole('link', { name: 'Orders' }).click();
  await expect(page).toHaveURL('/orders');
  await expect(drawer).toBeHidden();

  // its favourites, and who is there
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
  const opens = page.getByRole('button', { name: 'Open menu' });
  await opens.click();
  // where it is cut, its last row fades
  await page.setViewportSize({ width: 390, height: 560 });
  const cut = drawer.getByRole('navigation', { name: 'Main' });
  await expect
    .poll(() => cut.evaluate((nav) => nav.scrollHeight - nav.clientHeight))
    .toBeGreaterThan(0);
  expect(await cut.evaluate((nav) => getComputedStyle(nav, '::after').position)).toBe('sticky');
  await page.setViewportSize({ width: 390, height: 844 });
  await drawer.getByRole('button', { name: 'Add this screen to favourites' }).click();
  await expect(drawer.getByRole('link').first()).toHaveText('Orders');
  await drawer.getByRole('button', { name: 'Remove this screen from favourites' }).click();
  await expect(drawer.getByRole('heading', { name: 'Favourites' })).toHaveCount(0);
  await drawer.getByRole('link', { name: 'owner@amber.test' }).click();
  await expect(page).toHaveURL('/profile');
  await opens.click();
  await drawer.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
});

test('API-152, API-153 version and commit of the build are there for anybody', async ({
  request,
}) => {
  for (const [file, fields] of [
    ['version', ['date', 'version', 'profiles']],
    ['commit', ['date', 'message', 'profiles']],
  ] as const) {
    const answer = await request.get(`/${file}.json`);
    expect(answer.headers()['content-type']).toContain('application/json');
    const content = (await answer.json()) as Record<string, unknown>;
    for (const field of fields) expect(content[field], `${file} ${field}`).toBeTruthy();
  }
});

/** The browser has painted something. */
const painted = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => performance.getEntriesByName('first-paint').length))
    .toBe(1);

test('a shell stands at once on a slow line, before any script or sheet has come, and the real one takes its place', async ({
  page,
}) => {
  const { promise: mayCome, resolve: come } = Promise.withResolvers<void>();
  const files = /\/[^/?]+\.(js|css|woff2)(\?|$)/;
  await page.route(files, async (route) => {
    await mayCome;
    await route.continue();
  });
  await watchShifts(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const bar = page.locator('.frame-top');
  const menu = page.locator('.frame-side');

  // nobody is signed in: the page in the dark, and no menu that would go away again
  await page.goto('/login', { waitUntil: 'commit' });
  await painted(page);
  await expect(page.locator('.frame-banner')).toBeVisible();
  await expect(bar).toBeHidden();
  await page.goto('/transactions', { waitUntil: 'commit' });
  await painted(page);
  await expect(bar).toBeHidden();

  await signIn(page, PEOPLE.owner);
  await page.goto('/transactions', { waitUntil: 'commit' });
  await painted(page);
  const ground = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await ground('html')).toBe('rgb(15, 19, 27)');
  expect(await ground('#frame')).toBe('rgb(15, 19, 27)');
  expect(await ground('.frame-top')).toBe('rgb(23, 28, 38)');
  const places = await Promise.all([bar.boundingBox(), menu.boundingBox()]);
  expect(places.map((box) => box && [box.x, box.y, box.width])).toEqual([
    [0, 32, 1440],
    [0, 84, 232],
  ]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(menu).toBeHidden();
  await expect(bar).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });

  // a page without a menu, whoever is signed in
  await page.goto('/password-recovery', { waitUntil: 'commit' });
  await painted(page);
  await expect(bar).toBeHidden();

  await page.evaluate(() => localStorage.setItem('paydesk.colorScheme', 'light'));
  await page.goto('/transactions', { waitUntil: 'commit' });
  await painted(page);
  expect(await ground('html')).toBe('rgb(246, 247, 249)');
  come();
  await expect(page.getByRole('table', { name: 'Transactions' })).toBeVisible();
  await expect(page.locator('#frame')).toHaveCount(0);
  const real = await Promise.all([
    page.getByRole('banner').boundingBox(),
    page.getByRole('navigation', { name: 'Main' }).boundingBox(),
  ]);
  expect(real.map((box) => box && [box.x, box.y, box.width])).toEqual([
    [0, 32, 1440],
    [0, 84, 232],
  ]);
  expect((await shiftsOf(page)).total).toBeLessThan(0.05);
});
