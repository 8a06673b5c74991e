import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { INSTITUTION_AMOUNTS } from '../gateways/financing-institution-sandbox.ts';
import { SANDBOX_AMOUNTS } from '../gateways/acquirer-sandbox.ts';
import { gatewayLine, sendPlainly, type Line } from '../gateways/protocol/line.ts';
import {
  NOT_RECEIVED,
  PATHS,
  type AcquirerOperation,
  type InstitutionOperation,
  type OperationAnswer,
  type Role,
  type ScreeningOperation,
  type SettlementAnswered,
} from '../gateways/protocol/messages.ts';
import { signCall } from '../platform/auth/signatures.ts';
import { SCREENING_NAMES } from '../sandbox/screening.ts';
import type { listenForAnswers } from './listener.ts';

/** What an adapter must do, case by case; docs/gateways says the same in prose. */

export interface Tried {
  role: Role;
  url: string;
  keyId: string;
  secret: string;
  /** How long Paydesk waits for an answer. */
  timeoutMs: number;
  /** How long a late one may take. */
  lateSeconds: number;
  answers: Awaited<ReturnType<typeof listenForAnswers>>;
}

type Operation = AcquirerOperation | InstitutionOperation | ScreeningOperation;
type Special = 'approved' | 'declined' | 'lost' | 'unanswered' | 'late';

/** An operation of its role that the adapter's test mode answers in that way. */
function operationFor({ role, answers }: Tried, special: Special, other = false): Operation {
  const operation = { operationId: randomUUIDv7(), answerTo: answers.url };
  const plain = other ? 12_51n : 12_50n;
  switch (role) {
    case 'acquirer': {
      const amount = special === 'approved' ? plain : SANDBOX_AMOUNTS[special];
      return {
        ...operation,
        kind: 'REFUND',
        paymentId: randomUUIDv7(),
        amountCents: Number(amount),
        currency: 'EUR',
      };
    }
    case 'institution': {
      const { rejected, lost, unanswered, late } = INSTITUTION_AMOUNTS;
      const amounts = { approved: plain, declined: rejected, lost, unanswered, late };
      return {
        ...operation,
        kind: 'LOAN_REFUND',
        loanId: randomUUIDv7(),
        externalId: 'CONFORMANCE-1',
        loanNumber: null,
        amountCents: Number(amounts[special]),
        currency: 'EUR',
        reason: 'OTHER',
        note: null,
        instantDecision: true,
      };
    }
    case 'screening': {
      const name = special === 'approved' ? 'Ana Birch' : SCREENING_NAMES[special];
      const person = { name: other ? 'Bo Ash' : name, dateOfBirth: '1990-04-01' };
      return { ...operation, kind: 'SCREEN', person };
    }
  }
}

/** The same id for something else. */
const changed = (tried: Tried, { operationId }: Operation): Operation =>
  ({ ...operationFor(tried, 'approved', true), operationId }) as Operation;

const lineOf = ({ url, keyId, secret, timeoutMs }: Tried): Line =>
  gatewayLine(() => ({ url, keyId, secret }), sendPlainly(timeoutMs));

function mustBe(answer: OperationAnswer, outcome: OperationAnswer['outcome'], what: string): void {
  if (answer.outcome !== outcome) throw new Error(`${what} is ${answer.outcome}, not ${outcome}`);
}

function mustNotHaveCome(answer: OperationAnswer, what: string): void {
  mustBe(answer, 'declined', what);
  if (answer.outcome === 'declined' && answer.code !== NOT_RECEIVED)
    throw new Error(`${what} has the code ${answer.code ?? 'none'}, not ${NOT_RECEIVED}`);
}

function mustBeSame(one: OperationAnswer, other: OperationAnswer, what: string): void {
  if (!isDeepStrictEqual(one, other))
    throw new Error(`${what}: ${JSON.stringify(other)} after ${JSON.stringify(one)}`);
}

/** Null where there was none in time. */
const orNothing = (answer: Promise<OperationAnswer>) => answer.catch(() => null);

/** As it is sent, for what the line itself would never send. */
async function raw(
  { url, keyId, secret, timeoutMs }: Tried,
  path: string,
  body: string,
  { by = secret, at = new Date(), sent = body, unsigned = false, as = keyId } = {},
): Promise<number> {
  const target = url.replace(/\/+$/, '') + path;
  const signed = signCall(
    { method: 'POST', targetUri: target, body },
    { keyId: as, secret: by },
    at,
  );
  const headers = { 'content-type': 'application/json', ...(unsigned ? {} : signed) };
  return (await sendPlainly(timeoutMs)(target, headers, sent)).status;
}

/** What is done to one payment, by a token that the test mode knows. */
function paymentOf(tried: Tried, token: string) {
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

const RETURN_TO = 'https://checkout.test/return';

const CASES: Readonly<Record<string, (tried: Tried) => Promise<void>>> = {
  async approve(tried) {
    const answer = await lineOf(tried).operate(operationFor(tried, 'approved'));
    mustBe(answer, 'approved', 'an ordinary operation');
    if (tried.role === 'screening' && answer.outcome === 'approved')
      assert.ok(answer.findings?.length, 'a screening answers with findings');
  },

  async decline(tried) {
    const operation = operationFor(tried, 'declined');
    const answer = await lineOf(tried).operate(operation);
    mustBe(answer, 'declined', 'an operation that the test mode declines');
    mustBeSame(
      answer,
      await lineOf(tried).inquire(operation.operationId),
      'asked again, it says something else',
    );
  },

  async 'time out'(tried) {
    const line = lineOf(tried);
    const lost = operationFor(tried, 'lost');
    const first = await orNothing(line.operate(lost));
    if (first) throw new Error(`an operation that gets lost is answered ${first.outcome}`);
    mustNotHaveCome(await line.inquire(lost.operationId), 'one that never arrived');
    const unanswered = operationFor(tried, 'unanswered');
    const cut = await orNothing(line.operate(unanswered));
    if (cut) throw new Error(`an operation whose answer gets lost is answered ${cut.outcome}`);
    const known = await line.inquire(unanswered.operationId);
    mustBe(known, 'approved', 'one that was done and whose answer got lost');
    mustBeSame(known, await line.operate(unanswered), 'sent again, it is done otherwise');
  },

  async repeat(tried) {
    const operation = operationFor(tried, 'approved');
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => lineOf(tried).operate(operation)),
    );
    answers.push(await lineOf(tried).operate(operation));
    for (const answer of answers) {
      mustBe(answer, 'approved', 'a repeat');
      mustBeSame(answers[0]!, answer, 'a repeat is answered otherwise');
    }
    const other = JSON.stringify(changed(tried, operation));
    const status = await raw(tried, PATHS.operations, other);
    if (status !== 409)
      throw new Error(`another operation under a known id is answered ${status}, not 409`);
    mustBeSame(
      answers[0]!,
      await lineOf(tried).inquire(operation.operationId),
      'another operation under its id has changed the first',
    );
  },

  async late(tried) {
    const operation = operationFor(tried, 'late');
    const first = await orNothing(lineOf(tried).operate(operation));
    if (first) mustBe(first, 'pending', 'an operation that the test mode answers late');
    const later = await tried.answers.of(operation.operationId, tried.lateSeconds);
    mustBe(later, 'approved', 'the late answer');
    mustBeSame(
      later,
      await lineOf(tried).inquire(operation.operationId),
      'asked, it says something else than its late answer',
    );
  },

  async 'wrong signature'(tried) {
    const operation = operationFor(tried, 'approved');
    const body = JSON.stringify(operation);
    const old = new Date(Date.now() - 3_600_000);
    const ways = {
      'by another secret': { by: `another ${tried.secret}` },
      'under a key that is not known': { as: 'nobody', by: 'nobody’s secret, which is long too' },
      'with another body': { sent: JSON.stringify(changed(tried, operation)) },
      'an hour old': { at: old },
      'without a signature': { unsigned: true },
    };
    for (const [how, way] of Object.entries(ways)) {
      const status = await raw(tried, PATHS.operations, body, way);
      if (status !== 401) throw new Error(`a call ${how} is answered ${status}, not 401`);
    }
    mustNotHaveCome(
      await lineOf(tried).inquire(operation.operationId),
      'what was refused for its signature',
    );
  },

  async 'out of order'(tried) {
    const line = lineOf(tried);
    const operation = operationFor(tried, 'approved');
    const asked = await line.inquire(operation.operationId);
    mustNotHaveCome(asked, 'one that was asked about before it came');
    mustBeSame(asked, await line.operate(operation), 'it came after the question, and is done');
    if (tried.role !== 'acquirer') return;
    const { of } = paymentOf(tried, 'test_approved');
    mustBe(await of('CAPTURE'), 'declined', 'a capture of what was never authorised');
    mustBe(await of('AUTHORISE'), 'approved', 'an authorisation');
    mustBe(await of('CAPTURE'), 'approved', 'its capture');
    mustBe(await of('CAPTURE'), 'declined', 'a capture of more than was authorised');
    mustBe(await of('CANCEL'), 'declined', 'a cancellation of what has been captured');
  },

  async malformed(tried) {
    const { operationId } = operationFor(tried, 'approved');
    for (const body of ['{', '[]', JSON.stringify({ operationId, kind: 'NOTHING' })]) {
      const status = await raw(tried, PATHS.operations, body);
      if (status !== 400) throw new Error(`a body that is none is answered ${status}, not 400`);
    }
  },
};

/** What is an acquirer's alone. */
const ACQUIRER_CASES: typeof CASES = {
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
    const { amountCents, status } = first!;
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

export const casesOf = (role: Role): typeof CASES =>
  role === 'acquirer' ? { ...CASES, ...ACQUIRER_CASES } : CASES;

/** They wait for what the adapter sends by itself. */
const WAITING = ['late', 'notice'];

/** Each case with why it fails, or null; one that fails keeps no other from being tried. */
export async function conform(tried: Tried): Promise<Map<string, string | null>> {
  const outcome = (run: (tried: Tried) => Promise<void>) =>
    run(tried).then(
      () => null,
      (error: unknown) => reasonOf(error),
    );
  const cases = Object.entries(casesOf(tried.role));
  const found = new Map<string, string | null>(cases.map(([name]) => [name, null]));
  // who answers late is waited for while the others are asked, one by one
  const waiting = cases
    .filter(([name]) => WAITING.includes(name))
    .map(([name, run]) => [name, outcome(run)] as const);
  for (const [name, run] of cases) if (!WAITING.includes(name)) found.set(name, await outcome(run));
  for (const [name, came] of waiting) found.set(name, await came);
  return found;
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  const { code } = (cause ?? {}) as { code?: string };
  return (code ? `${message} (${code})` : message).replaceAll(/\s+/g, ' ');
}
