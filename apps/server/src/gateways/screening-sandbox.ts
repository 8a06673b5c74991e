import { createHash } from 'node:crypto';
import type { Finding, Screened, Screening } from './screening.ts';

const LISTS: readonly Finding['list'][] = ['PEP', 'SANCTIONS', 'ADVERSE_MEDIA'];

/**
 * Finds the same of the same person each time, most of them clear: of a hundred on each list one is
 * a match and three may be.
 */
export const findingsOf = ({ name, dateOfBirth }: Screened): Finding[] =>
  LISTS.map((list) => {
    const hash = createHash('sha256').update(`${list} ${name} ${dateOfBirth}`).digest();
    const dice = hash.readUInt16BE(0) % 100;
    const within = (least: number, most: number) =>
      least + (hash.readUInt16BE(2) % (most - least + 1));
    if (dice === 0) return { list, matchScore: within(85, 100), result: 'MATCH' };
    if (dice < 4) return { list, matchScore: within(55, 84), result: 'POSSIBLE_MATCH' };
    return { list, matchScore: within(0, 39), result: 'CLEAR' };
  });

export const sandboxScreening = (): Screening => ({ screen: async (one) => findingsOf(one) });

/** What was asked; without a name, an id that is closed because it was asked about before it came. */
export const SCREENING_SCHEMA = `
  create schema if not exists screening_sandbox;
  create table if not exists screening_sandbox.requests (
    operation_id uuid primary key,
    name text,
    date_of_birth date,
    done_date timestamptz(3) not null
  );
`;
