import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { TEST_CARDS, type TestCardName } from '@paydesk/contract/test-cards.ts';
import { Client } from 'pg';
import { testDatabase, type TestDatabase } from '../../platform/db/testing.ts';
import { answerChallenge, leaveCard, typeCard } from '../../testing/shopper.ts';
import { sandboxLine, type Sandbox } from '../acquirer-sandbox.ts';
import { withTimeout } from '../with-timeout.ts';
import type { Acquirer, AuthorisationRequest, SettlementLine } from '../acquirer.ts';

const TIMEOUT_MS = 1500;
const RETURN = 'http://shop.test/back?a=1&b=2';

const authorisation = (
  { token, paymentId }: { token: string; paymentId: string },
  given: Partial<AuthorisationRequest> = {},
): AuthorisationRequest & { noticeTo: string } => ({
  operationId: randomUUIDv7(),
  kind: 'AUTHORISE',
  transactionId: paymentId,
  amountCents: 24_90n,
  currency: 'EUR',
  token,
  threeDSecure: 'asNeeded',
  returnTo: RETURN,
  frame: false,
  noticeTo: 'http://desk.test/gateway-notices/acquirer',
  ...given,
});

const MERCHANT = randomUUIDv7();
const exchanged = (of: 'Y' | 'N') => `AReq, ARes C, CReq, CRes ${of}, RReq ${of}`;

describe('the pages of the sandbox acquirer', () => {
  let database: TestDatabase;
  let client: Client;
  let books: Sandbox;
  let acquirer: Acquirer;
  before(async () => {
    database = await testDatabase();
    client = new Client(database.url);
    await client.connect();
    books = sandboxLine({
      databaseUrl: database.url,
      timeoutMs: TIMEOUT_MS,
      lateMs: 2 * TIMEOUT_MS,
      disputeMs: 0,
    });
    acquirer = withTimeout(books, TIMEOUT_MS);
  });
  after(async () => {
    await acquirer.close();
    await client.end();
    await database.drop();
  });

  async function open(frame = false) {
    const sessionId = randomUUIDv7();
    const request = {
      sessionId,
      paymentId: sessionId,
      merchantId: MERCHANT,
      merchantName: 'Amber & Oak <b>',
      amountCents: 24_90n,
      currency: 'EUR',
      returnTo: RETURN,
      frame,
    };
    const page = await acquirer.openCardPage(request);
    assert.ok(page.outcome === 'opened');
    return { ...request, url: page.url, request };
  }

  async function cardOf(name: TestCardName) {
    const { url, sessionId } = await open();
    assert.equal(await typeCard(url, name), RETURN);
    const answer = await acquirer.inquireCard(sessionId);
    assert.ok(answer.outcome === 'card');
    return { ...answer.card, paymentId: sessionId };
  }

  test('AM-103 a card page is opened once, says what is wrong by the field, and gives a token in place of the number', async () => {
    const { url, sessionId, request } = await open();
    assert.deepEqual(await acquirer.openCardPage(request), {
      outcome: 'opened',
      url,
      framed: true,
    });
    const other = await acquirer.openCardPage({ ...request, amountCents: 1n });
    assert.equal(other.outcome, 'refused');
    assert.deepEqual(await acquirer.inquireCard(sessionId), { outcome: 'open' });

    const shown = await fetch(url);
    const policy = shown.headers.get('content-security-policy')!;
    assert.match(policy, /script-src 'none'; frame-ancestors 'none'$/);
    const words = await shown.text();
    assert.match(words, /Pay Amber &amp; Oak &lt;b&gt;/);
    // it leads back to what was typed before, and cancels nothing
    assert.match(words, /Back to your details/);
    assert.doesNotMatch(words, />\s*Cancel/);
    const wrong = async (form: Record<string, string>) => {
      const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(form) });
      const text = await answer.text();
      const errors = [...text.matchAll(/id="(\w+)-error">([^<]+)</g)].map(
        ([, field, words]) => `${field}: ${words}`,
      );
      return [answer.status, ...errors];
    };
    assert.deepEqual(await wrong({}), [
      422,
      'number: Type the number on the card',
      'expires: Type month and year, such as 12 / 30',
      'cvc: Type the 3 digits on the back',
    ]);
    assert.deepEqual(await wrong({ number: '4242424242424241', expires: '01/20', cvc: '12' }), [
      422,
      'number: This number is not right: look for a wrong digit',
      'expires: The card has expired',
      'cvc: Type the 3 digits on the back',
    ]);
    // passes Luhn, and might be somebody's
    assert.deepEqual(await wrong({ number: '4012888888881881', expires: '13/39', cvc: '123' }), [
      422,
      'number: The sandbox takes test cards alone: never type a real card here',
      'expires: Type month and year, such as 12 / 30',
    ]);
    assert.deepEqual(await wrong({ number: '3782 822463 10005', expires: '12/39', cvc: '123' }), [
      422,
      'cvc: Type the 4 digits on the front',
    ]);
    assert.deepEqual(await acquirer.inquireCard(sessionId), { outcome: 'open' });

    // clicks at once, other cards among them: one card is taken, and all lead back
    const clicks = await Promise.all(
      ['4242424242424242', '4000000000009987', '4242 4242 4242 4242', '4000000000000002'].map(
        async (number) => {
          const body = new URLSearchParams({ number, expires: '12/39', cvc: '123' });
          return (await fetch(url, { method: 'POST', body })).url;
        },
      ),
    );
    assert.deepEqual(new Set(clicks), new Set([`${url}/done`]));
    const typed = await acquirer.inquireCard(sessionId);
    assert.ok(typed.outcome === 'card');
    assert.match(typed.card.token, /^card_[0-9a-f]{32}$/);
    const again = await fetch(url);
    assert.match(again.url, /\/done$/, 'back and reload lead on');
    assert.match(await again.text(), /content="0; url=http:\/\/shop\.test\/back\?a=1&amp;b=2"/);
    assert.deepEqual(await acquirer.inquireCard(sessionId), typed);

    const { rows } = await client.query<{ kept: string }>(
      `select string_agg(t::text, ' ') as kept from (
         select to_jsonb(a) as t from acquirer_sandbox.cards a union all
         select to_jsonb(b) from acquirer_sandbox.card_pages b union all
         select to_jsonb(c) from acquirer_sandbox.card_page_ends c) all_of_them`,
    );
    for (const { number } of TEST_CARDS) assert.ok(!rows[0]!.kept.includes(number));

    const left = await open(true);
    const framed = (await fetch(left.url)).headers.get('content-security-policy')!;
    assert.match(framed, /frame-ancestors http:\/\/shop\.test$/);
    assert.equal(await leaveCard(left.url), RETURN);
    assert.equal((await acquirer.inquireCard(left.sessionId)).outcome, 'abandoned');
    assert.equal((await acquirer.openCardPage(left.request)).outcome, 'refused');
    const never = randomUUIDv7();
    assert.equal((await acquirer.inquireCard(never)).outcome, 'abandoned');
    const late = await acquirer.openCardPage({ ...request, sessionId: never });
    assert.equal(late.outcome, 'refused', 'what was said to be over does not begin');
    assert.equal((await fetch(url.replace(/.{12}$/, '000000000000'))).status, 404);
  });

  test('AM-103 every test card does what its words say, and a capture takes no more than was held', async () => {
    const declines = {
      insufficientFunds: ['Insufficient funds', '51'],
      lostCard: ['Lost card', '41'],
      doNotHonour: ['Do not honour', '05'],
      expiredCard: ['Expired card', '54'],
    } as const;
    for (const [name, [reason, code]] of Object.entries(declines)) {
      const answer = await acquirer.authorise(authorisation(await cardOf(name as TestCardName)));
      assert.ok(answer.outcome === 'declined');
      assert.deepEqual([answer.reason, answer.code], [reason, code]);
    }
    const good = await cardOf('approveMastercard');
    assert.deepEqual([good.first6, good.last4, good.scheme], ['555555', '4444', 'MASTERCARD']);
    const request = authorisation(good);
    const approved = await acquirer.authorise(request);
    assert.ok(approved.outcome === 'approved');
    assert.deepEqual([approved.authentication?.result, approved.authentication?.eci], ['Y', '02']);
    assert.match(approved.networkReference!, /^NT[0-9A-F]{13}$/);
    assert.deepEqual(await acquirer.authorise(request), approved, 'sent again');
    assert.deepEqual(await acquirer.inquireAuthorisation(request.operationId), approved);
    const anew = await acquirer.authorise({ ...request, amountCents: 1n });
    assert.equal(anew.outcome, 'declined', 'its id stands for another');
    const money = { transactionId: good.paymentId, currency: 'EUR' };
    const capture = (amountCents: bigint) =>
      acquirer.move({ ...money, operationId: randomUUIDv7(), kind: 'CAPTURE', amountCents });
    assert.equal((await capture(20_00n)).outcome, 'approved');
    assert.equal((await capture(4_91n)).outcome, 'declined');

    const lost = authorisation(await cardOf('lostAnswer'));
    assert.equal((await acquirer.authorise(lost)).outcome, 'unknown');
    assert.equal((await acquirer.inquireAuthorisation(lost.operationId)).outcome, 'approved');

    const late = authorisation(await cardOf('lateAnswer'));
    assert.equal((await acquirer.authorise(late)).outcome, 'unknown');
    assert.equal((await acquirer.inquireAuthorisation(late.operationId)).outcome, 'unknown');
    await wait(2 * TIMEOUT_MS);
    assert.equal((await acquirer.inquireAuthorisation(late.operationId)).outcome, 'approved');

    const unheard = randomUUIDv7();
    assert.equal((await acquirer.inquireAuthorisation(unheard)).outcome, 'declined');
    const closed = await acquirer.authorise({ ...authorisation(good), operationId: unheard });
    assert.equal(closed.outcome, 'declined', 'what was said never to have come is not done');
    const stranger = authorisation({ token: 'card_unknown', paymentId: randomUUIDv7() });
    assert.equal((await acquirer.authorise(stranger)).outcome, 'declined');

    const disputed = await cardOf('disputeLater');
    const held = authorisation(disputed);
    await acquirer.authorise(held);
    assert.deepEqual(await books.disputes.due(), []);
    await acquirer.move({
      operationId: randomUUIDv7(),
      kind: 'CAPTURE',
      transactionId: disputed.paymentId,
      amountCents: 24_90n,
      currency: 'EUR',
    });
    const [due] = await books.disputes.due();
    assert.equal(due!.noticeTo, held.noticeTo);
    const { kind, paymentId, amountCents, status } = due!.notice;
    assert.deepEqual(
      [kind, paymentId, amountCents, status],
      ['DISPUTE', disputed.paymentId, 2490, 'OPEN'],
    );
    await books.disputes.taken(due!.notice.noticeId);
    assert.deepEqual(await books.disputes.due(), []);
    // who decides it is pressed once; and of the other two cards the bank decides by itself
    const decide = (becomes: 'WON' | 'LOST') => books.disputes.decideLast(MERCHANT, becomes);
    assert.deepEqual([await decide('WON'), await decide('LOST')], [true, false]);
    const [won] = await books.disputes.due();
    assert.deepEqual([won!.notice.disputeId, won!.notice.status], [due!.notice.disputeId, 'WON']);
    await books.disputes.taken(won!.notice.noticeId);
    for (const [name, ends] of [
      ['disputeWon', 'WON'],
      ['disputeLost', 'LOST'],
    ] as const) {
      const paid = await cardOf(name);
      await acquirer.authorise(authorisation(paid));
      await acquirer.move({
        operationId: randomUUIDv7(),
        kind: 'CAPTURE',
        transactionId: paid.paymentId,
        amountCents: 24_90n,
        currency: 'EUR',
      });
      const told = await books.disputes.due();
      assert.deepEqual(
        told.map(({ notice }) => notice.status),
        ['OPEN', ends],
      );
      for (const { notice } of told) await books.disputes.taken(notice.noticeId);
    }

    // of each day that it has booked on: midnight may have come between
    const { rows: booked } = await client.query<{ day: string }>(
      `select distinct (created_date at time zone 'UTC')::date::text as day from acquirer_sandbox.ledger`,
    );
    const lines: SettlementLine[] = [];
    for (const { day } of booked) {
      const settled = await acquirer.settlement(day);
      assert.ok(settled.outcome === 'settled');
      lines.push(...settled.lines);
    }
    const lineOf = (id: string) => lines.find((line) => line.paymentId === id);
    assert.deepEqual(lineOf(good.paymentId), {
      paymentId: good.paymentId,
      capturedCents: 20_00n,
      refundedCents: 0n,
      feeCents: 49n,
      currency: 'EUR',
      payout: null,
    });
    assert.equal(lines.length, 4, 'what is held alone is not settled');
  });

  test('AM-103 the payer’s bank asks: confirmed, refused, given up, disbelieved, and once alone', async () => {
    const card = await cardOf('challenge');
    const ask = async (given = card, threeDSecure: 'required' | 'asNeeded' = 'asNeeded') => {
      const request = authorisation({ ...given, paymentId: randomUUIDv7() }, { threeDSecure });
      const answer = await acquirer.authorise(request);
      assert.ok(answer.outcome === 'action', answer.outcome);
      assert.equal(answer.authentication?.liabilityShift, false);
      assert.deepEqual(await acquirer.inquireAuthorisation(request.operationId), answer);
      return { request, url: answer.url };
    };
    const came = async (answer: 'approve' | 'fail' | 'cancel', given = card) => {
      const { request, url } = await ask(given);
      assert.equal(await answerChallenge(url, answer), RETURN);
      const capture = {
        ...request,
        operationId: randomUUIDv7(),
        kind: 'CAPTURE' as const,
        token: undefined,
      };
      const { operationId, kind, transactionId, amountCents, currency } = capture;
      const taken = await acquirer.move({
        operationId,
        kind,
        transactionId,
        amountCents,
        currency,
      });
      const said = await acquirer.inquireAuthorisation(request.operationId);
      assert.ok(said.outcome === 'approved' || said.outcome === 'declined');
      const { result, eci, liabilityShift, messages } = said.authentication!;
      const types = messages.map(({ type, result: of }) => (of ? `${type} ${of}` : type));
      const code = said.outcome === 'declined' ? said.code : null;
      return [said.outcome, code, result, eci, liabilityShift, types.join(', '), taken.outcome];
    };
    const not = (code: string) => ['declined', code, 'N', '07', false, exchanged('N'), 'declined'];
    assert.deepEqual(await came('approve'), [
      'approved',
      null,
      'Y',
      '05',
      true,
      exchanged('Y'),
      'approved',
    ]);
    assert.deepEqual(await came('fail'), not('AUTHENTICATION_FAILED'));
    assert.deepEqual(await came('cancel'), not('AUTHENTICATION_CANCELLED'));
    const disbelieved = await cardOf('failedChallenge');
    assert.deepEqual(await came('approve', disbelieved), not('AUTHENTICATION_FAILED'));

    const given = await ask();
    const giveUp = {
      operationId: randomUUIDv7(),
      kind: 'CANCEL',
      transactionId: given.request.transactionId,
      amountCents: 24_90n,
      currency: 'EUR',
    } as const;
    assert.equal((await acquirer.move(giveUp)).outcome, 'approved');
    const over = await acquirer.inquireAuthorisation(given.request.operationId);
    assert.ok(over.outcome === 'declined' && over.code === 'CANCELLED');
    assert.match((await fetch(given.url)).url, /\/done$/, 'there is nothing to answer any more');

    // whoever must be asked is asked, whatever the card
    const { request, url } = await ask(await cardOf('approve'), 'required');
    const page = await (await fetch(url)).text();
    assert.match(page, /24\.90 EUR/);
    assert.match(page, /ends in\s+4242/);
    await answerChallenge(url, 'approve');
    const [again, second] = [
      await fetch(url),
      await fetch(url, { method: 'POST', body: 'answer=fail' }),
    ];
    assert.match(again.url, /\/done$/);
    assert.match(second.url, /\/done$/);
    assert.equal((await acquirer.inquireAuthorisation(request.operationId)).outcome, 'approved');
  });
});
