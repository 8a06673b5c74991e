import { readFile } from 'node:fs/promises';
import { insertLink } from '../apps/server/src/testing/payment-links.ts';
import { expect, test } from './server.ts';
import { merchantId, onDatabase, PEOPLE, rowsOf, signIn } from './support.ts';
import { patient } from './patience.ts';

test('OR-14, AM-108 a payment link is copied by one button and opened by a link; of disabling it reads who may', async ({
  page,
  paydesk,
}) => {
  const own = await merchantId(paydesk);
  const id = await onDatabase(paydesk, (client) => insertLink({ pool: client as never }, own));
  for (const who of ['owner', 'staff'] as const) {
    await signIn(page, PEOPLE[who]);
    await page.goto(`/payment-link/${id}`);
    const address = page.locator('section, div').filter({
      has: page.getByRole('heading', { name: 'Address', exact: true }),
    });
    const card = address.last();
    await expect(page.getByText('Not paid yet.')).toBeVisible();
    await expect(page.getByText('The link does not expire.')).toBeVisible();
    const copy = page.getByRole('button', { name: 'Copy address' });
    await expect(copy).toHaveAttribute('data-variant', 'primary');
    await expect(page.locator('main').getByTitle('Click to copy')).toHaveCount(0);
    // whole: who sends it sees where it leads
    await expect(card.getByText(new RegExp(`^http.*/pay/l/${id}$`))).toBeVisible();
    const open = card.getByRole('link', { name: 'Open' });
    await expect(open).toHaveAttribute('href', new RegExp(id));
    await expect(open).toHaveAttribute('target', '_blank');
    // the code as a drawing, and as a picture of it, black and white to the pixel
    await expect(card.getByRole('img')).toBeVisible();
    for (const [kind, head] of [
      ['SVG', '<svg'],
      ['PNG', '\u0089PNG'],
    ] as const) {
      const saved = page.waitForEvent('download');
      await card.getByRole('button', { name: `Download ${kind}` }).click();
      const file = await saved;
      expect(file.suggestedFilename()).toBe(`payment-link-Deposit.${kind.toLowerCase()}`);
      expect((await readFile(await file.path())).toString('latin1').slice(0, 4)).toBe(head);
    }
    // as its page offers it, to staff too; nothing is begun that could be given up
    const phone = page.frameLocator('iframe[title="What the shopper sees"]');
    const instalments = phone.locator('label.way', { hasText: 'Instalments' });
    // what a credit costs is said whole before it is picked
    await expect(instalments).toContainText(
      /[\d.']+\sEUR\sa\smonth\sfor\s\d+\smonths · APR\s[\d.]+\s% · [\d.']+\sEUR\sin\sall$/,
    );
    // and agreed to is what its page says
    await expect(phone.getByText('the terms of Amber & Oak')).toHaveAttribute('href', /^https:/);
    const pay = phone.getByRole('button', {
      name: 'Continue to card · 250.00 EUR',
      includeHidden: true,
    });
    await expect(pay).toBeAttached();
    // the phone is as high as its page: the button is not cut
    await expect
      .poll(() => pay.evaluate((button) => innerHeight - button.getBoundingClientRect().bottom))
      .toBeGreaterThan(0);
    await expect(phone.getByText('Cancel this payment')).toHaveCount(0);
    const may = who === 'owner';
    await expect(page.getByRole('button', { name: 'Disable' })).toHaveCount(may ? 1 : 0);
    await expect(page.locator('main').getByText(/disable/)).toHaveCount(may ? 1 : 0);
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
  }
});

test('OR-14 on a phone a payment link is told by what it is for, and then by when it expires', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, PEOPLE.owner);
  await page.goto('/payment-links');
  const card = page.locator('main li[data-href]').filter({ hasText: 'made-to-measure' });
  await expect(card).toBeVisible();
  const purpose = card.getByText('Deposit for a made-to-measure order', { exact: true });
  expect(await purpose.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
  await expect(card).toHaveText(/made-to-measure order.*Expires: \d\d\.\d\d\.\d{4}/);
});

test('OR-14, AM-108 who opens a payment link makes no order; who begins to pay makes one, and goes on with it after a reload', async ({
  page,
  paydesk,
}) => {
  const own = await merchantId(paydesk);
  const id = await onDatabase(paydesk, (client) => insertLink({ pool: client as never }, own));
  const orders = async () => {
    const [row] = await rowsOf<{ n: number }>(
      paydesk,
      `select count(*)::int as n from checkouts where payment_link_id = '${id}'`,
    );
    return row!.n;
  };
  const pay = page.getByRole('button', { name: 'Continue to card · 250.00 EUR' });
  for (let times = 0; times < 3; times++) {
    await page.goto(`/pay/l/${id}`);
    await expect(pay).toBeVisible();
  }
  await expect(page).toHaveTitle('Checkout · Amber & Oak');
  await expect(page.getByRole('button', { name: 'Cancel this payment' })).toHaveCount(0);
  // what is wrong in the form is said here, and makes nothing either
  await pay.click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await page.getByLabel('Email').fill('liga@shopper.test');
  await page.getByLabel('First name').fill('Līga');
  await page.reload();
  await expect(page.getByLabel('Email')).toHaveValue('liga@shopper.test');
  await page.getByLabel('Last name').fill('Kalniņa');
  expect(await orders()).toBe(0);
  await expect(page).toHaveURL(`/pay/l/${id}`);

  await pay.dblclick();
  await expect(page.getByRole('heading', { level: 1, name: 'Your card' })).toBeVisible();
  await expect(page).toHaveURL(/\/pay\/c\/[\w-]{36}$/);
  const begun = page.url();
  await page.goto(`/pay/l/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Your card' })).toBeVisible();
  expect(page.url()).toBe(begun);
  expect(await orders()).toBe(1);

  // no shop has numbered the order: it names the link that it came by
  await signIn(page, PEOPLE.owner);
  await page.goto(`/orders?f_paymentLinkId=${id}`);
  const byLink = page.getByRole('main').getByRole('link', { name: 'By link' });
  await expect(byLink).toHaveAttribute('href', `/payment-link/${id}`);
  await page.goto(
    `/order/${(await rowsOf<{ id: string }>(paydesk, 'select order_id as id from checkouts where payment_link_id = $1', [id]))[0]!.id}`,
  );
  await expect(page.getByRole('link', { name: /^Payment link/ })).toHaveAttribute(
    'href',
    `/payment-link/${id}`,
  );
});

test('OR-14, AM-108 a link for one payment that was begun on the phone goes on on the computer, and the phone says so', async ({
  page: phone,
  browser,
  paydesk,
}) => {
  const own = await merchantId(paydesk);
  const id = await onDatabase(paydesk, (client) => insertLink({ pool: client as never }, own));
  const other = await browser.newContext({ baseURL: paydesk.url });
  const computer = await other.newPage();
  for (const one of [phone, computer]) {
    await one.goto(`/pay/l/${id}`);
    await one.getByLabel('Email').fill('liga@shopper.test');
    await one.getByLabel('First name').fill('Līga');
    await one.getByLabel('Last name').fill('Kalniņa');
    await one.getByRole('button', { name: 'Continue to card · 250.00 EUR' }).click();
    if (one === phone) await expect(one.getByRole('heading', { name: 'Your card' })).toBeVisible();
  }
  await expect(computer.getByRole('alert')).toContainText(
    'This payment was begun elsewhere, perhaps by you in another window or on another device',
  );
  await computer.getByRole('button', { name: 'Pay here instead' }).click();
  await expect(computer.getByRole('heading', { name: 'Your card' })).toBeVisible();
  await expect(phone.getByRole('alert')).toContainText('The page for the card was closed', {
    timeout: patient(15_000),
  });
  await phone.getByRole('button', { name: 'Continue to card · 250.00 EUR' }).click();
  const instead = phone.getByRole('button', { name: 'Pay here instead' });
  await expect(instead).toBeVisible();
  // once one of them has paid, the other finds nothing to fill in
  await onDatabase(paydesk, (client) =>
    client.query(
      `update orders set status = 'PAID' where id = (select order_id from checkouts where id = $1)`,
      [new URL(computer.url()).pathname.split('/').at(-1)],
    ),
  );
  await instead.click();
  await expect(phone.getByRole('heading', { level: 1, name: 'Already paid' })).toBeVisible();
  await expect(phone.getByRole('button')).toHaveCount(0);
  await other.close();
});

test('OR-14, AM-108 who opens a link that is paid is thanked, with the shop and the day, and not told that nothing was taken', async ({
  page,
  paydesk,
}) => {
  const own = await merchantId(paydesk);
  const id = await onDatabase(paydesk, (client) => insertLink({ pool: client as never }, own));
  const opened = await page.request.post('/api/checkouts', { data: { link: id } });
  const { id: checkout } = (await opened.json()) as { id: string };
  await onDatabase(paydesk, (client) =>
    client.query(
      `update orders set status = 'PAID', customer_email = 'liga@shopper.test' where id = (select order_id from checkouts where id = $1)`,
      [checkout],
    ),
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/pay/l/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Already paid' })).toBeVisible();
  await expect(
    page.getByText(
      /^250\.00 EUR for .* was paid to Amber & Oak on \d\d\.\d\d\.\d{4} \d\d:\d\d [A-Z]{3}/,
    ),
  ).toBeVisible();
  await expect(page.locator('header').getByText('Amber & Oak')).toBeVisible();
  await expect(page.getByText('Nothing was taken')).toHaveCount(0);
  await expect(page.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/);
  // what it was for stands beside the amount, and nothing is folded that says no more
  const bought = page.getByRole('complementary', { name: 'Your order' });
  await expect(bought).toHaveText(/\w.* 250\.00 EUR$/);
  await expect(bought.getByText('Your order')).toHaveCount(0);

  await signIn(page, PEOPLE.owner);
  await page.goto(`/payment-link/${id}`);
  await expect(page.getByText(/^Paid by liga@shopper\.test on /)).toBeVisible();
});

test('OR-14, AM-108 where the bank’s page does not come into its frame, the checkout says so, and another try brings it', async ({
  page,
  paydesk,
}) => {
  const own = await merchantId(paydesk);
  const id = await onDatabase(paydesk, (client) => insertLink({ pool: client as never }, own));
  await page.route('**/*', (route) =>
    route.request().frame() === page.mainFrame() ? route.fallback() : route.abort(),
  );
  await page.goto(`/pay/l/${id}`);
  await page.getByLabel('Email').fill('liga@shopper.test');
  await page.getByLabel('First name').fill('Līga');
  await page.getByLabel('Last name').fill('Kalniņa');
  await page.getByRole('button', { name: 'Continue to card · 250.00 EUR' }).click();
  const silent = page.getByRole('alert').filter({ hasText: 'The bank’s page may not have loaded' });
  // what came into the frame says nothing: that is known before six seconds of silence are over
  await page.locator('iframe[title="Your card"]').waitFor();
  await expect(silent).toBeVisible({ timeout: 5000 });
  await expect(silent.getByRole('button', { name: 'Open it in this window' })).toBeVisible();
  // no empty room of a whole page below the warning
  await expect(page.locator('iframe[title="Your card"]')).toHaveAttribute('height', '300');
  await page.unrouteAll();
  await silent.getByRole('button', { name: 'Try again' }).click();
  await expect(
    page.frameLocator('iframe[title="Your card"]').locator('input').first(),
  ).toBeVisible();
  await expect(silent).toHaveCount(0);
  // one way out, which no shop's page is behind here, and the step back says what to
  const frame = page.frameLocator('iframe[title="Your card"]');
  await expect(frame.getByRole('button', { name: /cancel/i })).toHaveCount(0);
  await expect(
    page.getByRole('button', { name: 'Cancel this payment', exact: true }),
  ).toBeVisible();
  await expect(page.getByText('Cancelling ends the payment for good.')).toBeVisible();
  await frame.getByRole('button', { name: 'Back to your details' }).click();
  await expect(page.getByRole('button', { name: 'Continue to card · 250.00 EUR' })).toBeVisible();
  // of an order that a shop sent, which has a page to come back to
  await onDatabase(paydesk, (client) =>
    client.query(
      `update checkouts set cancel_url = '${paydesk.url}/login' where payment_link_id = $1`,
      [id],
    ),
  );
  await page.reload();
  await page.getByRole('button', { name: 'Cancel this payment and return to Amber & Oak' }).click();
  await page.getByRole('button', { name: 'Yes, give it up' }).click();
  await expect(page).toHaveURL(/\/login\?orderId=/);
});

test('OR-14, AM-108 the form of a new link has no empty page beside it before there is one to show', async ({
  page,
}) => {
  await signIn(page, PEOPLE.owner);
  await page.goto('/payment-links');
  await page.getByRole('main').getByRole('button', { name: 'New payment link' }).click();
  const words = page.getByText('Enter the purpose and the amount to see the page.');
  await expect(words).toBeVisible();
  expect((await words.boundingBox())!.height).toBeLessThan(160);
  // however long the page is, its button is not cut
  const form = page.getByRole('dialog');
  await form.getByLabel('Purpose').fill('A very long purpose of a link '.repeat(8).trim());
  await form.getByLabel('Amount').fill('250');
  await form.getByText('Expiry and recurring payment').click();
  await form.getByRole('combobox', { name: 'Interval' }).selectOption('MONTH');
  const phone = page.frameLocator('iframe[title="What the shopper sees"]');
  const pay = phone.getByRole('button', {
    name: 'Continue to card · 250.00 EUR',
    includeHidden: true,
  });
  await expect
    .poll(() => pay.evaluate((button) => innerHeight - button.getBoundingClientRect().bottom))
    .toBeGreaterThan(0);
});

test('OR-14, AM-108 the address of a link is copied in its row', async ({ page, paydesk }) => {
  const own = await merchantId(paydesk);
  const id = await onDatabase(paydesk, (client) => insertLink({ pool: client as never }, own));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, PEOPLE.operator);
  await page.goto('/payment-links');
  const row = page.getByRole('row').filter({ has: page.locator(`a[href$="${id}"]`) });
  await row.getByRole('button', { name: 'Copy address of Deposit' }).click();
  await expect(row.getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    new RegExp(`^http.*/pay/l/${id}$`),
  );
  await expect(page).toHaveURL('/payment-links');
});

test('OR-14, AM-108 of a link that is over a new one is made, which begins as it was', async ({
  page,
  paydesk,
}) => {
  const own = await merchantId(paydesk);
  const id = await onDatabase(paydesk, async (client) => {
    const link = await insertLink({ pool: client as never }, own, 'Chair, second try');
    await client.query(
      `update payment_links set uses = 'MANY', recurring_unit = 'MONTH', recurring_every = 3,
         expires_date = now() - interval '1 hour' where id = $1`,
      [link],
    );
    return link;
  });
  await signIn(page, PEOPLE.operator);
  await page.goto('/payment-links');
  const row = page.getByRole('row').filter({ has: page.locator(`a[href$="${id}"]`) });
  await expect(row.getByRole('button', { name: /^Copy address/ })).toHaveCount(0);
  await row.getByRole('link', { name: 'New link like this' }).click();
  const form = page.getByRole('dialog', { name: 'New payment link' });
  await expect(form.getByLabel('Purpose')).toHaveValue('Chair, second try');
  await expect(form.getByLabel('Amount')).toHaveValue('250.00');
  await expect(form.getByLabel('Good for')).toContainText('Many payments');
  await expect(form.getByLabel('Repeats every')).toHaveValue('3');
  await expect(form.getByRole('textbox', { name: 'Expires' })).toHaveValue('');
  await form.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByRole('button', { name: 'Copy address' })).toBeVisible();
  expect(page.url()).not.toContain(id);
  await expect(page.getByRole('button', { name: 'New link like this' })).toHaveCount(0);
  // who may make none is offered none
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await signIn(page, PEOPLE.staff);
  await page.goto(`/payment-link/${id}`);
  await expect(page.getByText(/^Expired on/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'New link like this' })).toHaveCount(0);
});

test('OR-14, LN-30 by a loan: what was chosen before the order came into being stays chosen', async ({
  page,
  paydesk,
}) => {
  const own = await merchantId(paydesk);
  const id = await onDatabase(paydesk, (client) => insertLink({ pool: client as never }, own));
  await page.goto(`/pay/l/${id}`);
  await page.getByRole('radio', { name: /^Instalments/ }).check();
  await page.getByLabel('Email').fill('liga@shopper.test');
  await page.getByLabel('First name').fill('Līga');
  await page.getByLabel('Last name').fill('Kalniņa');
  await page.getByRole('button', { name: 'Continue to the loan' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'About you' })).toBeFocused();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'About you' })).toBeVisible();
  await expect(page).toHaveURL(/\/pay\/c\/[\w-]{36}$/);
});
