import type { Database } from './platform/db/database.ts';
import { checkSeals, type Anchor } from './platform/seals.ts';
import { wrongDays } from './resources/business-days/counters.ts';
import { wrongCounts } from './resources/transactions/counters.ts';
import { wrongEntries } from './resources/transactions/journal-check.ts';

export interface Says {
  /** What was looked at and what it came to, a line each. */
  result(line: string): void;
  /** What is wrong, a line each. */
  fault(line: string): void;
}

/**
 * Compares the counters with the rows, the money journal with the transactions and the audit log with
 * its seals. Changes nothing; true where all of it agrees.
 */
export async function booksAgree(
  database: Database,
  { result, fault }: Says,
  anchors: readonly Anchor[] = [],
): Promise<boolean> {
  const wrong = await wrongCounts(database);
  for (const { merchant_id, day, status, kind, counted, there } of wrong)
    fault(`${day} ${merchant_id} ${status} ${kind}: counted ${counted}, there ${there}`);
  const days = await wrongDays(database);
  for (const { merchant_id, day, kind, counted, there } of days)
    fault(`business day ${day} ${merchant_id} ${kind}: counted ${counted}, there ${there}`);
  const counts = wrong.length + days.length;
  result(counts ? `${counts} counts are wrong` : 'Counters agree');
  const books = await wrongEntries(database);
  for (const { what, id } of books.wrong) fault(`money journal, ${what}: ${id}`);
  result(
    books.wrong.length
      ? `The money journal has ${books.wrong.length} faults`
      : `The money journal agrees in ${books.entries} entries`,
  );
  let faults = 0;
  const { seals, last } = await checkSeals(
    database,
    (line) => {
      faults++;
      fault(line);
    },
    anchors,
  );
  const upTo = last ? `, the last is ${last.join(':')}` : '';
  result(
    faults
      ? `The audit log has ${faults} faults`
      : `The audit log agrees with its ${seals} seals${upTo}`,
  );
  return !counts && !books.wrong.length && !faults;
}
