import { MOST_TRIES } from '@paydesk/contract/lending.ts';
import type { IdentificationMethod } from '@paydesk/contract/loan-view.ts';
import { sql } from 'kysely';
import type { IdentificationBegun } from '../../gateways/identification.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';
import type { Services } from '../../platform/services.ts';
import { PAYDESK, type LoanBy } from './asked.ts';
import { failLoan, hold, noteLoan, type Loan } from './loan.ts';

/** A person's tries to prove who they are, or to sign: the same two steps, each try a row asked about by its id. */

export type TryKind = 'AUTHENTICATION' | 'SIGNING';

interface Kind {
  table: 'authentications' | 'signatures';
  open: 'STARTED' | 'PENDING';
  done: 'SUCCESS' | 'SIGNED';
  in: Loan['status'];
  failure: 'AUTHENTICATION_FAILED' | 'SIGNING_FAILED';
  words: string;
}

export const TRIES: Readonly<Record<TryKind, Kind>> = {
  AUTHENTICATION: {
    table: 'authentications',
    open: 'STARTED',
    done: 'SUCCESS',
    in: 'OFFER_CHOSEN',
    failure: 'AUTHENTICATION_FAILED',
    words: 'Identification',
  },
  SIGNING: {
    table: 'signatures',
    open: 'PENDING',
    done: 'SIGNED',
    in: 'SIGNING_DOCUMENTS_PREPARED',
    failure: 'SIGNING_FAILED',
    words: 'Signing',
  },
};

/** Whoever is asked has so long; nobody stays at a phone for more. */
export const TRY_MINUTES = 10;
const LOOK_SECONDS = 15;
/** Of a try that gave way to another method. */
const REPLACED = 'Another way was chosen';

export interface Try {
  id: string;
  consumer_credit_id: string;
  merchant_id: string;
  status: string;
  method: IdentificationMethod | null;
  url: string | null;
  code: string | null;
  over: boolean;
}

const COLUMNS = sql`id, consumer_credit_id, merchant_id, status, method, url, code,
  coalesce(expires_date <= now(), false) as over`;

/** The one that is open; whoever asks holds the loan. */
export async function openTry(tx: Tx, kind: TryKind, loan: Loan): Promise<Try | undefined> {
  const { table, open } = TRIES[kind];
  const { rows } = await sql<Try>`select ${COLUMNS} from ${sql.table(table)}
    where consumer_credit_id = ${loan.id} and merchant_id = ${loan.merchant_id} and status = ${open}
    for no key update`.execute(tx);
  return rows[0];
}

/** How many have come to nothing. */
export async function failedTries(
  tx: Pick<Tx, 'selectFrom'>,
  kind: TryKind,
  loan: Pick<Loan, 'id' | 'merchant_id'>,
): Promise<number> {
  const { count } = await tx
    .selectFrom(TRIES[kind].table)
    .select(sql<number>`count(*)::int`.as('count'))
    .where('consumer_credit_id', '=', loan.id)
    .where('merchant_id', '=', loan.merchant_id)
    .where('status', 'in', ['FAILED', 'EXPIRED'])
    .where('counted', '=', true)
    .executeTakeFirstOrThrow();
  return count;
}

/** A try by its id. */
export const found = (tx: Db, kind: TryKind, id: string) =>
  sql<Try>`select ${COLUMNS} from ${sql.table(TRIES[kind].table)} where id = ${id}`.execute(tx);

/** Writes down where the person goes, or that nobody asks them. */
export const noteBegun = (
  services: Services,
  kind: TryKind,
  id: string,
  begun: IdentificationBegun,
): Promise<void> =>
  services.database.transaction('all', async (tx) => {
    const known = (await found(tx, kind, id)).rows[0]!;
    const { loan } = await hold(tx, known.consumer_credit_id);
    const { table, open } = TRIES[kind];
    const now = (await found(tx, kind, id)).rows[0]!;
    if (now.status !== open) return;
    if (begun.outcome === 'refused') {
      await endTry(tx, services, kind, loan, id, PAYDESK, {
        status: 'FAILED',
        error: begun.reason,
        counted: false,
      });
      return;
    }
    await tx
      .updateTable(table)
      .set({
        url: begun.url,
        code: begun.code,
        framed: begun.framed,
        ...(kind === 'AUTHENTICATION'
          ? { provider: begun.provider }
          : { signing_service_id: begun.provider }),
        next_attempt_date: sql`now() + make_interval(secs => ${LOOK_SECONDS})`,
      })
      .where(theRow(id, known.merchant_id))
      .execute();
  });

/** A try came to nothing; after the last one the loan does. */
export async function endTry(
  tx: Tx,
  services: Services,
  kind: TryKind,
  loan: Loan,
  id: string,
  by: LoanBy,
  {
    status,
    error,
    counted = true,
  }: { status: 'FAILED' | 'EXPIRED'; error: string; counted?: boolean },
): Promise<void> {
  const { table, in: during, failure, words } = TRIES[kind];
  await tx
    .updateTable(table)
    .set({
      status,
      error,
      counted,
      url: null,
      code: null,
      completed_date: sql`now()`,
      next_attempt_date: null,
    })
    .where(theRow(id, loan.merchant_id))
    .execute();
  await noteLoan(tx, loan, {
    kind: `${kind}_${status}`,
    by,
    detail: `${words}: ${error}`,
  });
  if (loan.status === during && (await failedTries(tx, kind, loan)) >= MOST_TRIES)
    await failLoan(tx, services, loan, {
      code: failure,
      decidedBy: 'AUTOMATIC',
      by,
      detail: error,
    });
}

/** Another way is chosen: this one is over, and counts for nothing. */
export const replaceTry = (tx: Tx, kind: TryKind, { id, merchant_id }: Try) =>
  tx
    .updateTable(TRIES[kind].table)
    .set({
      status: 'FAILED',
      error: REPLACED,
      counted: false,
      url: null,
      code: null,
      completed_date: sql`now()`,
      next_attempt_date: null,
    })
    .where(theRow(id, merchant_id))
    .execute();
