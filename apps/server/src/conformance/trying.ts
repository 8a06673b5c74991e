import { randomUUIDv7 } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { TEST_IDENTITIES } from '@paydesk/contract/test-applicants.ts';
import { INSTITUTION_AMOUNTS } from '../gateways/institution-sandbox/refunds.ts';
import { SANDBOX_AMOUNTS } from '../gateways/acquirer-sandbox.ts';
import { gatewayLine, sendPlainly, type Line } from '../gateways/protocol/line.ts';
import {
  NOT_RECEIVED,
  type AcquirerOperation,
  type IdentificationOperation,
  type InstitutionOperation,
  type OperationAnswer,
  type Role,
  type ScreeningOperation,
} from '../gateways/protocol/messages.ts';
import { signCall } from '../platform/auth/signatures.ts';
import { SCREENING_NAMES } from '../sandbox/screening.ts';
import type { listenForAnswers } from './listener.ts';

/** What the cases are made of: operations that the test mode answers in one way or the other, and what answers must be. */

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

type Operation =
  | AcquirerOperation
  | InstitutionOperation
  | ScreeningOperation
  | IdentificationOperation;
export const RETURN_TO = 'https://checkout.test/return';

type Special = 'approved' | 'declined' | 'lost' | 'unanswered' | 'late';

export type Case = (tried: Tried) => Promise<void>;

/** An operation of its role that the adapter's test mode answers in that way. */
export function operationFor({ role, answers }: Tried, special: Special, other = false): Operation {
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
    case 'identification':
      return {
        ...operation,
        kind: 'AUTHENTICATION',
        method: 'SMART_ID',
        country: 'EE',
        personalId: TEST_IDENTITIES[special],
        phone: null,
        merchantName: other ? 'Another Shop' : 'Conformance Shop',
        returnTo: RETURN_TO,
        frame: false,
        document: null,
      };
  }
}

/** The same id for something else. */
export const changed = (tried: Tried, { operationId }: Operation): Operation =>
  ({ ...operationFor(tried, 'approved', true), operationId }) as Operation;

export const lineOf = ({ url, keyId, secret, timeoutMs }: Tried): Line =>
  gatewayLine(() => ({ url, keyId, secret }), sendPlainly(timeoutMs));

export function mustBe(
  answer: OperationAnswer,
  outcome: OperationAnswer['outcome'],
  what: string,
): void {
  if (answer.outcome !== outcome) throw new Error(`${what} is ${answer.outcome}, not ${outcome}`);
}

export function mustNotHaveCome(answer: OperationAnswer, what: string): void {
  mustBe(answer, 'declined', what);
  if (answer.outcome === 'declined' && answer.code !== NOT_RECEIVED)
    throw new Error(`${what} has the code ${answer.code ?? 'none'}, not ${NOT_RECEIVED}`);
}

export function mustBeSame(one: OperationAnswer, other: OperationAnswer, what: string): void {
  if (!isDeepStrictEqual(one, other))
    throw new Error(`${what}: ${JSON.stringify(other)} after ${JSON.stringify(one)}`);
}

/** Null where there was none in time. */
export const orNothing = (answer: Promise<OperationAnswer>) => answer.catch(() => null);

/** As it is sent, for what the line itself would never send. */
export async function raw(
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
