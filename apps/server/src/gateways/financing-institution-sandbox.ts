import type { FinancingInstitution } from './financing-institution.ts';
import { booksOf } from './institution-sandbox/books.ts';
import { loansOf } from './institution-sandbox/loans.ts';
import { noticesOf } from './institution-sandbox/notices.ts';
import { refundsOf } from './institution-sandbox/refunds.ts';
import { INSTITUTION_SCHEMA } from './institution-sandbox/schema.ts';
import { declined, NO_ORDER } from './institution-sandbox/words.ts';
import { institutionCallersOf, institutionOver } from './protocol/institution.ts';
import type { Line } from './protocol/line.ts';
import type { OperationAnswer } from './protocol/messages.ts';
import type { Adapter } from './protocol/server.ts';

export interface InstitutionOptions {
  databaseUrl: string;
  /** When it decides on a late one. */
  lateMs?: number | undefined;
  /** When whoever withdraws at the institution’s does. */
  withdrawnMs?: number | undefined;
  /** Its own clock: by it offers end, and instalments are due. */
  now?: (() => Date) | undefined;
}

/** An institution of ours that answers as one would, refunds by amount and people by their ids; it keeps its own books. */
export function institutionBooks({
  databaseUrl,
  lateMs = 10_000,
  withdrawnMs = 60_000,
  now = () => new Date(),
}: InstitutionOptions) {
  const books = booksOf({
    databaseUrl,
    schema: 'institution_sandbox',
    tables: INSTITUTION_SCHEMA,
    last: 'notices_taken',
  });
  const refunds = refundsOf(books, lateMs);
  const loans = loansOf(books, { lateMs, withdrawnMs, now });
  const known = async (id: string): Promise<OperationAnswer | null> =>
    (await refunds.inquire(id)) ?? loans.inquire(id);

  const adapter: Adapter<'institution'> = {
    operate: (operation) =>
      operation.kind === 'LOAN_REFUND' ? refunds.refund(operation) : loans.operate(operation),
    async inquire(id) {
      const found = await known(id);
      if (found) return found;
      await books.alone([id], (query) =>
        query(
          `insert into institution_sandbox.closed (request_id)
           select $1::uuid where not exists (select from institution_sandbox.refunds where request_id = $1)
             and not exists (select from institution_sandbox.requests where operation_id = $1)
           on conflict do nothing`,
          [id],
        ),
      );
      // it may have come meanwhile
      return (await known(id)) ?? declined(id, NO_ORDER);
    },
  };
  return { adapter, notices: noticesOf(books, now), close: () => books.close() };
}

/** The same in this very process: its notices go to nobody. */
export function sandboxInstitution(options: InstitutionOptions): FinancingInstitution {
  const { adapter, close } = institutionBooks(options);
  const line = {
    operate: (operation) => adapter.operate(operation as never),
    inquire: (id) => adapter.inquire(id),
  } satisfies Partial<Line>;
  return {
    ...institutionOver(line as unknown as Line, () => institutionCallersOf('http://127.0.0.1')),
    close,
  };
}
