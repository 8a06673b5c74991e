import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { insertMerchant } from '../apps/server/src/seed/factories.ts';
import type { MerchantRow } from '../apps/server/src/seed/tables.ts';
import { insertMessage } from '../apps/server/src/testing/messages.ts';
import { expect, PUBLIC_IP, test, type Paydesk } from './server.ts';
import { callAs, insertPerson, merchantId, onDatabase, PEOPLE, rowsOf, signIn } from './support.ts';

const EDITORS = [
  {
    card: 'Purchase notification',
    label: 'Purchase Notification URL',
    key: 'purchaseNotificationUrl',
    question: 'Are you sure you want to update Merchant Purchase Notification URL?',
    yes: 'Update Purchase Notification URL',
    success: 'Merchant Payment Notification URL updated successfully',
  },
  {
    card: 'Order verification',
    label: 'Order Verification URL',
    key: 'orderVerificationUrl',
    question: 'Are you sure you want to update Merchant Order Verification URL?',
    yes: 'Update Order Verification URL',
    success: 'Merchant Order Verification URL updated successfully',
  },
  {
    card: 'Shipping cost calculation',
    label: 'Shipping Cost Calculation URL',
    key: 'deliveryCostCalculationUrl',
    question: 'Are you sure you want to update Merchant Shipping Cost Calculation URL?',
    yes: 'Update Shipping Cost Calculation URL',
    success: 'Merchant Shipping Cost Calculation URL updated successfully',
  },
] as const;

/** An administrator of a merchant that no other test knows. */
async function ownerOf(paydesk: Paydesk, given: Partial<MerchantRow> = {}) {
  const merchant = await onDatabase(paydesk, (client) => insertMerchant(client, given));
  const person = await insertPerson(paydesk, { merchantId: merchant.id });
  return { merchant, person };
}

const card = (page: Page, name: string) => page.getByRole('region', { name });

/** Every call that changes something, from here on. */
function writes(page: Page): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') seen.push(`${request.method()} ${request.url()}`);
  });
  return seen;
}

test('RT-16, MM-01, MM-02, MM-03 an operator reads the own merchant, and there is nothing to edit', async ({
  page,
  paydesk,
}) => {
  await signIn(page, PEOPLE.operator);
  await page.goto('/merchant');
  await expect(page).toHaveTitle('Settings · Paydesk');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  const own = await callAs<Record<string, string>>(paydesk, PEOPLE.operator, '/api/user-merchant');
  const profile = card(page, 'Business profile');
  for (const key of ['name', 'merchantId', 'legalId', 'responsiblePerson', 'phone'])
    await expect(profile).toContainText(own[key]!);
  await expect(profile).toContainText(own['iban']!.match(/.{1,4}/g)!.join(' '));
  for (const key of ['email', 'mccCode', 'addressLine', 'zipCode', 'cardAcceptanceLocation'])
    await expect(profile).toContainText(own[key]!);
  // its end in the room of a phone; whole where it is copied
  await expect(profile).toContainText(own['id']!.slice(-6));
  await profile.getByRole('button', { name: 'Copy ID', exact: true }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(own['id']);
  await expect(profile).toContainText(/Latvia|Estonia|Lithuania/);
  const urls = card(page, 'Callback URLs');
  await expect(urls).toContainText(own['orderVerificationUrl']!);
  await expect(urls).toContainText(own['purchaseNotificationUrl']!);
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Save|Ping/ })).toHaveCount(0);
});

test('AM-41 staff without a merchant read that there is none and are led to the merchants; nothing is asked for', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await signIn(page, PEOPLE.staff);
  await page.goto('/merchant');
  await expect(page.getByText('You belong to no merchant')).toBeVisible();
  expect(asked).not.toContain('/api/user-merchant');
  await page.getByRole('main').getByRole('link', { name: 'Merchants' }).click();
  await expect(page).toHaveURL('/merchants');
});

test('MM-05..09, MM-10, MM-11, AM-75 the limited editor: asked in the words of the catalogue, with before and after; Cancel sends nothing', async ({
  page,
  paydesk,
}) => {
  const { merchant, person } = await ownerOf(paydesk, {
    addressLine: 'Mill Lane 1',
    zipCode: 'LV-1001',
  });
  await signIn(page, person);
  await page.goto('/merchant');
  const editor = card(page, 'Address and terms');
  await expect(editor.getByLabel('Street Address')).toHaveValue('Mill Lane 1');
  await editor.getByLabel('Street Address').fill('Mill Lane 2');
  await editor.getByLabel('Zip Code').fill('');
  await editor.getByLabel('Terms URL').fill('https://shop.test/terms');
  await editor.getByLabel('Card acceptance location').fill('Riga');
  const sent = writes(page);
  await editor.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Are you sure you want to update Merchant?')).toBeVisible();
  await expect(dialog.getByRole('row')).toHaveText([
    'FieldBeforeAfter',
    'Street AddressMill Lane 1Mill Lane 2',
    'Zip CodeLV-1001—',
    'Terms URL—https://shop.test/terms',
    'Card acceptance location—Riga',
  ]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  expect(sent).toEqual([]);
  await expect(editor.getByLabel('Street Address')).toHaveValue('Mill Lane 2');
  await editor.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Update Merchant' }).click();
  await expect(page.getByText('Merchant updated successfully')).toBeVisible();
  await expect(card(page, 'Business profile')).toContainText('Mill Lane 2');
  const rows = await rowsOf(
    paydesk,
    'select address_line, zip_code, terms_url, card_acceptance_location from merchants where id = $1',
    [merchant.id],
  );
  expect(rows).toEqual([
    {
      address_line: 'Mill Lane 2',
      zip_code: null,
      terms_url: 'https://shop.test/terms',
      card_acceptance_location: 'Riga',
    },
  ]);
});

test('MM-09, AM-73 every field may be empty; the Terms URL is a link only where it leads to the web', async ({
  page,
  paydesk,
}) => {
  const { merchant, person } = await ownerOf(paydesk, { termsUrl: 'https://shop.test/terms' });
  await signIn(page, person);
  await page.goto('/merchant');
  // of the retry plan: chosen, and none that is no hour can be
  const hour = page.getByLabel('Hour of the day');
  await expect(hour.locator('option')).toHaveCount(24);
  await expect(hour.locator('option').first()).toHaveText('00:00');
  await expect(hour.locator('option').last()).toHaveText('23:00');
  // its days are a field each: added, refused where they are wrong, removed, and said in a line
  const plan = card(page, 'Declined charges');
  const days = plan.getByRole('group', { name: 'Retry after days' });
  await expect(days.getByRole('textbox')).toHaveCount(3);
  await expect(days).toContainText('Day 1, Day 3 and Day 7 after the charge failed');
  await days.getByRole('button', { name: 'Add a day' }).click();
  await expect(days.getByRole('textbox').last()).toBeFocused();
  await expect(days.getByRole('textbox').last()).toHaveValue('15');
  await days.getByRole('textbox').last().fill('6');
  await plan.getByRole('button', { name: 'Save' }).click();
  await expect(days.getByRole('textbox').last()).toHaveAccessibleDescription(
    'Must be later than day 7, the one before',
  );
  await expect(days.getByRole('textbox').last()).toBeFocused();
  await days.getByRole('button', { name: 'Remove day 7' }).click();
  await days.getByRole('button', { name: 'Remove day 3' }).click();
  await expect(days).toContainText('Day 1 and Day 6 after the charge failed');
  await plan.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Update Retry plan' }).click();
  await expect(page.getByText('Merchant Retry plan updated successfully')).toBeVisible();
  expect(
    await rowsOf(paydesk, 'select retry_days from merchants where id = $1', [merchant.id]),
  ).toEqual([{ retry_days: [1, 6] }]);
  const profile = card(page, 'Business profile');
  await expect(profile.getByRole('link', { name: 'https://shop.test/terms' })).toHaveAttribute(
    'rel',
    /noopener/,
  );
  const editor = card(page, 'Address and terms');
  for (const [text, shown] of [
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['', '—'],
  ] as const) {
    await editor.getByLabel('Terms URL').fill(text);
    await editor.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Update Merchant' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(profile.getByText(shown, { exact: true }).first()).toBeVisible();
    await expect(profile.getByRole('link')).toHaveCount(0);
  }
});

test('MM-12..16, MM-21..23, MM-24..26 three URL editors: the public IP and a copy beside each, saving asked for, saved', async ({
  page,
  paydesk,
}) => {
  const { person } = await ownerOf(paydesk);
  await signIn(page, person);
  await page.goto('/merchant');
  const sent = writes(page);
  for (const { card: name, label, key, question, yes, success } of EDITORS) {
    const editor = card(page, name);
    await expect(editor.getByText(`Our calls come from ${PUBLIC_IP}`)).toBeVisible();
    await editor.getByRole('button', { name: 'Copy public IP' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(PUBLIC_IP);
    const url = `https://shop.test/${key}`;
    await editor.getByLabel(label, { exact: false }).first().fill(url);
    await editor.getByRole('button', { name: `Copy ${label}` }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
    await editor.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(question)).toBeVisible();
    await expect(dialog.getByRole('row').last()).toHaveText(`${label}—${url}`);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    expect(sent.splice(0)).toEqual([]);
    await editor.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('button', { name: yes }).click();
    await expect(page.getByText(success)).toBeVisible();
    expect(sent.splice(0)).toHaveLength(1);
    const saved = await callAs<Record<string, string>>(paydesk, person, '/api/user-merchant');
    expect(saved[key]).toBe(url);
  }
});

test('MM-17..20 the Purchase Notification URL must be one; the others may be empty', async ({
  page,
  paydesk,
}) => {
  const { person } = await ownerOf(paydesk, {
    orderVerificationUrl: 'https://shop.test/a',
    deliveryCostCalculationUrl: 'https://shop.test/b',
  });
  await signIn(page, person);
  await page.goto('/merchant');
  const [purchase, ...others] = EDITORS;
  const editor = card(page, purchase.card);
  const sent = writes(page);
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(editor.getByText('Purchase Notification URL is required')).toBeVisible();
  await editor.getByRole('textbox').fill('abc');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(editor.getByText('URL is invalid')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(sent).toEqual([]);
  for (const { card: name, yes, key } of others) {
    await card(page, name).getByRole('textbox').fill('');
    await card(page, name).getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByRole('button', { name: yes }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    const saved = await callAs<Record<string, string>>(paydesk, person, '/api/user-merchant');
    expect(saved[key]).toBeNull();
  }
});

test('MM-27..30 the ping says that the address is accessible, or why not, with status, timing and headers', async ({
  page,
  paydesk,
}) => {
  let answer: RequestListener;
  const asked: string[] = [];
  const shop = createServer((request, response) => {
    asked.push(request.method!);
    answer(request, response);
  });
  await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/payments`;
  const { person } = await ownerOf(paydesk);
  await signIn(page, person);
  await page.goto('/merchant');
  const editor = card(page, 'Purchase notification');
  const ping = editor.getByRole('button', { name: 'Ping' });
  await ping.click();
  await expect(editor.getByText('Purchase Notification URL is required')).toBeVisible();
  await editor.getByRole('textbox').fill(url);

  answer = (_request, response) =>
    response.writeHead(200, { 'access-control-allow-methods': 'GET, PUT' }).end();
  await ping.click();
  await expect(
    page.getByText('Merchant Payment Notification URL is accessible', { exact: true }),
  ).toBeVisible();
  await expect(editor.getByText(/^Status 200 after \d+ ms$/)).toBeVisible();
  await editor.getByText('Headers of the answer').click();
  await expect(editor.getByText('access-control-allow-methods: GET, PUT')).toBeVisible();

  answer = (_request, response) => response.writeHead(204, { 'x-of': 'shop' }).end();
  await ping.click();
  await expect(editor.getByText('The address answered 204, and 200 is expected')).toBeVisible();
  await expect(editor.getByText(/^Status 204 after \d+ ms$/)).toBeVisible();
  // opened before, it stays open
  await expect(editor.getByText('x-of: shop')).toBeVisible();

  answer = (_request, response) =>
    response.writeHead(200, { 'access-control-allow-methods': 'GET' }).end();
  await ping.click();
  await expect(editor.getByText('does not name PUT')).toBeVisible();
  expect(asked).toEqual(['OPTIONS', 'OPTIONS', 'OPTIONS']);

  await editor.getByRole('textbox').fill('http://10.0.0.1/');
  await expect(editor.getByText('does not name PUT')).toBeHidden();
  await ping.click();
  await expect(editor.getByText('The address is not one of the public internet')).toBeVisible();
  shop.close();
});

test('AM-48 AM-47 an address that fails is told on the Business Profile and to staff, who send all of that merchant again', async ({
  page,
  paydesk,
}) => {
  const { merchant, person } = await ownerOf(paydesk, {
    purchaseNotificationUrl: 'https://away.test/notify',
  });
  await onDatabase(paydesk, async (pool) => {
    for (const givenUp of [true, false, false])
      await insertMessage({ pool }, merchant.id, { givenUp, usefulForHours: 2 });
    await insertMessage({ pool }, await merchantId(paydesk));
    await pool.query(
      `insert into callback_lanes (lane, failures, address, error, failing_since, open_until)
       values ($1, 7, 'https://away.test/notify', 'The address answered 500',
         '2026-03-01T10:00:00Z', '2099-03-01T10:05:00Z')`,
      [merchant.id],
    );
  });
  const notice = page.getByText(
    'has failed since 01.03.2026 12:00: The address answered 500. 2 messages wait for it; the next try is at 01.03.2099 12:05.',
  );
  await signIn(page, person);
  await page.goto('/merchant');
  await expect(notice).toContainText('Correct the address below and ping it');
  await expect(notice).toContainText('1 message was given up in the last 30 days.');

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await signIn(page, PEOPLE.staff);
  await page.goto(`/merchants/${merchant.id}`);
  await expect(notice).toContainText('Its people can correct it on their Business Profile');
  await page.getByRole('link', { name: 'See and send them again' }).click();
  await expect(page).toHaveURL(`/undelivered-messages?f_merchantId=${merchant.id}`);
  await expect(page.getByText('1–3 of 3')).toBeVisible();
  await page.getByRole('button', { name: 'Send all again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send 3 messages again?' });
  await expect(dialog).toContainText(
    'These are all messages under the present filters of the list.',
  );
  await dialog.getByRole('button', { name: 'Send 3 messages again' }).click();
  await expect(page.getByRole('status').last()).toContainText('3 messages sent again');
});
