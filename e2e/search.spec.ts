import { randomUUID } from 'node:crypto';
import { insertCustomer } from '../apps/server/src/seed/factories.ts';
import { insertOrder } from '../apps/server/src/seed/factories/orders.ts';
import { handOn, refundBy } from './hand.ts';
import { expect, test } from './server.ts';
import { insertTransaction, onDatabase, PEOPLE, signIn } from './support.ts';

test('a complaint to its refund by what the payer says, from last four, amount and day in four clicks', async ({
  page,
  paydesk,
}) => {
  const { id } = await insertTransaction(paydesk, {
    cardPan: '511111******7316',
    amountCents: 41_23n,
    status: 'SUCCESS',
  });
  // its session is ended below, which others' is not
  await signIn(page, PEOPLE.staff, { fresh: true });
  await page.goto('/');
  const hand = handOn(page);
  await refundBy(hand, { amount: '41.23', card: '7316', day: 'today' });
  await expect(page).toHaveURL(`/transactions/${id}`);
  expect(hand.count.clicks).toBe(4);
  await page.goBack();
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'Refund this payment' });
  await expect(dialog, 'the question is asked once').toHaveCount(0);

  // what was opened for a while stands first, and what may be begun by this person alone
  const kept = () => page.evaluate(() => sessionStorage.getItem('paydesk.recent'));
  await expect.poll(kept).toContain('41.23 EUR');
  await page.keyboard.press('Control+k');
  const box = page.getByRole('dialog', { name: 'Search' });
  // before it what its own screen offers now
  await expect(
    box.getByRole('group', { name: '41.23 EUR payment' }).getByText('Receipt (PDF)'),
  ).toBeVisible();
  // one amount is told from another by whose it is and its day: here a card that is nobody’s
  await expect(
    box.getByRole('group', { name: 'Recent' }).getByRole('option').first(),
  ).toContainText(/41\.23 EUR.*•• 7316, \d\d\.\d\d\.\d{4} \d\d:\d\d/);
  await expect(box.getByRole('option', { name: 'Invite user', exact: true })).toBeVisible();
  await expect(box.getByRole('option', { name: 'New payment link' })).toHaveCount(0);

  // a tab that is opened later has them too, of which the browser keeps nothing but where they are
  const inBrowser = () => page.evaluate(() => localStorage.getItem('paydesk.recent'));
  expect(await inBrowser()).toMatch(/^\{"userId":"[\da-f-]{36}","paths":\["[\w/",-]+"\]\}$/);
  const later = await page.context().newPage();
  await later.goto('/profile');
  await expect(later.getByRole('button', { name: 'Search' })).toBeVisible();
  await later.keyboard.press('Control+k');
  const again = later.getByRole('group', { name: 'Recent' }).getByRole('option').first();
  await expect(again).toContainText(/41\.23 EUR.*•• 7316/);
  await later.keyboard.press('Escape');

  // who signs out leaves none of it, in either tab
  await later.getByRole('button', { name: /Profile of/ }).click();
  await later
    .getByRole('dialog', { name: 'Profile' })
    .getByRole('button', { name: 'Sign out' })
    .click();
  await expect.poll(inBrowser).toBeNull();
  await expect.poll(kept).toBeNull();
});

test('what is to be refunded is a payment that was taken first, and words are of whoever is called so', async ({
  page,
  paydesk,
}) => {
  await insertTransaction(paydesk, { amountCents: 77_31n, status: 'SUCCESS' });
  await insertTransaction(paydesk, { amountCents: 77_31n, status: 'DECLINED' });
  await signIn(page, PEOPLE.staff);
  await page.goto('/profile');
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const box = page.getByRole('dialog', { name: 'Search' });
  await page.keyboard.type('refund 77.31');
  const [first, other] = [0, 1].map((at) => box.getByRole('option').nth(at));
  await expect(first!).toHaveText(/^Refund 77\.31 EUR.*Success/);
  await expect(other!).toHaveText(/^77\.31 EUR.*this one is declined.*Declined/);
  await expect(box.getByText('Refund a payment, the newest first')).toBeVisible();
  await expect(box.getByText('Refund: not possible')).toBeVisible();
  // what was typed is marked in what was found
  await expect(first!.locator('mark')).toHaveText('77.31');
  // alone it is of no payment: nothing is one Enter away from money that nobody named
  await box.getByRole('combobox').fill('refund');
  await expect(box.getByRole('status')).toHaveText(
    'Say which payment: its amount, its card or its payer, as in ‘refund 43.99 6017’.',
  );
  await expect(box.getByRole('option', { name: /^Refund \d/ })).toHaveCount(0);
  await expect(box.getByRole('option').first()).toHaveText('Refund a payment…');
  // below what is to be said yet, not under it
  const [line, group] = await Promise.all([
    box.getByRole('status').boundingBox(),
    box.getByText('Commands', { exact: true }).boundingBox(),
  ]);
  expect(group!.y).toBeGreaterThanOrEqual(line!.y + line!.height);
  for (const [typed, name] of [
    ['block', 'Block a customer…'],
    ['unblock', 'Activate a customer…'],
    ['amber failed', 'Transactions: Failed, merchant ‘Amber & Oak’'],
    ['> 5000', "Transactions: over 5'000.00"],
    ['missed', 'Charges Due: Missed'],
    ['open cases', 'Screening Cases: Open'],
    [
      'successful payments yesterday amber',
      'Transactions: Success, yesterday, merchant ‘Amber & Oak’',
    ],
    ['pending orders amber', 'Orders: Pending, merchant ‘Amber & Oak’'],
    ['refnud', 'Refund a payment…'],
  ] as const) {
    await box.getByRole('combobox').fill(typed);
    await expect(box.getByRole('option').first(), typed).toHaveText(name);
  }
  // a verb that is a letter off beside what it is of: what was meant is looked for
  await box.getByRole('combobox').fill('refnud 77.31');
  await expect(box.getByText('Did you mean', { exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(box.getByRole('combobox')).toHaveValue('refund 77.31');
  await expect(first!).toHaveText(/^Refund 77\.31 EUR/);
  await box.getByRole('combobox').fill('refund requests');
  await expect(box.getByRole('option').first()).toHaveText('Loan Refunds');
  await box.getByRole('combobox').fill('ozola');
  await expect(box.getByText(/^Customers · 5 of \d+\+?$/)).toBeVisible();
  const found = await box.innerText();
  const [people, paid] = [/^Customers · /m, /^Transactions( · |$)/m].map((group) =>
    found.search(group),
  );
  expect(people).toBeLessThan(paid!);
  await page.keyboard.press('Escape');
});

test('a part of an address is a customer’s before it is on their order', async ({
  page,
  paydesk,
}) => {
  const email = 'maret.tamme.1701@mail.test';
  const { id } = await onDatabase(paydesk, async (pool) => {
    const merchant = await pool.query<{ id: string }>(
      `select id from merchants where name = 'Amber & Oak'`,
    );
    await insertOrder(pool, { merchantId: merchant.rows[0]!.id, customerEmail: email });
    return insertCustomer(pool, { email });
  });
  await signIn(page, PEOPLE.staff);
  await page.goto('/profile');
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('maret.tamme.1701');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/customers/${id}`);
});

test('the keys: search, a screen, the first filter, and the list of them; none while somebody types', async ({
  page,
}) => {
  await signIn(page, PEOPLE.owner);
  await page.goto('/profile');
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await expect(page).toHaveURL(/\/transactions/);
  await expect(page.getByRole('table', { name: 'Transactions' })).toBeVisible();
  await page.keyboard.press('/');
  const filter = page.getByRole('textbox', { name: /ID/ }).first();
  await expect(filter).toBeFocused();
  await page.keyboard.type('gd?');
  await expect(filter).toHaveValue('gd?');
  await filter.fill('');
  await filter.blur();

  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const main = page.locator('#main');
  const rests = () => main.evaluate((element) => element.closest('[inert]') !== null);
  await expect.poll(rests, 'the page behind a dialog rests').toBe(true);
  await keys.getByRole('checkbox', { name: 'Single letters are shortcuts' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  expect(await rests()).toBe(false);
  await page.keyboard.press('?');
  await expect(keys).toHaveCount(0);

  // what has a modifier stays, and runs commands too
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Search' });
  await box.fill('keyboard');
  await page.keyboard.press('Enter');
  await expect(keys).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await box.fill('no such thing at all');
  await expect(page.getByText(/No results for/)).toBeVisible();
});

test('AM-109 what found nothing says so in a line above where else to look, however long it is', async ({
  page,
}) => {
  await signIn(page, PEOPLE.staff);
  await page.goto('/profile');
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
  for (const text of ['zzqqxx', 'x'.repeat(300)]) {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).fill(text);
    const none = page.getByText(/No results for/);
    await expect(none).toBeVisible();
    const further = page.getByText('Look further', { exact: true });
    await expect(async () => {
      const [said, below] = [(await none.boundingBox())!, (await further.boundingBox())!];
      expect(below.y).toBeGreaterThanOrEqual(said.y + said.height);
    }).toPass({ timeout: 5000 });
    const dialog = page.getByRole('dialog');
    const [wide, seen] = await dialog
      .getByRole('listbox')
      .evaluate((list) => [list.scrollWidth, list.clientWidth]);
    expect(wide).toBe(seen);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
});

test('the box keeps its place and its order while records arrive', async ({ page }) => {
  await signIn(page, PEOPLE.staff);
  await page.goto('/profile');
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
  const held = Promise.withResolvers<undefined>();
  await page.route('**/api/search?*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await dialog.getByRole('combobox', { name: 'Search' }).fill('an');
  const option = dialog.getByRole('option', { name: 'Transactions', exact: true });
  await expect(option).toBeVisible();
  await page.keyboard.press('ArrowDown');
  const chosen = dialog.locator('[role=option][data-combobox-selected]');
  const before = [await dialog.boundingBox(), await option.boundingBox(), await chosen.innerText()];
  const options = await dialog.getByRole('option').count();
  held.resolve(undefined);
  await expect.poll(() => dialog.getByRole('option').count()).toBeGreaterThan(options);
  const after = [await dialog.boundingBox(), await option.boundingBox(), await chosen.innerText()];
  expect(after).toEqual(before);
});

test('what is typed before the box is there stands in it and presses nothing else, whether its code is late or not', async ({
  page,
}) => {
  await signIn(page, PEOPLE.staff);
  const held = Promise.withResolvers<undefined>();
  await page.route('**/assets/Palette-*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/screening-results');
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
  const box = page.getByRole('combobox', { name: 'Search' });
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  // whoever thinks better of it is asked for nothing once it comes
  await page.keyboard.press('Control+k');
  await page.keyboard.type('gd');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('gd?n');
  await page.keyboard.press('Backspace');
  held.resolve(undefined);
  await expect(box).toHaveValue('gd?');
  await expect(box).toBeFocused();
  await page.keyboard.type('!');
  await expect(box).toHaveValue('gd?!');
  await expect(keys).toHaveCount(0);
  await expect(page).toHaveURL(/screening-results/);
  await page.keyboard.press('Escape');
  await expect(box).toHaveCount(0);

  // its code is there: in one breath, and Enter with it
  await page.keyboard.press('Control+k');
  await page.keyboard.type('refund 43.99');
  await expect(box).toHaveValue('refund 43.99');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('keyboard');
  await page.keyboard.press('Enter');
  await expect(keys).toBeVisible();
});

test('of a number the record stands first, and Enter waits for it', async ({ page }) => {
  await signIn(page, PEOPLE.staff);
  await page.goto('/profile');
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
  const held = Promise.withResolvers<undefined>();
  const order = randomUUID();
  await page.route('**/api/search?*', async (route) => {
    await held.promise;
    const { q } = Object.fromEntries(new URL(route.request().url()).searchParams);
    const found = { kind: 'order', id: order, title: `Order ${q}`, detail: null, status: null };
    await route.fulfill({ json: [found] });
  });
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  // a screen is named so as well
  await dialog.getByRole('combobox', { name: 'Search' }).fill('3D');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('option')).toHaveCount(0);
  held.resolve(undefined);
  await expect(page).toHaveURL(`/order/${order}`);
  await page.keyboard.press('Control+k');
  await dialog.getByRole('combobox', { name: 'Search' }).fill('3DS');
  await expect(dialog.getByRole('option').first()).toHaveText('Order 3DS');
  await page.keyboard.press('Escape');
});

test('words of a state open the list with its filters, and commands have other names', async ({
  page,
  paydesk,
}) => {
  const { id } = await insertTransaction(paydesk, {
    amountCents: 64_19n,
    status: 'DECLINED',
    description: 'Order QQ-77120, a walnut shelf',
    cardPan: '411111******7120',
  });
  await signIn(page, PEOPLE.staff);
  await page.goto('/profile');
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
  const search = async (text: string) => {
    await page.keyboard.press('Control+k');
    await dialog.getByRole('combobox', { name: 'Search' }).fill(text);
  };
  const dialog = page.getByRole('dialog', { name: 'Search' });
  const offered = (name: string) => dialog.getByRole('option', { name, exact: true });

  await search('declined today');
  await offered('Transactions: Declined, today').click();
  await expect(page).toHaveURL(/\/transactions\?f_status=DECLINED&f_date=\d\d\.\d\d\.\d{4}$/);
  await expect(page.getByRole('table', { name: 'Transactions' })).toContainText('64.19');

  await search('visa declined 64.19');
  await offered('Transactions: Declined, by Visa cards, 64.19').click();
  await expect(page).toHaveURL(/\?f_status=DECLINED&f_cardPan=Visa&f_amount=64\.19$/);
  await expect(page.getByRole('table', { name: 'Transactions' })).toContainText('•• 7120');
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('Card: Visa');

  await search('chargebacks');
  await offered('Disputes').click();
  await expect(page).toHaveURL('/disputes');
  await search('refunds this month');
  await offered('Transactions: Refunds, this month').click();
  await expect(page).toHaveURL(/\?f_type=REFUND,MANUAL_REFUND&f_date=thisMonth$/);

  await page.keyboard.press('Control+k');
  const box = dialog.getByRole('combobox', { name: 'Search' });
  for (const [typed, name] of [
    ['invite', 'Invite user'],
    ['log out', 'Sign out'],
    ['help', 'Keyboard shortcuts'],
    ['help', 'Help'],
    ['settings', 'Profile'],
    ['callback', 'Exchange Logs'],
    ['webhooks', 'Exchange Logs'],
  ] as const) {
    await box.fill(typed);
    await expect(offered(name).first(), typed).toBeVisible();
  }
  // what is to be done is no list
  await box.fill('refund 64.19');
  await expect(dialog.getByRole('option', { name: /^64\.19 EUR/ })).toContainText(
    'this one is declined',
  );
  await expect(dialog.getByRole('option', { name: /^Transactions:/ })).toHaveCount(0);

  // a payment by its own words, and by the end of its id as lists show it
  for (const typed of ['walnut shelf', `…${id.slice(-6)}`]) {
    await box.fill(typed);
    await expect(dialog.getByRole('option', { name: /^64\.19 EUR/ }), typed).toContainText(
      'QQ-77120',
    );
  }
});

test('what more was found than is shown is in its list, and a name typed almost right is asked after', async ({
  page,
  paydesk,
}) => {
  const description = 'Order QQ-77121, a larchwood stool';
  for (let at = 0; at < 7; at++) await insertTransaction(paydesk, { description });
  await signIn(page, PEOPLE.staff);
  await page.goto('/profile');
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  const box = dialog.getByRole('combobox', { name: 'Search' });
  const all = dialog.getByRole('option', { name: 'See all in Transactions: larchwood' });
  await box.fill('larchwood');
  await expect(dialog.getByRole('option', { name: /QQ-77121/ })).toHaveCount(5);
  await all.click();
  await expect(page).toHaveURL('/transactions?f_description=larchwood');
  await expect(page.getByRole('table', { name: 'Transactions' }).locator('tbody tr')).toHaveCount(
    7,
  );

  await page.keyboard.press('Control+k');
  // one after the other they are a filter, in any order they are none
  await box.fill('larchwood stool');
  await expect(
    dialog.getByRole('option', { name: 'See all in Transactions: larchwood stool' }),
  ).toBeVisible();
  await box.fill('stool larchwood');
  await expect(dialog.getByRole('option', { name: /See all/ })).toHaveCount(0);
  await expect(dialog.getByRole('option', { name: /QQ-77121/ })).toHaveCount(5);
  // of what is to be done as well, and there to what it can be done to
  await box.fill('refund larchwood');
  await dialog
    .getByRole('option', { name: 'See all in Transactions: larchwood to refund' })
    .click();
  await expect(page).toHaveURL(
    /\/transactions\?f_description=larchwood&f_type=PAYMENT&f_status=SUCCESS$/,
  );
  await page.keyboard.press('Control+k');
  // what Home says is waiting, and nobody who is called so
  await box.fill('loans in review');
  await expect(dialog.getByRole('option', { name: /payer/ })).toHaveCount(0);
  await dialog.getByRole('option', { name: 'Loans in review', exact: true }).click();
  await expect(page).toHaveURL(/\/reviews\?kind=loan/);
  await page.keyboard.press('Control+k');
  await box.fill('tranasctions');
  await expect(dialog.getByText('Did you mean', { exact: true })).toBeVisible();
  await expect(dialog.getByText(/No results/)).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/transactions');
});

test('SB-42 a customer is blocked by what search offers, what was done is said, and on their page it is of them', async ({
  page,
  paydesk,
}) => {
  const { id } = await onDatabase(paydesk, (client) =>
    insertCustomer(client, { firstName: 'Blokka', lastName: 'Sought' }),
  );
  await signIn(page, PEOPLE.staff);
  await page.goto('/profile');
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
  const box = page.getByRole('dialog', { name: 'Search' });
  const first = box.getByRole('option').first();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('block blokka');
  await expect(first).toContainText('Block Blokka Sought');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/customers/${id}`);
  const dialog = page.getByRole('dialog', { name: 'Block Blokka Sought?' });
  await dialog.getByLabel('Reason').fill('A chargeback');
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Block Blokka Sought' }).click();
  await expect(page.getByText('Action completed successfully')).toBeVisible();
  await expect(page.getByText('Blokka Sought is blocked now.')).toBeVisible();
  // the next is at hand, and the button that was pressed has the focus
  await expect(page.getByRole('button', { name: 'Activate' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('activate');
  await expect(first).toContainText('Activate Blokka Sought');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Activate Blokka Sought?' })).toBeVisible();
});

test('in the empty box stands first what can be done to the record that is open, buttons and menu, and none is met by an Enter too many', async ({
  page,
  paydesk,
}) => {
  const { id } = await insertTransaction(paydesk, { amountCents: 63_17n, status: 'SUCCESS' });
  await signIn(page, PEOPLE.staff);
  await page.goto(`/transactions/${id}`);
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toBeVisible();
  await page.keyboard.press('Control+k');
  const box = page.getByRole('dialog', { name: 'Search' });
  const here = box.getByRole('group').first().getByRole('option');
  await expect(here.first()).toHaveText('Refund');
  await expect(here.filter({ hasText: 'Mark as refunded' }), 'out of the menu').toHaveCount(1);
  // what the state forbids is said beside its button, and is no command
  await expect(here.filter({ hasText: 'Mark as successful' })).toHaveCount(0);
  await expect(box.locator('[role=option][data-combobox-selected]')).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Refund this payment' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toBeFocused();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('mark as ref');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: /^Mark/ })).toBeVisible();
});

test('the whole name of a screen leads there by Enter, whatever else has a word of it', async ({
  page,
}) => {
  await signIn(page, PEOPLE.staff);
  await page.goto('/transactions');
  await expect(page.getByRole('main')).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('loan refunds');
  const found = page.getByRole('dialog', { name: 'Search' }).getByRole('option');
  await expect(found.first()).toHaveText('Loan Refunds');
  await expect(found.filter({ hasText: /^Loan Refunds$/ })).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Loan Refunds' })).toBeVisible();
});
