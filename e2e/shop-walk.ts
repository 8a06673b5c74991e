import type { BrowserContext, Page } from '@playwright/test';
import { TEST_CARDS, type TestCardName } from '../packages/contract/src/test-cards.ts';
import { expect, type Paydesk } from './server.ts';
import { loginOf, markNoticeSeen, PEOPLE, rowsOf, sessionCookie } from './support.ts';
import { patient } from './patience.ts';

/** What the journeys from the sandbox shop share: a shopper who pays, and a console that is open beside it. */

export type Way = 'basket' | 'voucher';
export type Capture = 'AUTOMATIC' | 'MANUAL';

/** Every request of the shopper's browser to Paydesk, for what must never be in one. */
export function listen(context: BrowserContext, origin: string): string[] {
  const heard: string[] = [];
  context.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) return;
    const headers = JSON.stringify(request.headers());
    heard.push([request.url(), headers, request.postData() ?? ''].join('\n'));
  });
  return heard;
}

const DETAILS = {
  Email: 'anna@mail.test',
  'First name': 'Anna',
  'Last name': 'Ozola',
};
const ADDRESS = {
  Phone: '+371 20000000',
  Address: 'Mill Lane 7',
  'Postal code': 'LV-1010',
  City: 'Riga',
};

/** Fills the basket, or takes the voucher, up to the page for the card. */
async function toTheCard(page: Page, shop: string, way: Way): Promise<Page> {
  await page.goto(shop);
  if (way === 'basket')
    await page.getByRole('button', { name: 'Add to basket: Bread board' }).click();
  // the button itself: the plain link in its place says 'To the checkout'
  const name = way === 'basket' ? /^Checkout/ : /^Gift voucher/;
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name }).click();
  const checkout = await opened;
  const fields = way === 'basket' ? { ...DETAILS, ...ADDRESS } : DETAILS;
  for (const [label, value] of Object.entries(fields))
    await checkout.getByLabel(label, { exact: true }).fill(value);
  if (way === 'basket') {
    await checkout.getByLabel('Country').selectOption({ label: 'Latvia' });
    await checkout.getByRole('button', { name: 'Continue to delivery' }).click();
    await checkout.getByRole('radio').first().check();
  }
  await checkout.getByRole('button', { name: /^Continue to card/ }).click();
  await expect(cardFrame(checkout).getByLabel('Card number')).toBeVisible();
  return checkout;
}

export const cardFrame = (checkout: Page) => checkout.frameLocator('iframe');

export async function typeCard(checkout: Page, name: TestCardName): Promise<void> {
  const card = TEST_CARDS.find((one) => one.name === name)!;
  const frame = cardFrame(checkout);
  await frame.getByLabel('Card number').fill(card.number);
  await frame.getByLabel('Expiry').fill('12 / 39');
  await frame.getByLabel('Security code').fill(card.scheme === 'AMEX' ? '1234' : '123');
  await frame.getByRole('button', { name: /^Pay / }).click();
}

const CHALLENGED: readonly TestCardName[] = ['challenge', 'failedChallenge'];
const REFUSED = TEST_CARDS.filter(({ refusal }) => refusal).map(({ name }) => name);
export const isRefused = (name: TestCardName) =>
  REFUSED.includes(name) || name === 'failedChallenge';

/** Pays, and gives what stands at the end of the checkout: paid, held, or not. */
export async function pay(
  page: Page,
  shop: string,
  card: TestCardName,
  way: Way,
  capture: Capture,
) {
  const checkout = await toTheCard(page, shop, way);
  await typeCard(checkout, card);
  if (CHALLENGED.includes(card))
    await cardFrame(checkout).getByRole('button', { name: 'Yes, confirm the payment' }).click();
  if (isRefused(card)) {
    await expect(
      checkout.getByRole('heading', { name: 'The payment did not go through' }),
    ).toBeVisible();
    return checkout;
  }
  await expect(checkout.getByRole('heading', { name: 'Thank you' })).toBeVisible({
    timeout: patient(30_000),
  });
  if (way === 'voucher') return checkout;
  await checkout.getByRole('link', { name: 'Back to Amber & Oak' }).click();
  const words = capture === 'MANUAL' ? 'Thank you, we have your order' : 'Thank you, it is paid';
  await expect(checkout.getByRole('heading', { name: words })).toBeVisible();
  await expect(checkout.getByText('The way back is signed by Paydesk')).toBeVisible();
  return checkout;
}

/** The merchant's own person, with the list of payments open. */
export async function openConsole(context: BrowserContext, paydesk: Paydesk): Promise<Page> {
  const login = await loginOf(paydesk, PEOPLE.owner);
  await context.addCookies([sessionCookie(paydesk, login)]);
  await context.addInitScript(markNoticeSeen);
  const page = await context.newPage();
  await page.goto(`${paydesk.url}/transactions`);
  return page;
}

/** The payment that was tried last, and its purchase. */
export async function lastPaymentOf(paydesk: Paydesk): Promise<{ id: string; purchase: string }> {
  const [last] = await rowsOf<{ id: string; purchase: string }>(
    paydesk,
    `select id, purchase_id as purchase from payment_attempts order by created_date desc, id desc limit 1`,
  );
  return last!;
}

/**
 * The payment in the list that stands open: whatever is said to be new above it is let in, nothing is loaded by hand.
 */
export async function expectInList(list: Page, id: string, words: RegExp): Promise<void> {
  const row = list.getByRole('row').filter({ has: list.locator(`a[href*="${id}"]`) });
  const news = list.getByRole('status').getByRole('button', { name: /new|changed/ });
  await expect(async () => {
    if (await news.count()) await news.click({ timeout: 1000 });
    await expect(row).toContainText(words, { timeout: 500 });
  }).toPass({ timeout: patient(30_000) });
}

/** Presses a button of the shop's counter, and waits for what it says. */
export async function atTheCounter(counter: Page, shop: string, button: string, says: RegExp) {
  await counter.goto(`${shop}/counter`);
  await counter.getByRole('button', { name: button, exact: true }).click();
  await expect(counter.getByRole('status')).toContainText(says, { timeout: patient(60_000) });
}
