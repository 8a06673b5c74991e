import { question } from './store.ts';

/** What the person is asked for: a code, or the password where they have no second factor. */
export type Proof = 'code' | 'password';

/**
 * Asks the person for a new code while a call waits (money, keys, roles): true once it has been taken,
 * false when they leave it. The call itself is sent again afterwards as it was, so nothing typed is lost.
 */
export const stepUp = question<Proof>();
