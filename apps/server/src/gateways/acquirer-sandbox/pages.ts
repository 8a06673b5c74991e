import { cut } from '@paydesk/contract/kernel/texts.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { TEST_CARDS, testCardOf } from '@paydesk/contract/test-cards.ts';
import type { Authorisations } from './authorisations.ts';
import type { CardPages } from './cards.ts';
import { answering, formOf, serve, type Pages, type Where } from '../sandbox-pages/serve.ts';
import { donePage, lostPage } from '../sandbox-pages/shell.ts';
import { cardPage, challengePage, type CardErrors, type Typed } from './html.ts';

/**
 * The pages of the acquirer and of the payer's bank, on an address of their own: what is typed here never
 * comes near Paydesk. They need no script and no cookie; a page is opened by its random key alone.
 */

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const PATH = new RegExp(`^/(card|challenge)/(${UUID})(/done)?$`, 'i');
const EMPTY: Typed = { number: '', expires: '', cvc: '' };
const ANSWERS = { approve: 'CONFIRMED', fail: 'REFUSED', cancel: 'CANCELLED' } as const;

export interface PagesOf {
  cards: CardPages;
  authorisations: Authorisations;
}

/** Serves them; a port that is taken by now gives way to a free one. */
export const servePages = (books: PagesOf, where?: Where): Promise<Pages> =>
  serve((request, response) => answer(books, request, response), where);

async function answer(
  books: PagesOf,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const ways = answering(request, response);
  const { nonce } = ways;
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://pages.test');
  const [, kind = '', key = '', done] = PATH.exec(pathname) ?? [];
  const isCard = kind.toLowerCase() === 'card';
  const found = !key
    ? null
    : isCard
      ? await books.cards.at(key)
      : await books.authorisations.at(key);
  const parent = found?.frame ? new URL(found.returnTo).origin : null;
  const say = (status: number, body: string) => ways.page(status, parent, body);
  const toDone = () => ways.to(`/${kind}/${key}/done`);

  if (!found) return void say(404, lostPage(nonce));
  const { returnTo } = found;
  if (done)
    return void say(200, donePage({ nonce, framedIn: parent, returnTo, over: !found.ended }));
  if (!ways.isAllowed()) return;
  const form = request.method === 'POST' ? await formOf(request) : null;
  // reload, back, a second click: it leads on to where the first one led
  if (found.ended) return toDone();
  const shown = { ...found, nonce, framedIn: parent };
  if ('operationId' in found) {
    if (!form)
      return void say(200, challengePage({ ...shown, issuer: found.issuer, last4: found.last4 }));
    const result = ANSWERS[form.get('answer') as keyof typeof ANSWERS] as
      | (typeof ANSWERS)[keyof typeof ANSWERS]
      | undefined;
    if (!result)
      return void say(422, challengePage({ ...shown, issuer: found.issuer, last4: found.last4 }));
    await books.authorisations.answer(found.operationId, result);
    return toDone();
  }
  if (!form) {
    const used = TEST_CARDS.find(({ name }) => name === searchParams.get('use'));
    const typed = used ? filled(used.number, used.scheme === 'AMEX') : EMPTY;
    return void say(200, cardPage(shown, typed, {}));
  }
  if (form.has('cancel')) {
    await books.cards.giveUp(found.sessionId);
    return toDone();
  }
  const text = (name: keyof Typed) => cut(form.get(name) ?? '', 40).trim();
  const typed: Typed = { number: text('number'), expires: text('expires'), cvc: text('cvc') };
  const { errors, expires } = check(typed, new Date());
  const card = testCardOf(typed.number);
  // the code is never shown again
  if (Object.keys(errors).length || !card || !expires)
    return void say(422, cardPage(shown, { ...typed, cvc: '' }, errors));
  await books.cards.typed(found.sessionId, card, expires);
  return toDone();
}

const filled = (number: string, amex: boolean): Typed => ({
  number: number.replace(/(\d{4})(?=\d)/g, '$1 '),
  expires: `12 / ${String(new Date().getUTCFullYear() + 3).slice(2)}`,
  cvc: amex ? '1234' : '123',
});

/** What is wrong with what was typed, by the field; and the expiry as YYYY-MM where it can be read. */
export function check(typed: Typed, now: Date): { errors: CardErrors; expires: string | null } {
  const errors: CardErrors = {};
  const number = typed.number.replace(/[\s-]/g, '');
  const card = testCardOf(number);
  if (!number) errors.number = 'Type the number on the card';
  else if (!/^\d{12,19}$/.test(number) || !passesLuhn(number))
    errors.number = 'This number is not right: look for a wrong digit';
  else if (!card) errors.number = 'The sandbox takes test cards alone: never type a real card here';
  const [, month, year] = /^(0?[1-9]|1[0-2])\s*\/?\s*(?:20)?(\d\d)$/.exec(typed.expires) ?? [];
  const expires = month && year ? `20${year}-${month.padStart(2, '0')}` : null;
  if (!expires) errors.expires = 'Type month and year, such as 12 / 30';
  else if (expires < now.toISOString().slice(0, 7)) errors.expires = 'The card has expired';
  else if (Number(year) > (now.getUTCFullYear() % 100) + 20)
    errors.expires = 'This year is too far away';
  const digits = card?.scheme === 'AMEX' || /^3[47]/.test(number) ? 4 : 3;
  if (!new RegExp(`^\\d{${digits}}$`).test(typed.cvc))
    errors.cvc = digits === 4 ? 'Type the 4 digits on the front' : 'Type the 3 digits on the back';
  return { errors, expires };
}

const passesLuhn = (number: string) =>
  [...number]
    .toReversed()
    .map((digit, nth) => (nth % 2 ? Number(digit) * 2 : Number(digit)))
    .reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0) %
    10 ===
  0;
