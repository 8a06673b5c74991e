import type { Page } from '@playwright/test';
import { RULES_OF_COLOUR, TAGS, violationsOf } from './axe.ts';
import { expect, test } from './server.ts';
import { rowsOf } from './support.ts';

/** The shopper's page on a phone, against the sandbox acquirer's own pages. */

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  reducedMotion: 'reduce',
  sharedTab: false,
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** In both schemes; the frame is the acquirer's. */
async function accessible(page: Page): Promise<void> {
  expect(await violationsOf(page, TAGS, ['iframe'])).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violationsOf(page, RULES_OF_COLOUR, ['iframe'])).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

async function typeCard(page: Page, number: string): Promise<void> {
  const frame = page.frameLocator('iframe');
  await frame.locator('[name=number]').fill(number);
  await frame.locator('[name=expires]').fill('12/39');
  await frame.locator('[name=cvc]').fill('123');
  await frame.getByRole('button', { name: /^Pay/ }).click();
}

test('AM-108, AM-102, FC-02, SB-04 a shopper pays once: errors, reload, a lost line, a double click, a declined card, two tabs, the bank’s question', async ({
  page,
  paydesk,
}) => {
  const [widget] = await rowsOf<{ id: string }>(
    paydesk,
    `select w.id from widgets w join merchants m on m.id = w.merchant_id
     where m.name = 'Amber & Oak' and w.name = 'Gift voucher'`,
  );
  const complaints: string[] = [];
  page.on('console', (message) => {
    // a refused call and a lost line say so in the browser's own words
    if (!/Failed to load resource/.test(message.text())) complaints.push(message.text());
  });
  // who was told what: our server never a card's number, the acquirer alone
  const told: { ours: boolean; text: string }[] = [];
  page.context().on('request', (request) => {
    const ours = new URL(request.url()).origin === paydesk.url;
    const parts = [request.url(), JSON.stringify(request.headers()), request.postData() ?? ''];
    told.push({ ours, text: parts.join(' ').replace(/[\s+-]/g, '') });
  });
  page.on('pageerror', (error) => complaints.push(String(error)));

  await page.goto(`/pay/${widget!.id}`);
  await expect(heading(page, 'Your details')).toBeVisible();
  await expect(page).toHaveURL(/\/pay\/c\/[\w-]{36}$/);
  await expect(page).toHaveTitle('Checkout · Amber & Oak');
  const pay = page.getByRole('button', { name: 'Continue to card · 49.90 EUR' });
  await pay.click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await accessible(page);

  await page.getByLabel('Email').fill('liga@shopper.test');
  await page.getByLabel('First name').fill('Līga');
  await page.getByLabel('Last name').fill('Kalniņa');
  await page.reload();
  await expect(page.getByLabel('Last name')).toHaveValue('Kalniņa');

  await page.context().setOffline(true);
  await pay.click();
  await expect(page.getByText('You are offline at the moment.')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText('You are offline at the moment.')).toBeHidden();
  await expect(page.getByLabel('Email')).toHaveValue('liga@shopper.test');

  await pay.dblclick();
  // though the document comes anew for the frame
  await expect(page.locator('iframe')).toBeVisible();
  await expect(heading(page, 'Your card')).toBeFocused();
  // whoever has the address alone is told where to go on, and no page to type a card into
  const stranger = await (await page.context().browser()!.newContext()).newPage();
  await stranger.goto(page.url());
  await expect(stranger.getByText('This payment was begun in another browser.')).toBeVisible();
  await expect(heading(stranger, 'Your details')).toBeVisible();
  await expect(stranger.locator('iframe')).toHaveCount(0);
  await page.getByText('Test cards of the sandbox').click();
  await page.getByRole('button', { name: 'Copy the card: Declined: not enough money' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('4000000000009995');
  await accessible(page);
  await typeCard(page, '4000000000009995');
  await expect(heading(page, 'The payment did not go through')).toBeFocused();
  await expect(page.getByRole('alert')).toContainText(
    'There is not enough money on the card. Please use another card. Nothing was taken.',
  );
  // in place: another card is asked for below the reason, and what was typed is asked for no more
  const number = page.frameLocator('iframe').locator('[name=number]');
  await expect(number).toBeVisible();
  await expect(number).toHaveValue('');
  await expect(pay).toHaveCount(0);
  await accessible(page);
  await typeCard(page, '4000000000000002');
  await expect(page.getByRole('alert')).not.toContainText('not enough money');
  await expect(heading(page, 'The payment did not go through')).toBeFocused();
  await expect(number).toHaveValue('');

  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(heading(other, 'The payment did not go through')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Nothing was taken.');
  await typeCard(page, '4000000000003220');
  await expect(heading(page, 'Confirm with your bank')).toBeFocused();
  await stranger.reload();
  await expect(heading(stranger, 'Confirm with your bank')).toBeVisible();
  await expect(stranger.getByText(/asks for a confirmation in the browser where/)).toBeVisible();
  await page.frameLocator('iframe').getByRole('button', { name: /^Yes/ }).click();
  await expect(heading(page, 'Thank you')).toBeFocused();
  await expect(page.getByText('The receipt goes to liga@shopper.test.')).toBeVisible();
  // as everywhere, whatever the browser's language writes
  await expect(page.getByRole('term').filter({ hasText: 'Date' }).locator('+ dd')).toHaveText(
    /^\d\d\.\d\d\.\d{4} \d\d:\d\d EES?T$/,
  );
  await accessible(page);
  await other.bringToFront();
  await expect(heading(other, 'Thank you')).toBeVisible();
  await expect(other.getByText('The receipt goes to liga@shopper.test.')).toBeVisible();
  // whoever has the address alone reads that it is paid, and nothing of who has paid and how
  await stranger.reload();
  await expect(heading(stranger, 'Thank you')).toBeVisible();
  await expect(stranger.locator('body')).not.toContainText(/liga@|Kalniņa|3220|Reference/);
  await stranger.context().close();
  await page.goBack();
  await page.goForward();
  await expect(heading(page, 'Thank you')).toBeVisible();

  expect(complaints).toEqual([]);
  const withCard = told.filter(({ text }) =>
    /4000000000009995|4000000000000002|4000000000003220/.test(text),
  );
  expect(withCard.map(({ ours }) => ours)).toEqual([false, false, false]);
  expect(told.filter(({ ours }) => ours).length).toBeGreaterThan(10);
  const id = new URL(page.url()).pathname.split('/').at(-1)!;
  const tries = await rowsOf(
    paydesk,
    'select stage from payment_attempts where checkout_id = $1 order by created_date',
    [id],
  );
  expect(tries).toEqual([{ stage: 'DECLINED' }, { stage: 'DECLINED' }, { stage: 'PAID' }]);
});
