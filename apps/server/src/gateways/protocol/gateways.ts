import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { AcquirerAnswer, MoneyRequest } from '../acquirer.ts';
import type { FinancingInstitution, InstitutionAnswer } from '../financing-institution.ts';
import type { Screening } from '../screening.ts';
import { noPayments } from '../none.ts';
import type { AcquirerLine } from '../with-timeout.ts';
import type { Line } from './line.ts';
import type { OperationAnswer } from './messages.ts';

/** The outside worlds as Paydesk sees them, over a line that speaks the protocol. */

const cents = (amount: bigint): number => {
  const whole = Number(amount);
  if (!Number.isSafeInteger(whole)) throw new Error('The amount is too large for the protocol');
  return whole;
};

function moneyAnswer(answer: OperationAnswer): AcquirerAnswer {
  switch (answer.outcome) {
    case 'approved':
      return { outcome: 'approved', reference: answer.reference };
    case 'declined':
      return { outcome: 'declined', reason: answer.reason };
    case 'pending':
      return { outcome: 'unknown', reason: 'The acquirer has not finished with the request' };
  }
}

export const acquirerOver = (line: Line, answerTo: () => string): AcquirerLine => ({
  ...noPayments('The protocol has no payments yet'),
  async move({ operationId, kind, transactionId, amountCents, currency }: MoneyRequest) {
    return moneyAnswer(
      await line.operate({
        operationId,
        kind,
        paymentId: transactionId,
        amountCents: cents(amountCents),
        currency,
        answerTo: answerTo(),
      }),
    );
  },
  inquire: async (operationId) => moneyAnswer(await line.inquire(operationId)),
  async inquirePayment({ transactionId, amountCents, currency }) {
    const answer = await line.payment({
      paymentId: transactionId,
      amountCents: cents(amountCents),
      currency,
    });
    return answer.outcome === 'pending'
      ? { outcome: 'unknown', reason: 'The acquirer has not finished with the payment' }
      : answer;
  },
  close: async () => {},
});

export function institutionAnswer(answer: OperationAnswer): InstitutionAnswer {
  switch (answer.outcome) {
    case 'approved':
      return { outcome: 'confirmed', reference: answer.reference };
    case 'declined':
      return { outcome: 'rejected', reason: answer.reason };
    case 'pending':
      return { outcome: 'open' };
  }
}

export const institutionOver = (line: Line, answerTo: () => string): FinancingInstitution => ({
  async refund({ requestId, consumerCreditId, amountCents, ...order }) {
    return institutionAnswer(
      await line.operate({
        operationId: requestId,
        kind: 'LOAN_REFUND',
        loanId: consumerCreditId,
        externalId: order.externalId,
        loanNumber: order.loanNumber,
        amountCents: cents(amountCents),
        currency: order.currency,
        reason: order.reason,
        note: order.note,
        instantDecision: order.instantDecision,
        answerTo: answerTo(),
      }),
    );
  },
  inquire: async (requestId) => institutionAnswer(await line.inquire(requestId)),
  close: async () => {},
});

/** Asked again after so long each, where the answer is not there at once. */
const PAUSES_MS = [500, 1000, 2000];

export const screeningOver = (line: Line): Screening => ({
  async screen({ name, dateOfBirth }) {
    const operationId = randomUUIDv7();
    const person = { name, dateOfBirth };
    let answer = await line.operate({ operationId, kind: 'SCREEN', person });
    for (const pause of PAUSES_MS) {
      if (answer.outcome !== 'pending') break;
      await wait(pause);
      answer = await line.inquire(operationId);
    }
    if (answer.outcome === 'approved' && answer.findings) return answer.findings;
    throw new Error(
      answer.outcome === 'declined' ? answer.reason : 'The screening has not finished yet',
    );
  },
});
