import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckoutView } from '@paydesk/contract/resources/checkouts.ts';
import type { TestCardName } from '@paydesk/contract/test-cards.ts';
import type pg from 'pg';
import { insertWidget } from '../../../apps/server/src/seed/factories/widgets.ts';
import { newShopper, SHOPPER } from '../../../apps/server/src/testing/checkouts.ts';
import { call } from '../../../apps/server/src/testing/processes.ts';
import { answerChallenge, typeCard } from '../../../apps/server/src/testing/shopper.ts';
import { median } from '../../quantile.ts';

const AMOUNT_CENTS = 49_90;
const CARDS: readonly TestCardName[] = [
  'approve',
  'insufficientFunds',
  'challenge',
  'approveMastercard',
  'failedChallenge',
  'approve',
];
const PATIENCE_MS = 60_000;

/** A button of the demo's shop, 49.90 EUR. */
async function button(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `select merchant_id as id from users where email = 'owner@amber.test'`,
  );
  const given = { merchantId: rows[0]!.id, type: 'INSTANT', totalAmount: AMOUNT_CENTS / 100 };
  return (await insertWidget(pool as never, given as never)).id;
}

/** From the button to an end on the shopper's page, as the page itself asks; says how it ended. */
async function buy(url: string, widget: string, card: TestCardName): Promise<'paid' | 'declined'> {
  const from = newShopper();
  const say = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
    const answer = await call(url + path, { method, from, ...(body && { body }) });
    if (answer.status !== 200)
      throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
    return JSON.parse(answer.text) as CheckoutView;
  };
  const { id } = await say('POST', '/api/checkouts', { widget });
  const at = `/api/checkouts/${id}`;
  await say('PUT', at, SHOPPER);
  const { page } = await say('POST', `${at}/pay`, { frame: false, consent: true });
  await typeCard(page!.url, card);
  await say('POST', `${at}/continue`, {});
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end;) {
    const view = await say('GET', at);
    if (view.state === 'paid' || view.state === 'declined') return view.state;
    if (view.state === 'challenge' && view.page) {
      await answerChallenge(view.page.url, card === 'failedChallenge' ? 'fail' : 'approve');
      await say('POST', `${at}/continue`, {});
    } else await sleep(50);
  }
  throw new Error(`The checkout ${id} comes to no end`);
}

const SUCCEEDS = (card: TestCardName) => !['insufficientFunds', 'failedChallenge'].includes(card);

/**
 * Shoppers who pay on the hosted page, several at once and each card in turn: who is told 'paid' has a captured payment
 * and a paid order once, who is told 'declined' has none. Gives how long one takes from button to end, alone.
 */
export async function pay(url: string, pool: pg.Pool, shoppers: number) {
  await pool.query('update rules set active = false');
  const widget = await button(pool);
  const alone: number[] = [];
  for (let nth = -1; nth < 5; nth++) {
    const begun = performance.now();
    await buy(url, widget, 'approve');
    if (nth >= 0) alone.push(performance.now() - begun);
  }
  const cards = Array.from({ length: shoppers }, (_, nth) => CARDS[nth % CARDS.length]!);
  const ends = await Promise.all(
    cards.map(async (card) => ({ card, end: await buy(url, widget, card) })),
  );
  const wrong = ends.filter(({ card, end }) => (end === 'paid') !== SUCCEEDS(card));
  if (wrong.length) throw new Error(`Ended otherwise: ${JSON.stringify(wrong)}`);
  const paid = ends.filter(({ end }) => end === 'paid').length + 6;
  const { rows } = await pool.query<{ words: string; n: string }>(
    `select o.status as words, count(*)::text as n from orders o
     join checkouts c on c.order_id = o.id and c.merchant_id = o.merchant_id
     where c.widget_id = $1 group by 1`,
    [widget],
  );
  const standing = Number(rows.find(({ words }) => words === 'PAID')?.n ?? 0);
  if (standing !== paid)
    throw new Error(`${paid} were told that they paid: ${JSON.stringify(rows)}`);
  return { paid, declined: ends.length + 6 - paid, ms: median(alone) };
}
