import type { BrowserContext, Page } from '@playwright/test';
import { fileURLToPath } from 'node:url';
import { TEST_CARDS, type TestCardName } from '../packages/contract/src/test-cards.ts';
import { isFull } from '../packages/contract/src/testing/proof.ts';
import { expect, startPaydesk, test as base, type Paydesk } from './server.ts';
import { violationsOf } from './axe.ts';
import { loginOf, markNoticeSeen, PEOPLE, sessionCookie } from './support.ts';

/**
 * From the sandbox shop to a paid order, in the shopper's browser, with the console open beside it. `npm run
 * prove -- shop` walks it with every test card, by basket and by voucher, captured at once and by hand.
 */

const START = fileURLToPath(new URL('../scripts/start.ts', import.meta.url));

const test = base.extend<object, { house: { paydesk: Paydesk; shop: string } }>({
  house: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const settings = { SHOP_PORT: '0', ACQUIRER_TIMEOUT_MS: '1500' };
      const own = await startPaydesk(settings, START);
      const shop = /takes payments is at (http:\S+)/.exec(own.output())![1]!;
      await use({ paydesk: own, shop });
      await own.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

type Way = 'basket' | 'voucher';
type Capture = 'AUTOMATIC' | 'MANUAL';

/** Every request of the shopper's browser to Paydesk, for what must never be in one. */
function listen(context: BrowserContext, origin: string): string[] {
  const heard: string[] = [];
  context.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) return;
    const headers = JSON.stringify(request.headers());
    heard.push([request.url(), headers, request.postData() ?? ''].join('\n'));
  });
  return heard;
}

const DETAILS = {
  'E-mail': 'anna@mail.test',
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
  await checkout.getByRole('button', { name: /^Pay / }).click();
  await expect(cardFrame(checkout).getByLabel('Card number')).toBeVisible();
  return checkout;
}

const cardFrame = (checkout: Page) => checkout.frameLocator('iframe');

async function typeCard(checkout: Page, name: TestCardName): Promise<void> {
  const card = TEST_CARDS.find((one) => one.name === name)!;
  const frame = cardFrame(checkout);
  await frame.getByLabel('Card number').fill(card.number);
  await frame.getByLabel('Expiry').fill('12 / 39');
  await frame.getByLabel('Security code').fill(card.scheme === 'AMEX' ? '1234' : '123');
  await frame.getByRole('button', { name: /^Pay / }).click();
}

const CHALLENGED: readonly TestCardName[] = ['challenge', 'failedChallenge'];
const REFUSED = TEST_CARDS.filter(({ refusal }) => refusal).map(({ name }) => name);
const isRefused = (name: TestCardName) => REFUSED.includes(name) || name === 'failedChallenge';

/** Pays, and gives what stands at the end of the checkout: paid, held, or not. */
async function pay(page: Page, shop: string, card: TestCardName, way: Way, capture: Capture) {
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
    timeout: 30_000,
  });
  if (way === 'voucher') return checkout;
  await checkout.getByRole('link', { name: 'Back to Amber & Oak' }).click();
  const words = capture === 'MANUAL' ? 'Thank you, we have your order' : 'Thank you, it is paid';
  await expect(checkout.getByRole('heading', { name: words })).toBeVisible();
  await expect(checkout.getByText('The way back is signed by Paydesk')).toBeVisible();
  return checkout;
}

/** The merchant's own person, with the list of payments open. */
async function openConsole(context: BrowserContext, paydesk: Paydesk): Promise<Page> {
  const login = await loginOf(paydesk, PEOPLE.owner);
  await context.addCookies([sessionCookie(paydesk, login)]);
  await context.addInitScript(markNoticeSeen);
  const page = await context.newPage();
  await page.goto(`${paydesk.url}/transactions`);
  return page;
}

test('AM-103, AM-108, AM-48 a shopper pays by card, is asked by the bank, is declined and pays again; no request to Paydesk has the number', async ({
  house,
  browser,
}) => {
  const desk = await browser.newContext();
  const list = await openConsole(desk, house.paydesk);
  const shopper = await browser.newContext();
  const heard = listen(shopper, house.paydesk.url);
  const page = await shopper.newPage();
  const paid = await pay(page, house.shop, 'approve', 'basket', 'AUTOMATIC');
  await expect(paid.getByText('Verified').first()).toBeVisible();
  await expect(paid.getByText('PAID', { exact: true })).toBeVisible({ timeout: 15_000 });
  expect(await violationsOf(paid)).toEqual([]);

  const declined = await pay(page, house.shop, 'insufficientFunds', 'voucher', 'AUTOMATIC');
  await declined.getByRole('button', { name: /^Pay / }).click();
  await typeCard(declined, 'challenge');
  const frame = cardFrame(declined);
  await frame.getByRole('button', { name: 'Yes, confirm the payment' }).click();
  await expect(declined.getByRole('heading', { name: 'Thank you' })).toBeVisible();

  await list.reload();
  await expect(list.getByRole('row').filter({ hasText: '3220' }).first()).toContainText('49.90');
  await expect(list.getByRole('row').filter({ hasText: '9995' }).first()).toContainText('Declined');
  expect(heard.length).toBeGreaterThan(10);
  for (const { number } of TEST_CARDS)
    for (const request of heard) expect(request.replaceAll(/[^\d]/g, '')).not.toContain(number);
  await desk.close();
  await shopper.close();
});

if (isFull)
  for (const capture of ['AUTOMATIC', 'MANUAL'] as const)
    for (const way of ['basket', 'voucher'] as const)
      for (const { name } of TEST_CARDS) {
        // a voucher's page says nothing of when it is captured
        if (way === 'voucher' && capture === 'MANUAL') continue;
        test(`AM-103 from the shop by ${way}, captured ${capture}: ${name}`, async ({
          house,
          browser,
        }) => {
          const context = await browser.newContext();
          const page = await context.newPage();
          await page.goto(`${house.shop}/counter`);
          const wanted = capture === 'MANUAL' ? 'Capture by hand' : 'Capture at once';
          const button = page.getByRole('button', { name: wanted });
          if (await button.count()) await button.click();
          await pay(page, house.shop, name, way, capture);
          await context.close();
        });
      }
