import { setNonce } from 'get-nonce';

/** The nonce of this answer, for every style that is made at run time. */
export const styleNonce =
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

setNonce(styleNonce);
