import { encryption } from '../platform/encryption.ts';

export const TEST_KEY = 'the key of the tests, which is long enough';

/** What demo data of tests is sealed under, and opened by the servers of tests. */
export const testEncryption = encryption(TEST_KEY);
