import { encryption } from '../platform/encryption.ts';

/** What demo data of tests is sealed under, and opened by the servers of tests. */
export const testEncryption = encryption('the key of the tests, which is long enough');
