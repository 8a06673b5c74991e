import type { Permission } from '../permissions.ts';

/**
 * Who may call: everyone, any signed-in user, the holders of any one of the permissions; or no person
 * at all, but a merchant's own systems by API key or signature, or the provider's by theirs.
 */
export type Access = 'public' | 'authenticated' | Machines | readonly Permission[];
/** Whose systems call, and no person. */
export type Machines = 'machine' | 'provider';

export const isMachines = (access: Access): access is Machines =>
  access === 'machine' || access === 'provider';
