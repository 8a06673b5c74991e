import type { Call } from '@paydesk/contract/index.ts';

/** What the rules of a merchant's own ways in look at. */
export const ofMerchant = ({ status }: Call<'GET /api/user-merchant'>['answer']) => ({
  status: status.name,
});

/** A private key is saved under this name where the answer has none (CK-16). */
export const DEFAULT_FILE = 'private-key.pem';

/** Enough of a key to tell it from another: what it is, and its end. */
export const masked = (lastFour: string) => `pdk_${'•'.repeat(16)}${lastFour}`;
