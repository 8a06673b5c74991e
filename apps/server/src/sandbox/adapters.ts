import { OTHER_PAGE } from '../gateways/acquirer-sandbox/cards.ts';
import {
  NO_RECORD,
  OTHER_REQUEST,
  sandboxLine,
  type SandboxOptions,
} from '../gateways/acquirer-sandbox.ts';
import type { AcquirerAnswer, Authorised } from '../gateways/acquirer.ts';
import { identificationBooks } from '../gateways/identification-sandbox.ts';
import { institutionBooks } from '../gateways/financing-institution-sandbox.ts';
import { NOT_RECEIVED, type OperationAnswer } from '../gateways/protocol/messages.ts';
import { AnswerLost, OtherOperation, type Adapter } from '../gateways/protocol/server.ts';
import type { Where } from '../gateways/sandbox-pages/serve.ts';
import { screeningBooks } from './screening.ts';

/** What the sandboxes are over the wire: their books are the same, in whichever process they are kept. */

interface Books extends Omit<SandboxOptions, 'timeoutMs'> {
  /** Where the pages are on which people prove who they are. */
  identifyPages?: Where;
  /** When whoever withdraws at the institution’s does. */
  withdrawnMs?: number;
  /** By which loans fall due. */
  now?: () => Date;
  /** How long a caller waits; what is late comes after. */
  timeoutMs: number;
}

/** Lines of a settlement file in one answer. */
const MOST_LINES = 500;

const declined = (operationId: string, reason: string, unknown: string): OperationAnswer => ({
  operationId,
  outcome: 'declined',
  reason,
  ...(reason === unknown && { code: NOT_RECEIVED }),
});

/** As the line throws it where it is cut. */
const cut = (error: unknown): never => {
  const { message } = error as Error;
  throw message === 'The answer is lost' ? new AnswerLost(message) : (error as Error);
};

const moneySaid = (operationId: string, answer: AcquirerAnswer): OperationAnswer => {
  if (answer.outcome === 'approved')
    return { operationId, outcome: 'approved', reference: answer.reference };
  return answer.outcome === 'unknown'
    ? { operationId, outcome: 'pending' }
    : declined(operationId, answer.reason, NO_RECORD);
};

const authorisedSaid = (operationId: string, answer: Authorised): OperationAnswer => {
  if (answer.outcome === 'unknown') return { operationId, outcome: 'pending' };
  const authentication = answer.authentication ? { authentication: answer.authentication } : {};
  switch (answer.outcome) {
    case 'approved': {
      const { reference, networkReference: network } = answer;
      const told = network === null ? {} : { networkReference: network };
      return { operationId, outcome: 'approved', reference, ...told, ...authentication };
    }
    case 'declined': {
      const code = answer.reason === NO_RECORD ? NOT_RECEIVED : answer.code;
      const { reason } = answer;
      const told = code === null ? {} : { code };
      return { operationId, outcome: 'declined', reason, ...told, ...authentication };
    }
    case 'action':
      return { operationId, outcome: 'action', url: answer.url, ...authentication };
  }
};

/** The id stands for another request. */
const known = <A extends AcquirerAnswer | Authorised>(answer: A): A => {
  if (answer.outcome === 'declined' && answer.reason === OTHER_REQUEST)
    throw new OtherOperation(OTHER_REQUEST);
  return answer;
};

export function acquirerAdapter(options: Books) {
  const books = sandboxLine(options);
  const adapter: Adapter<'acquirer'> = {
    async operate({ operationId, kind, paymentId, amountCents, currency, token, ...operation }) {
      const { noticeTo, threeDSecure = 'asNeeded', returnTo, frame = false } = operation;
      const money = {
        operationId,
        transactionId: paymentId,
        amountCents: BigInt(amountCents),
        currency,
        noticeTo,
      };
      if (kind !== 'AUTHORISE' || token === undefined || returnTo === undefined)
        return moneySaid(
          operationId,
          known(await books.move({ ...money, kind, token }).catch(cut)),
        );
      const asked = { ...money, kind, token, threeDSecure, returnTo, frame };
      return authorisedSaid(operationId, known(await books.authorise(asked).catch(cut)));
    },
    async inquire(operationId) {
      const authorised = await books.authorisations.inquire(operationId);
      return authorised
        ? authorisedSaid(operationId, authorised)
        : moneySaid(operationId, await books.inquire(operationId));
    },
    async openCardPage({ amountCents, ...page }) {
      const opened = await books.openCardPage({ ...page, amountCents: BigInt(amountCents) });
      if (opened.outcome === 'refused' && opened.reason === OTHER_PAGE)
        throw new OtherOperation(OTHER_PAGE);
      if (opened.outcome === 'unknown') throw new Error(opened.reason);
      return opened;
    },
    async card(sessionId) {
      const answer = await books.inquireCard(sessionId);
      if (answer.outcome === 'unknown') throw new Error(answer.reason);
      return answer;
    },
    async settlement({ day, after = null }) {
      const found = await books.settlementAfter(day, after, MOST_LINES + 1);
      const lines = found.slice(0, MOST_LINES).map((line) => ({
        ...line,
        capturedCents: Number(line.capturedCents),
        refundedCents: Number(line.refundedCents),
        feeCents: Number(line.feeCents),
      }));
      return { day, lines, next: found.length > MOST_LINES ? lines.at(-1)!.paymentId : null };
    },
    async payment({ paymentId, amountCents, currency }) {
      const answer = await books.inquirePayment({
        transactionId: paymentId,
        amountCents: BigInt(amountCents),
        currency,
      });
      return answer.outcome === 'unknown' ? { outcome: 'pending' } : answer;
    },
  };
  return { adapter, books, close: () => books.close() };
}

/** All of them over one set of books. */
export function sandboxAdapters(books: Books) {
  const { databaseUrl, lateMs, now, withdrawnMs, identifyPages } = books;
  const acquirer = acquirerAdapter(books);
  const institution = institutionBooks({ databaseUrl, lateMs, withdrawnMs, now });
  const identification = identificationBooks({ databaseUrl, lateMs, now, pages: identifyPages });
  const screening = screeningBooks(books);
  return {
    adapters: {
      acquirer: acquirer.adapter,
      institution: institution.adapter,
      screening: screening.adapter,
      identification: identification.adapter,
    },
    acquirer: acquirer.books,
    notices: institution.notices,
    identifyPages: identification.pages,
    close: async () => {
      const all = [acquirer, institution, screening, identification];
      await Promise.all(all.map((one) => one.close()));
    },
  };
}
