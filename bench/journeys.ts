import type { Page } from '@playwright/test';
import {
  askLoanBack,
  blockCustomer,
  copyCode,
  exportLastMonth,
  handOn,
  inviteOperator,
  letPass,
  makeLink,
  refundBy,
  seeWhy,
  seeYesterday,
  type Hand,
} from '../e2e/hand.ts';
import { onDemo, signInTo } from './demo.ts';
import { median } from '../scripts/quantile.ts';

/**
 * `npm run bench -- journeys`: what people come for most, from the first screen after sign-in, in clicks and
 * seconds: of the hand by the keystroke-level model, and of the console by the clock; the median of so many rounds, as
 * the demo has four payments in review.
 */
const ROUNDS = 3;

type Journeys = Readonly<Record<string, (hand: Hand, round: number) => Promise<void>>>;

const OF_A_MERCHANT: Journeys = {
  'yesterday’s business against its counterpart': seeYesterday,
  'why a payment failed': (hand) =>
    seeWhy(
      hand,
      hand.page.locator('tbody tr').filter({ hasText: /Failed|Declined/ }),
      hand.page.getByRole('heading', { level: 1, name: / EUR$/ }),
    ),
  'a refund, by last four digits and amount': async (hand, round) => {
    const { page } = hand;
    // whose complaint it is
    await page.goto('/transactions?f_status=SUCCESS&f_type=PAYMENT');
    // some were paid by no card
    const row = page
      .locator('tbody tr')
      .filter({ hasText: /•• \d{4}/ })
      .nth(round);
    const [amount] = /\d+\.\d\d/.exec(await row.locator('[data-kind=amount]').first().innerText())!;
    const [, card] = /•• (\d{4})/.exec(await row.innerText())!;
    await page.goto('/');
    await refundBy(hand, { amount, card: card! });
  },
  'the export of last month’s transactions': exportLastMonth,
  'an operator invited': (hand, round) => inviteOperator(hand, `nils.${round}@amber.test`),
  'a payment link': makeLink,
  'a loan asked back': (hand, round) =>
    askLoanBack(
      hand,
      hand.page.locator('tbody tr[data-href]').filter({ hasText: 'Confirmed' }).nth(round),
    ),
  'a widget’s code copied': copyCode,
};

const OF_STAFF: Journeys = {
  'a customer blocked, by name': async (hand, round) => {
    const { page } = hand;
    await page.goto('/customers?f_status=ACTIVE');
    const cells = page.locator('tbody tr[data-href]').nth(round).getByRole('cell');
    const name = `${await cells.nth(1).innerText()} ${await cells.nth(2).innerText()}`;
    await page.goto('/');
    await blockCustomer(hand, name, name);
  },
  'a held payment let pass': letPass,
};

async function measure(page: Page, journeys: Journeys): Promise<void> {
  for (const [what, go] of Object.entries(journeys)) {
    const hands: Hand[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await page.goto('/');
      const hand = handOn(page);
      await go(hand, round);
      hands.push(hand);
    }
    const [{ count, seconds }] = hands as [Hand];
    const waited = median(hands.map((hand) => hand.count.waited));
    console.log(
      `${what.padEnd(46)} ${count.clicks} clicks ${count.fields} fields ${String(count.keys).padStart(3)} keys` +
        `   hand ${seconds().toFixed(1).padStart(4)} s   console ${waited.toFixed(1)} s`,
    );
  }
}

await onDemo(async (page: Page) => {
  // merchants are told of the new portal first
  const notice = page.getByRole('button', { name: 'Continue to the console' });
  await page.addLocatorHandler(notice, (button) => button.click());
  for (const [who, journeys] of [
    ['owner@amber.test', OF_A_MERCHANT],
    ['admin@paydesk.test', OF_STAFF],
  ] as const) {
    await page.context().clearCookies();
    await signInTo(page, '/', who);
    await page.getByRole('button', { name: 'Search' }).waitFor();
    await measure(page, journeys);
    await page.evaluate(() => localStorage.clear());
  }
});
