import { createHash, randomBytes } from 'node:crypto';
import type { Services } from '../../../platform/services.ts';

export const PATH = '/scim/v2';

export const hashed = (token: string) => createHash('sha256').update(token).digest();

/** It says what it is, so that whoever finds one lying about knows whose trouble it means. */
export function newScimToken() {
  const token = `pds_${randomBytes(32).toString('base64url')}`;
  return { token, hash: hashed(token) };
}

export const scimAddress = (services: Services) => new URL(PATH, services.publicUrl()).href;
