import { totalmem } from 'node:os';

/**
 * An eighth of what memory this process may take, of the machine or of its container, in whole megabytes between
 * these two.
 */
export function eighthOfMemory(least: number, most: number): number {
  // what has no limit says none, or more than there is
  const bytes = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  return Math.max(least, Math.min(most, Math.floor(bytes / 2 ** 20 / 8)));
}
