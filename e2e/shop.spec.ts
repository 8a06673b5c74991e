import type { Browser, Page } from '@playwright/test';
import { fileURLToPath } from 'node:url';
import { TEST_CARDS } from '../packages/contract/src/test-cards.ts';
import { isFull } from '../packages/contract/src/testing/proof.ts';
import { expect, startPaydesk, test as base, type Paydesk } from './server.ts';
import { violationsOf } from './axe.ts';
import { onDatabase, rowsOf } from './support.ts';
import { fieldsOf } from './transactions.ts';
import {
  atTheCounter,
  cardFrame,
  expectInList,
  isRefused,
  lastPaymentOf,
  listen,
  openConsole,
  pay,
  typeCard,
  type Capture,
  type Way,
} from './shop-walk.ts';
import { patient } from './patience.ts';

/**
 * From the sandbox shop to a paid order, in the shopper's browser, with the console open beside it and never loaded
 * anew. `npm run prove -- shop` walks it with every test card to the settled batch, by each way in which a basket is
 * answered for, captured at once and by hand.
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
    { scope: 'worker', timeout: patient(120_000) },
  ],
});

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
  await expect(paid.getByText('PAID', { exact: true })).toBeVisible({ timeout: patient(15_000) });
  expect(await violationsOf(paid)).toEqual([]);

  const declined = await pay(page, house.shop, 'insufficientFunds', 'voucher', 'AUTOMATIC');
  await typeCard(declined, 'challenge');
  const frame = cardFrame(declined);
  await frame.getByRole('button', { name: 'Yes, confirm the payment' }).click();
  await expect(declined.getByRole('heading', { name: 'Thank you' })).toBeVisible();

  const { id } = await lastPaymentOf(house.paydesk);
  await expectInList(list, id, /49\.90/);
  await expect(list.getByRole('row').filter({ hasText: '3220' }).first()).toContainText('49.90');
  await expect(list.getByRole('row').filter({ hasText: '9995' }).first()).toContainText('Declined');
  expect(heard.length).toBeGreaterThan(10);
  for (const { number } of TEST_CARDS)
    for (const request of heard) expect(request.replaceAll(/[^\d]/g, '')).not.toContain(number);
  await desk.close();
  await shopper.close();
});

// most of a minute of waiting: of the full form (ADR 104)
if (isFull)
  test('AM-103 a dispute that is raised at the counter stands in the open console, and so does how it ends, won and lost', async ({
    house,
    browser,
  }) => {
    test.setTimeout(patient(90_000));
    const desk = await browser.newContext();
    const list = await openConsole(desk, house.paydesk);
    const shopper = await browser.newContext();
    const page = await shopper.newPage();
    const counter = await shopper.newPage();
    for (const end of [
      { button: 'Win the dispute', says: /won/, badge: 'Dispute won', event: 'DISPUTE_WON' },
      { button: 'Lose the dispute', says: /lost/, badge: 'Dispute lost', event: 'DISPUTE_LOST' },
    ]) {
      const paid = await pay(page, house.shop, 'approve', 'voucher', 'AUTOMATIC');
      await paid.close();
      const { id } = await lastPaymentOf(house.paydesk);
      const detail = await desk.newPage();
      await detail.goto(`${house.paydesk.url}/transactions/${id}`);
      const refund = detail.getByRole('button', { name: 'Refund', exact: true });
      await expect(refund).toBeEnabled();

      await atTheCounter(counter, house.shop, 'Dispute the last payment', /is disputed/);
      const title = detail.locator('main');
      await expect(title.getByText('Disputed', { exact: true }).first()).toBeVisible();
      await expect(refund).toBeDisabled();
      await expectInList(list, id, /Disputed/);

      await atTheCounter(counter, house.shop, end.button, end.says);
      await expect(title.getByText(end.badge, { exact: true }).first()).toBeVisible();
      if (end.event === 'DISPUTE_WON') await expect(refund).toBeEnabled();
      else await expect(refund).toBeDisabled();
      const story = detail.getByRole('region', { name: 'Timeline' });
      await expect(story.getByText(`the dispute is ${end.says.source}`)).toBeVisible();
      await expectInList(list, id, new RegExp(end.badge));
      // the shop was told, and knows it for Paydesk's
      await expect(async () => {
        await counter.goto(`${house.shop}/counter`);
        const said = counter.getByRole('listitem').filter({ hasText: end.event });
        await expect(said.getByText('Verified')).toBeVisible({ timeout: 500 });
      }).toPass({ timeout: patient(15_000) });
      await detail.close();
    }
    await desk.close();
    await shopper.close();
  });

/** Who answers for the basket of the shop's button; its total is one bread board where the button's own counts. */
type Authorised = 'SIGNATURE' | 'CALLBACK' | 'WIDGET_TOTAL_AMOUNT';
const BOARD_CENTS = 24_90;
/** A walk is long; none of its steps is. */
const STEP_MS = 20_000;

const answeredBy = (paydesk: Paydesk, authorised: Authorised) =>
  onDatabase(paydesk, (client) =>
    client.query(
      `update widgets set order_authorization_type = $1, total_cents = $2::bigint, tax_cents = $2::bigint * 0
       where type = 'CHECKOUT' and status = 'ACTIVE'`,
      [authorised, authorised === 'WIDGET_TOTAL_AMOUNT' ? BOARD_CENTS : null],
    ),
  );

interface Walked {
  way: Way;
  authorised: Authorised;
  capture: Capture;
}

/** Every test card, from the shop to the batch of its day, with the console open beside it. */
async function walk(
  { paydesk, shop }: { paydesk: Paydesk; shop: string },
  browser: Browser,
  { way, authorised, capture }: Walked,
): Promise<void> {
  await answeredBy(paydesk, authorised);
  const desk = await browser.newContext();
  desk.setDefaultTimeout(STEP_MS);
  const list = await openConsole(desk, paydesk);
  const counter = await (await browser.newContext()).newPage();
  await counter.goto(`${shop}/counter`);
  const wanted = capture === 'MANUAL' ? 'Capture by hand' : 'Capture at once';
  const button = counter.getByRole('button', { name: wanted });
  if (await button.count()) await button.click();

  const paid: string[] = [];
  let kept: { detail: Page; purchase: Page } | undefined;
  // those that are disputed a minute later come first
  const cards = TEST_CARDS.toSorted((a, b) => Number(isLater(b.name)) - Number(isLater(a.name)));
  const of = new Map<string, string>();
  for (const { name } of cards)
    await test.step(name, async () => {
      // another shopper each, whose basket is empty
      const shopper = await browser.newContext();
      shopper.setDefaultTimeout(STEP_MS);
      await pay(await shopper.newPage(), shop, name, way, capture);
      await shopper.close();
      const { id, purchase } = await lastPaymentOf(paydesk);
      of.set(name, id);
      if (isRefused(name)) return expectInList(list, id, /Declined/);
      if (capture === 'MANUAL') {
        await expectInList(list, id, /Authorised/);
        const detail = await desk.newPage();
        await detail.goto(`${paydesk.url}/transactions/${id}`);
        await detail.getByRole('button', { name: 'Capture', exact: true }).click();
        const dialog = detail.getByRole('dialog', { name: 'Capture this payment' });
        await dialog.getByRole('button', { name: /^Capture/ }).click();
        await expect(detail.getByText('Payment has been captured')).toBeVisible();
        await detail.close();
      }
      await expectInList(list, id, /Success/);
      paid.push(id);
      if (name !== 'approve') return;
      kept = { detail: await desk.newPage(), purchase: await desk.newPage() };
      await kept.detail.goto(`${paydesk.url}/transactions/${id}`);
      await kept.purchase.goto(`${paydesk.url}/purchases/${purchase}`);
      await expect(kept.purchase.getByText('Settled', { exact: true }).first()).toBeVisible();
      const fields = await fieldsOf(kept.detail, 'Details');
      expect(fields.map(([label]) => label)).toContain('Batch Id');
    });

  await test.step('disputes a minute later', async () => {
    for (const [name, words] of [
      ['disputeLater', /Disputed/],
      ['disputeWon', /Dispute won/],
      ['disputeLost', /Dispute lost/],
    ] as const)
      await expect(() => expectInList(list, of.get(name)!, words)).toPass({
        timeout: patient(180_000),
      });
  });

  await test.step('a week later', async () => {
    await atTheCounter(counter, shop, 'Let a week pass', /A week has passed/);
    const batch = /\b100\d{9}\b/;
    await expect(kept!.detail.getByText(batch).first()).toBeVisible({ timeout: patient(60_000) });
    await expect
      .poll(() => settledOf(paydesk, paid), { timeout: patient(60_000) })
      .toEqual(paid.map(() => 'SUCCESS SETTLED PAID in its batch'));
    const [shown] = batch.exec(await kept!.detail.locator('main').innerText())!;
    await list.goto(`${paydesk.url}/transactions?f_batchId=${shown}&size=100`);
    for (const id of paid)
      await expect(list.locator(`a[href*="${id}"]`).first(), `${id} in the batch`).toBeVisible();
  });
  await desk.close();
  await counter.context().close();
}

const isLater = (name: string) => name.startsWith('dispute');

/** How each stands, in the order asked. */
async function settledOf(paydesk: Paydesk, ids: readonly string[]): Promise<string[]> {
  const rows = await rowsOf<{ id: string; words: string }>(
    paydesk,
    `select t.id, concat_ws(' ', t.status, p.status, o.status, case
         when t.batch_id = m.merchant_number || to_char(t.captured_date at time zone 'UTC', 'YYMMDD')
         then 'in its batch' else 'in no batch' end) as words
     from transactions t join merchants m on m.id = t.merchant_id
     join purchases p on p.id = t.purchase_id join orders o on o.id = t.order_id
     where t.id = any($1)`,
    [ids],
  );
  return ids.map((id) => rows.find((row) => row.id === id)?.words ?? 'none');
}

if (isFull)
  for (const walked of [
    { way: 'basket', authorised: 'SIGNATURE', capture: 'AUTOMATIC' },
    { way: 'basket', authorised: 'SIGNATURE', capture: 'MANUAL' },
    { way: 'basket', authorised: 'CALLBACK', capture: 'AUTOMATIC' },
    { way: 'basket', authorised: 'CALLBACK', capture: 'MANUAL' },
    { way: 'basket', authorised: 'WIDGET_TOTAL_AMOUNT', capture: 'AUTOMATIC' },
    { way: 'basket', authorised: 'WIDGET_TOTAL_AMOUNT', capture: 'MANUAL' },
    // a voucher's page says nothing of when it is captured
    { way: 'voucher', authorised: 'CALLBACK', capture: 'AUTOMATIC' },
  ] as const)
    test(`AM-103 from the shop to the settled batch by every test card: ${walked.way}, ${walked.authorised}, captured ${walked.capture}`, async ({
      house,
      browser,
    }) => {
      test.setTimeout(900_000);
      await walk(house, browser, walked);
    });
