/** The Idempotency-Key of one opened dialog (AM-102). */
export interface IdempotencyKeys {
  /** The key to send these values with: the same values always go under the same key. */
  keyFor: (values: unknown) => string;
  /** The server refused for good: other values may start anew. */
  refused: () => void;
}

function randomKey(): string {
  // pages that are not served securely have no randomUUID
  return typeof crypto.randomUUID === 'function'
    ? crypto.randomUUID()
    : crypto.getRandomValues(new Uint32Array(4)).join('-');
}

/**
 * An answer that never came may have done its work, so the key stays, and with it the server's
 * protection: other values under it are refused, never done on top.
 */
export function idempotencyKeys(make: () => string = randomKey): IdempotencyKeys {
  let key = make();
  let sent: string | null = null;
  let refused = false;
  return {
    keyFor(values) {
      const text = JSON.stringify(values);
      if (refused && text !== sent) key = make();
      sent = text;
      refused = false;
      return key;
    },
    refused() {
      refused = true;
    },
  };
}
