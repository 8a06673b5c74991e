import { inTime } from '@paydesk/contract/kernel/in-time.ts';
import type { Acquirer } from './acquirer.ts';

/** What a line to an acquirer has to be able to do: it may throw, and may never answer. */
export type AcquirerLine = Acquirer;

const unknown = (reason: string) => () => ({ outcome: 'unknown' as const, reason });
const late = unknown('The acquirer did not answer in time');
const cut = unknown('The line to the acquirer was cut');

/** Keeps an acquirer's promise over any line: no answer in time and a cut line are 'unknown'. */
export function withTimeout(line: AcquirerLine, timeoutMs: number): Acquirer {
  const closing = new AbortController();
  const ask = <A>(question: () => Promise<A>) =>
    inTime(Promise.try(question).catch(cut), timeoutMs, late, closing.signal);

  return {
    openCardPage: (request) => ask(() => line.openCardPage(request)),
    inquireCard: (sessionId, route) => ask(() => line.inquireCard(sessionId, route)),
    authorise: (request) => ask(() => line.authorise(request)),
    inquireAuthorisation: (id, route) => ask(() => line.inquireAuthorisation(id, route)),
    move: (request) => ask(() => line.move(request)),
    inquire: (operationId, route) => ask(() => line.inquire(operationId, route)),
    inquirePayment: (payment) => ask(() => line.inquirePayment(payment)),
    settlement: (day, route) => ask(() => line.settlement(day, route)),
    close: () => {
      closing.abort();
      return line.close();
    },
  };
}
