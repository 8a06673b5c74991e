/** What is said before a way in is taken away (CK-18, CK-19, AM-75). */
export const questions = {
  certificate:
    'This invalidates the current connection configuration: the certificate that is active now is disabled at once, and calls signed with its key are refused.',
  apiKey:
    'This invalidates the current connection configuration: the API key that is in use now is refused at once.',
  disable:
    'Calls signed with its key are refused from now on. A disabled certificate can’t be activated again.',
};

/** A private key is saved under this name where the answer has none (CK-16). */
export const DEFAULT_FILE = 'private-key.pem';

/** Enough of a key to tell it from another: what it is, and its end. */
export const masked = (lastFour: string) => `pdk_${'•'.repeat(16)}${lastFour}`;
