import assert from 'node:assert/strict';
import { TEST_CARDS, type TestCardName } from '@paydesk/contract/test-cards.ts';

/** A shopper without a browser: types a card into the acquirer's page, and answers the one of the bank. */

/** Sends a form, goes where it leads, and gives the address that the page then sends the shopper back to. */
async function send(url: string, form: Record<string, string>): Promise<string> {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(form) });
  const text = await answer.text();
  assert.equal(answer.status, 200, `${url}: ${text}`);
  const [, to] = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(text) ?? [];
  assert.ok(to, `no way back from ${url}`);
  return to.replaceAll('&amp;', '&');
}

async function open(url: string, has: string): Promise<void> {
  const answer = await fetch(url);
  assert.equal(answer.status, 200, url);
  assert.match(await answer.text(), new RegExp(`name="${has}"`), 'the form is there');
}

interface TypedCard {
  /** MM/YY */
  expires?: string;
  cvc?: string;
}

/** Types a test card; gives where the page leads back to. Another expiry is another card. */
export async function typeCard(
  pageUrl: string,
  name: TestCardName = 'approve',
  { expires = '12/39', cvc }: TypedCard = {},
): Promise<string> {
  const card = TEST_CARDS.find((one) => one.name === name)!;
  await open(pageUrl, 'number');
  const code = cvc ?? (card.scheme === 'AMEX' ? '1234' : '123');
  return send(pageUrl, { number: card.number, expires, cvc: code });
}

/** Goes back from the card's page without typing one. */
export const leaveCard = (pageUrl: string): Promise<string> => send(pageUrl, { cancel: 'yes' });

export async function answerChallenge(
  url: string,
  answer: 'approve' | 'fail' | 'cancel' = 'approve',
): Promise<string> {
  await open(url, 'answer');
  return send(url, { answer });
}
