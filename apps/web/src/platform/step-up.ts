/**
 * Asks the person for a new code while a call waits (money, keys, roles). The call itself is sent
 * again afterwards as it was, so nothing typed is lost. Several calls at once share one question.
 */
let asking: { what: Proof; answered: Promise<boolean>; settle: (shown: boolean) => void } | null =
  null;
const listeners = new Set<() => void>();

const tell = () => {
  for (const listener of listeners) listener();
};

/** What the person is asked for: a code, or the password where they have no second factor. */
export type Proof = 'code' | 'password';

export const isAsking = (): boolean => asking !== null;
export const askedFor = (): Proof | null => asking?.what ?? null;

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True once it has been taken; false when the person leaves it. */
export function askFor(what: Proof): Promise<boolean> {
  if (!asking) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    asking = { what, answered: promise, settle: resolve };
    tell();
  }
  return asking.answered;
}

/** What came of the question. */
export function answerCode(shown: boolean): void {
  const asked = asking;
  asking = null;
  asked?.settle(shown);
  tell();
}
