import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { AcquirerAnswer, Authorised, MoneyRequest, SettlementLine } from '../acquirer.ts';
import type { Screening } from '../screening.ts';
import type { AcquirerLine } from '../with-timeout.ts';
import { cents } from './cents.ts';
import type { Line } from './line.ts';
import type { OperationAnswer, SettlementAnswered } from './messages.ts';

/** The outside worlds as Paydesk sees them, over a line that speaks the protocol. */

/** Where the other side calls us. */
export interface Callers {
  answerTo: string;
  noticeTo: string;
}

export const callersOf = (publicUrl: string): Callers => ({
  answerTo: `${publicUrl}/gateway-answers/acquirer`,
  noticeTo: `${publicUrl}/gateway-notices/acquirer`,
});

/** A million payments a day; who names more goes on for ever. */
const MOST_PAGES = 2000;

const UNFINISHED = 'The acquirer has not finished with the request';

function moneyAnswer(answer: OperationAnswer): AcquirerAnswer {
  switch (answer.outcome) {
    case 'approved':
      return { outcome: 'approved', reference: answer.reference };
    case 'declined':
      return { outcome: 'declined', reason: answer.reason, code: answer.code ?? null };
    case 'pending':
    case 'action':
      return { outcome: 'unknown', reason: UNFINISHED };
  }
}

/** The same of an authorisation, with what the schemes said of it. */
export function authorised(answer: OperationAnswer): Authorised {
  if (answer.outcome === 'pending') return { outcome: 'unknown', reason: UNFINISHED };
  const authentication = answer.authentication ?? null;
  switch (answer.outcome) {
    case 'approved': {
      const { reference, networkReference = null } = answer;
      return { outcome: 'approved', reference, networkReference, authentication };
    }
    case 'declined': {
      const { reason, code = null } = answer;
      return { outcome: 'declined', reason, code, authentication };
    }
    case 'action':
      return { outcome: 'action', url: answer.url, authentication };
  }
}

/** An acquirer at the other end of a line; it says what comes later, and what it has to say unasked, to `callers`. */
export const acquirerOver = (line: Line, callers: () => Callers): AcquirerLine => ({
  async move({
    operationId,
    kind,
    transactionId,
    amountCents,
    currency,
    ...request
  }: MoneyRequest) {
    const { token, networkReference } = request;
    return moneyAnswer(
      await line.operate({
        operationId,
        kind,
        paymentId: transactionId,
        amountCents: cents(amountCents),
        currency,
        ...(token !== undefined && { token }),
        ...(networkReference !== undefined && { networkReference }),
        ...callers(),
      }),
    );
  },
  async authorise({ operationId, transactionId, amountCents, currency, ...request }) {
    const { token, threeDSecure, returnTo, frame } = request;
    return authorised(
      await line.operate({
        operationId,
        kind: 'AUTHORISE',
        paymentId: transactionId,
        amountCents: cents(amountCents),
        currency,
        token,
        threeDSecure,
        returnTo,
        frame,
        ...callers(),
      }),
    );
  },
  inquireAuthorisation: async (operationId) => authorised(await line.inquire(operationId)),
  openCardPage({ sessionId, paymentId, merchantId, merchantName, ...page }) {
    const { amountCents, currency, checksOnly, returnTo, frame } = page;
    const shown = {
      amountCents: cents(amountCents),
      currency,
      ...(checksOnly && { checksOnly }),
      returnTo,
      frame,
    };
    return line.openCardPage({ sessionId, paymentId, merchantId, merchantName, ...shown });
  },
  inquireCard: (sessionId) => line.card(sessionId),
  settlement: async (day) => {
    const lines: SettlementLine[] = [];
    let after: string | null = null;
    let pages = 0;
    do {
      const page: SettlementAnswered = await line.settlement({ day, ...(after && { after }) });
      for (const { capturedCents, refundedCents, feeCents, ...rest } of page.lines)
        lines.push({
          ...rest,
          capturedCents: BigInt(capturedCents),
          refundedCents: BigInt(refundedCents),
          feeCents: BigInt(feeCents),
        });
      // nobody waits for it any more by then, and it would be read on all the same
      if (++pages === MOST_PAGES) throw new Error('The settlement file has no end');
      if (page.next !== null && after !== null && page.next <= after)
        throw new Error('The settlement file goes round in circles');
      after = page.next;
    } while (after !== null);
    return { outcome: 'settled', lines };
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
