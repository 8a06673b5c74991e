import assert from 'node:assert/strict';
import { PATHS, type Role } from '../gateways/protocol/messages.ts';
import { ACQUIRER_CASES, paymentOf } from './acquirer-cases.ts';
import { IDENTIFICATION_CASES } from './identification-cases.ts';
import { INSTITUTION_CASES } from './institution-cases.ts';
import {
  changed,
  lineOf,
  mustBe,
  mustBeSame,
  mustNotHaveCome,
  operationFor,
  orNothing,
  raw,
  type Case,
  type Tried,
} from './trying.ts';

/** What an adapter must do, case by case; docs/gateways says the same in prose. */

const CASES: Readonly<Record<string, Case>> = {
  async approve(tried) {
    const answer = await lineOf(tried).operate(operationFor(tried, 'approved'));
    mustBe(answer, 'approved', 'an ordinary operation');
    if (tried.role === 'screening' && answer.outcome === 'approved')
      assert.ok(answer.findings?.length, 'a screening answers with findings');
    if (tried.role === 'identification' && answer.outcome === 'approved')
      assert.ok(answer.person, 'whoever is identified is named');
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

/** What is one role's alone. */
const OWN: Readonly<Partial<Record<Role, typeof CASES>>> = {
  acquirer: ACQUIRER_CASES,
  institution: INSTITUTION_CASES,
  identification: IDENTIFICATION_CASES,
};

export const casesOf = (role: Role): typeof CASES => ({ ...CASES, ...OWN[role] });

/** They wait for what the adapter sends by itself. */
const WAITING = ['late', 'notice', 'loan notice'];

/** Each case, or those that are named, with why it fails, or null; one that fails keeps no other from being tried. */
export async function conform(
  tried: Tried,
  only?: readonly string[],
): Promise<Map<string, string | null>> {
  const outcome = (run: (tried: Tried) => Promise<void>) =>
    run(tried).then(
      () => null,
      (error: unknown) => reasonOf(error),
    );
  const all = Object.entries(casesOf(tried.role));
  const cases = only ? all.filter(([name]) => only.includes(name)) : all;
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
