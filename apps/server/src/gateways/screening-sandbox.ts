import { createHash } from 'node:crypto';
import type { Finding, Screening } from './screening.ts';

const LISTS: readonly Finding['list'][] = ['PEP', 'SANCTIONS', 'ADVERSE_MEDIA'];

/**
 * Finds the same of the same person each time, most of them clear: of a hundred on each list one is
 * a match and three may be.
 */
export const sandboxScreening = (): Screening => ({
  async screen({ name, dateOfBirth }) {
    return LISTS.map((list) => {
      const hash = createHash('sha256').update(`${list} ${name} ${dateOfBirth}`).digest();
      const dice = hash.readUInt16BE(0) % 100;
      const within = (least: number, most: number) =>
        least + (hash.readUInt16BE(2) % (most - least + 1));
      if (dice === 0) return { list, matchScore: within(85, 100), result: 'MATCH' };
      if (dice < 4) return { list, matchScore: within(55, 84), result: 'POSSIBLE_MATCH' };
      return { list, matchScore: within(0, 39), result: 'CLEAR' };
    });
  },
});
