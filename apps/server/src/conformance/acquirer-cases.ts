import { randomUUIDv7 } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  PATHS,
  type AcquirerOperation,
  type SettlementAnswered,
} from '../gateways/protocol/messages.ts';
import {
  lineOf,
  mustBe,
  mustBeSame,
  operationFor,
  raw,
  RETURN_TO,
  type Case,
  type Tried,
} from './trying.ts';

/** What is done to one payment, by a token that the test mode knows. */
export function paymentOf(tried: Tried, token: string) {
  const { answers } = tried;
  const payment = operationFor(tried, 'approved') as AcquirerOperation;
  const ways = {
    AUTHORISE: {
      token,
      threeDSecure: 'asNeeded',
      returnTo: RETURN_TO,
      noticeTo: answers.noticeUrl,
    },
    CHARGE: { token },
  } as const;
  const operation = (kind: AcquirerOperation['kind'], operationId: string = randomUUIDv7()) => ({
    ...payment,
    operationId,
    kind,
    ...(kind === 'AUTHORISE' || kind === 'CHARGE' ? ways[kind] : {}),
  });
  const of = (kind: AcquirerOperation['kind']) => lineOf(tried).operate(operation(kind));
  return { paymentId: payment.paymentId, amountCents: payment.amountCents, operation, of };
}

/** What is an acquirer's alone. */
export const ACQUIRER_CASES: Readonly<Record<string, Case>> = {
  async 'card page'(tried) {
    const line = lineOf(tried);
    const page = {
      sessionId: randomUUIDv7(),
      paymentId: randomUUIDv7(),
      merchantId: randomUUIDv7(),
      merchantName: 'Conformance Shop',
      amountCents: 12_50,
      currency: 'EUR',
      returnTo: RETURN_TO,
      frame: false,
    };
    const [first, again] = [await line.openCardPage(page), await line.openCardPage(page)];
    if (first.outcome !== 'opened') throw new Error(`a card page is ${first.outcome}, not opened`);
    if (!isDeepStrictEqual(first, again)) throw new Error('opened again, it is another page');
    const status = await raw(
      tried,
      PATHS.cardPages,
      JSON.stringify({ ...page, amountCents: 12_51 }),
    );
    if (status !== 409)
      throw new Error(`another card page under a known id is answered ${status}, not 409`);
    const shown = await fetch(first.url, { signal: AbortSignal.timeout(tried.timeoutMs) });
    await shown.body?.cancel();
    if (!shown.ok) throw new Error(`the page itself is answered ${shown.status}`);
    const { outcome } = await line.card(page.sessionId);
    if (outcome !== 'open') throw new Error(`a page where nobody typed is ${outcome}, not open`);
    const never = randomUUIDv7();
    const asked = await line.card(never);
    if (asked.outcome !== 'abandoned')
      throw new Error(`a page that was never opened is ${asked.outcome}, not abandoned`);
    const late = await line.openCardPage({ ...page, sessionId: never });
    if (late.outcome !== 'refused')
      throw new Error(`a page that was said to be abandoned is ${late.outcome}, not refused`);
  },

  async authorise(tried) {
    const line = lineOf(tried);
    const operation = paymentOf(tried, 'test_approved').operation('AUTHORISE');
    const answer = await line.operate(operation);
    mustBe(answer, 'approved', 'an authorisation by a good token');
    mustBeSame(answer, await line.operate(operation), 'sent again, it is answered otherwise');
    const asked = await line.inquire(operation.operationId);
    mustBeSame(answer, asked, 'asked, it says something else');
    mustBe(
      await paymentOf(tried, 'test_declined').of('AUTHORISE'),
      'declined',
      'an authorisation that the bank declines',
    );
    const stranger = await paymentOf(tried, `unknown_${randomUUIDv7()}`).of('AUTHORISE');
    mustBe(stranger, 'declined', 'an authorisation by a token that nobody knows');
    const { token: _, ...bare } = { ...operation, operationId: randomUUIDv7(), token: undefined };
    const status = await raw(tried, PATHS.operations, JSON.stringify(bare));
    if (status !== 400)
      throw new Error(`an authorisation of no card is answered ${status}, not 400`);
  },

  async challenge(tried) {
    const line = lineOf(tried);
    const payment = paymentOf(tried, 'test_challenge');
    const operation = payment.operation('AUTHORISE');
    const answer = await line.operate(operation);
    mustBe(answer, 'action', 'an authorisation whose payer the bank wants to ask');
    mustBeSame(answer, await line.inquire(operation.operationId), 'asked, it says something else');
    mustBe(
      await payment.of('CAPTURE'),
      'declined',
      'a capture before the payer has answered the bank',
    );
    mustBe(await payment.of('CANCEL'), 'approved', 'giving up what waits for its payer');
    const over = await line.inquire(operation.operationId);
    mustBe(over, 'declined', 'an authorisation that was given up before its payer answered');
  },

  async 'charge by token'(tried) {
    mustBe(await paymentOf(tried, 'test_approved').of('CHARGE'), 'approved', 'a charge of a card');
    const declined = await paymentOf(tried, 'test_declined').of('CHARGE');
    mustBe(declined, 'declined', 'a charge that the bank declines');
  },

  async notice(tried) {
    const payment = paymentOf(tried, 'test_disputed');
    mustBe(await payment.of('AUTHORISE'), 'approved', 'an authorisation that is disputed later');
    mustBe(await payment.of('CAPTURE'), 'approved', 'its capture');
    const [first, again] = await tried.answers.noticesOf(payment.paymentId, tried.lateSeconds);
    if (!isDeepStrictEqual(first, again))
      throw new Error('a notice that was not taken comes again as another one');
    if (first?.kind !== 'DISPUTE') throw new Error(`the notice is ${first?.kind}, not DISPUTE`);
    const { amountCents, status } = first;
    if (amountCents !== payment.amountCents || status !== 'OPEN')
      throw new Error(`the notice is of ${amountCents} cents and ${status}`);
  },

  async settlement(tried) {
    const line = lineOf(tried);
    const payment = paymentOf(tried, 'test_approved');
    const before = new Date();
    await payment.of('AUTHORISE');
    mustBe(await payment.of('CAPTURE'), 'approved', 'a capture');
    mustBe(await payment.of('REFUND'), 'approved', 'its refund');
    // it may be midnight in between
    for (const date of [before, new Date()]) {
      const day = date.toISOString().slice(0, 10);
      let after: string | null = null;
      do {
        const page: SettlementAnswered = await line.settlement({ day, ...(after && { after }) });
        const found = page.lines.find(({ paymentId }) => paymentId === payment.paymentId);
        const { capturedCents, refundedCents } = found ?? {};
        if (found && capturedCents === payment.amountCents && refundedCents === capturedCents)
          return;
        after = page.next;
      } while (after !== null);
    }
    throw new Error('what was captured and refunded today is not in the file of the day');
  },
};
