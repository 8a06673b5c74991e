import { PAGE } from './discovery.ts';
import { wrong } from './problem.ts';

const numberOf = (value: unknown, otherwise: number) => {
  if (value === undefined) return otherwise;
  if (typeof value !== 'string' || !/^-?\d{1,9}$/.test(value))
    throw wrong('invalidValue', 'startIndex and count are whole numbers');
  return Number(value);
};

/** From which one on, and how many (RFC 7644, 3.4.2.4). */
export const pageOf = (query: Readonly<Record<string, unknown>>) => ({
  start: Math.max(1, numberOf(query['startIndex'], 1)),
  limit: Math.min(PAGE, Math.max(0, numberOf(query['count'], PAGE))),
});
