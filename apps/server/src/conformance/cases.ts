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

export const CASES: Readonly<Record<string, (tried: Tried) => Promise<void>>> = {
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
    const payment = operationFor(tried, 'approved') as AcquirerOperation;
    const of = (kind: AcquirerOperation['kind']) =>
      line.operate({ ...payment, operationId: randomUUIDv7(), kind });
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

/** Each case with why it fails, or null; one that fails keeps no other from being tried. */
export async function conform(tried: Tried): Promise<Map<string, string | null>> {
  const outcome = (run: (tried: Tried) => Promise<void>) =>
    run(tried).then(
      () => null,
      (error: unknown) => reasonOf(error),
    );
  const found = new Map<string, string | null>(Object.keys(CASES).map((name) => [name, null]));
  // who answers late is waited for while the others are asked, one by one
  const late = outcome(CASES['late']!);
  for (const [name, run] of Object.entries(CASES))
    if (name !== 'late') found.set(name, await outcome(run));
  return found.set('late', await late);
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  const { code } = (cause ?? {}) as { code?: string };
  return (code ? `${message} (${code})` : message).replaceAll(/\s+/g, ' ');
}
