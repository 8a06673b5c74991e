import type { OperationAnswer } from '@paydesk/contract/gateway-answers.ts';
import type { Identification, IdentificationAnswer } from '../identification.ts';
import type { Line } from './line.ts';

/** Whoever makes sure of people, as Paydesk sees it, over a line that speaks the protocol. */

/** Why there is no session. */
const CODES = ['EXPIRED', 'REFUSED'] as const;

/** What became of a session. */
export function identificationAnswer(answer: OperationAnswer): IdentificationAnswer {
  switch (answer.outcome) {
    case 'approved': {
      if (!answer.person) throw new Error('Somebody is identified, and it is not said who');
      const { personalId, firstName, lastName } = answer.person;
      return {
        outcome: 'done',
        firstName,
        lastName,
        personalId,
        signedObjectId: answer.reference,
      };
    }
    case 'declined': {
      const code = CODES.find((one) => one === answer.code) ?? 'FAULT';
      return { outcome: 'failed', reason: answer.reason, code };
    }
    case 'pending':
    case 'action':
      return { outcome: 'open' };
  }
}

const UNNAMED = 'Identification service';

export const identificationOver = (line: Line): Identification => ({
  async begin({ id, purpose, method, country, personalId, phone, ...request }) {
    const { merchantName, returnTo, frame, document } = request;
    const answer = await line.operate({
      operationId: id,
      kind: purpose,
      method,
      country,
      personalId,
      phone,
      merchantName,
      returnTo,
      frame,
      document: document && { name: document.name, sha256: document.sha256 },
    });
    if (answer.outcome === 'declined') return { outcome: 'refused', reason: answer.reason };
    const begun = { outcome: 'begun' as const, url: null, framed: false, code: null };
    // nobody had to be asked
    if (answer.outcome === 'approved') return { ...begun, provider: UNNAMED };
    const { code = null, provider = UNNAMED } = answer;
    if (answer.outcome === 'pending') return { ...begun, code, provider };
    return { ...begun, url: answer.url, framed: answer.framed ?? false, code, provider };
  },
  inquire: async (id) => identificationAnswer(await line.inquire(id)),
  close: async () => {},
});
