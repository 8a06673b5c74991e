import { NO_RECORD, OTHER_REQUEST, sandboxLine } from '../gateways/acquirer-sandbox.ts';
import type { AcquirerAnswer } from '../gateways/acquirer.ts';
import {
  NO_ORDER,
  OTHER_ORDER,
  sandboxInstitution,
} from '../gateways/financing-institution-sandbox.ts';
import type { InstitutionAnswer } from '../gateways/financing-institution.ts';
import { NOT_RECEIVED, type OperationAnswer } from '../gateways/protocol/messages.ts';
import { AnswerLost, OtherOperation, type Adapter } from '../gateways/protocol/server.ts';
import { screeningBooks } from './screening.ts';

/** What the sandboxes are over the wire: their books are the same, in whichever process they are kept. */

interface Books {
  databaseUrl: string;
  /** How long a caller waits; what is late comes after. */
  timeoutMs: number;
  /** When that is, where it is said. */
  lateMs?: number | undefined;
}

const declined = (operationId: string, reason: string, unknown: string): OperationAnswer => ({
  operationId,
  outcome: 'declined',
  reason,
  ...(reason === unknown && { code: NOT_RECEIVED }),
});

/** As the line throws it where it is cut. */
const cut = (error: unknown): never => {
  const { message } = error as Error;
  if (message === OTHER_ORDER) throw new OtherOperation(message);
  throw message === 'The answer is lost' ? new AnswerLost(message) : (error as Error);
};

const moneySaid = (operationId: string, answer: AcquirerAnswer): OperationAnswer => {
  if (answer.outcome === 'approved')
    return { operationId, outcome: 'approved', reference: answer.reference };
  return answer.outcome === 'unknown'
    ? { operationId, outcome: 'pending' }
    : declined(operationId, answer.reason, NO_RECORD);
};

export function acquirerAdapter({ databaseUrl, timeoutMs, lateMs }: Books) {
  const books = sandboxLine({ databaseUrl, timeoutMs, ...(lateMs !== undefined && { lateMs }) });
  const adapter: Adapter<'acquirer'> = {
    async operate({ operationId, kind, paymentId, amountCents, currency }) {
      const answer = await books
        .move({
          operationId,
          kind,
          transactionId: paymentId,
          amountCents: BigInt(amountCents),
          currency,
        })
        .catch(cut);
      if (answer.outcome === 'declined' && answer.reason === OTHER_REQUEST)
        throw new OtherOperation(OTHER_REQUEST);
      return moneySaid(operationId, answer);
    },
    inquire: async (operationId) => moneySaid(operationId, await books.inquire(operationId)),
    async payment({ paymentId, amountCents, currency }) {
      const answer = await books.inquirePayment({
        transactionId: paymentId,
        amountCents: BigInt(amountCents),
        currency,
      });
      return answer.outcome === 'unknown' ? { outcome: 'pending' } : answer;
    },
  };
  return { adapter, close: () => books.close() };
}

const orderSaid = (operationId: string, answer: InstitutionAnswer): OperationAnswer => {
  if (answer.outcome === 'confirmed')
    return { operationId, outcome: 'approved', reference: answer.reference };
  return answer.outcome === 'open'
    ? { operationId, outcome: 'pending' }
    : declined(operationId, answer.reason, NO_ORDER);
};

export function institutionAdapter({ databaseUrl, lateMs }: Books) {
  const books = sandboxInstitution({
    databaseUrl,
    ...(lateMs !== undefined && { lateMs }),
  });
  const adapter: Adapter<'institution'> = {
    async operate({ operationId, loanId, amountCents, ...order }) {
      const { externalId, loanNumber, currency, reason, note, instantDecision } = order;
      const given = {
        requestId: operationId,
        consumerCreditId: loanId,
        amountCents: BigInt(amountCents),
        externalId,
        loanNumber,
        currency,
        reason,
        note,
        instantDecision,
      };
      return orderSaid(operationId, await books.refund(given).catch(cut));
    },
    inquire: async (operationId) => orderSaid(operationId, await books.inquire(operationId)),
  };
  return { adapter, close: () => books.close() };
}

/** All of them over one set of books. */
export function sandboxAdapters(books: Books) {
  const [acquirer, institution] = [acquirerAdapter(books), institutionAdapter(books)];
  const screening = screeningBooks(books);
  return {
    adapters: {
      acquirer: acquirer.adapter,
      institution: institution.adapter,
      screening: screening.adapter,
    },
    close: async () => {
      await Promise.all([acquirer.close(), institution.close(), screening.close()]);
    },
  };
}
