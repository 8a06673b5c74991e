import type {
  Acquirer,
  AcquirerAnswer,
  MoneyRequest,
  PaymentAnswer,
  PaymentQuestion,
} from './acquirer.ts';

/** What a line to an acquirer has to be able to do: it may throw, and may never answer. */
export interface AcquirerLine {
  move(request: MoneyRequest): Promise<AcquirerAnswer>;
  inquire(operationId: string): Promise<AcquirerAnswer>;
  inquirePayment(payment: PaymentQuestion): Promise<PaymentAnswer>;
  close(): Promise<void>;
}

/** Keeps an acquirer's promise over any line: no answer in time and a cut line are 'unknown'. */
export function withTimeout(line: AcquirerLine, timeoutMs: number): Acquirer {
  const open = new Set<() => void>();

  function inTime<A>(ask: () => Promise<A>) {
    const { promise, resolve } = Promise.withResolvers<
      A | { outcome: 'unknown'; reason: string }
    >();
    const giveUp = () =>
      resolve({ outcome: 'unknown', reason: 'The acquirer did not answer in time' });
    const timer = setTimeout(giveUp, timeoutMs);
    open.add(giveUp);
    Promise.try(ask).then(resolve, () =>
      resolve({ outcome: 'unknown', reason: 'The line to the acquirer was cut' }),
    );
    return promise.finally(() => {
      clearTimeout(timer);
      open.delete(giveUp);
    });
  }

  return {
    move: (request) => inTime(() => line.move(request)),
    inquire: (operationId) => inTime(() => line.inquire(operationId)),
    inquirePayment: (payment) => inTime(() => line.inquirePayment(payment)),
    close: () => {
      for (const giveUp of open) giveUp();
      return line.close();
    },
  };
}
