import { createHash } from 'node:crypto';

/**
 * What the database keeps of a session's, an invitation's or a recovery's token (SB-01, SB-08),
 * computed apart from the server: were a token kept in clear, no test that looks it up would find it.
 */
export const sha256 = (token: string): Buffer => createHash('sha256').update(token).digest();
