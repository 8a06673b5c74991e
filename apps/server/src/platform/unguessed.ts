import { randomBytes } from 'node:crypto';

/**
 * An address by which something opens to whoever has it: 128 random bits, written as ids are. A UUID of version 4
 * has six fewer, which say what it is.
 */
export const unguessed = (): string =>
  randomBytes(16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
