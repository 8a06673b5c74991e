import { randomUUIDv7 } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';
import type { LoanOperations } from '../../platform/db/schema/lending.ts';
import type { Loan } from './loan.ts';
import { nameOf, type LoanBy } from './asked.ts';

/** What an institution is asked to do with a loan: reserved, committed, asked without a lock, settled (AM-102). */

export type LoanOperation = Selectable<LoanOperations>;

type Also = Partial<
  Pick<
    LoanOperation,
    | 'id'
    | 'application_id'
    | 'terms'
    | 'amount_cents'
    | 'interest_cents'
    | 'as_of'
    | 'failure_code'
    | 'failure_detail'
  >
>;

/** Whoever plans it asks at once, and who asks later waits for that; nobody waits for a cancellation. */
const PATIENCE_SECONDS = 25;

/** Nobody has begun to ask it. */
export const asPlanned = sql<boolean>`(attempts = 0
  and next_attempt_date = created_date + make_interval(secs => ${PATIENCE_SECONDS}))`;

/** Writes down what will be asked; from here on it is asked until the answer is known. */
export const plan = (
  tx: Tx,
  { id, merchant_id }: Pick<Loan, 'id' | 'merchant_id'>,
  kind: LoanOperation['kind'],
  gateway: string | null,
  by: LoanBy,
  { terms, ...also }: Also = {},
): Promise<LoanOperation> =>
  tx
    .insertInto('loan_operations')
    .values({
      id: randomUUIDv7(),
      consumer_credit_id: id,
      merchant_id,
      kind,
      status: 'PENDING',
      gateway,
      user_id: by.userId,
      user_name: nameOf(by),
      created_date: sql<string>`now()`,
      next_attempt_date: sql`now() + make_interval(secs => ${kind === 'CANCEL' ? 0 : PATIENCE_SECONDS})`,
      ...also,
      terms: terms ? (JSON.stringify(terms) as never) : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Its answer is known; nobody asks again. */
export const close = (
  tx: Tx,
  { id, merchant_id }: Pick<LoanOperation, 'id' | 'merchant_id'>,
  answer: { approved: true; reference: string | null } | { approved: false; reason: string },
) =>
  tx
    .updateTable('loan_operations')
    .set({
      status: answer.approved ? 'APPROVED' : 'DECLINED',
      settled_date: sql`now()`,
      next_attempt_date: null,
      error: null,
      ...(answer.approved ? { reference: answer.reference } : { decline_reason: answer.reason }),
    })
    .where(theRow(id, merchant_id))
    .where('status', '=', 'PENDING')
    .execute();

const open = (
  tx: Tx,
  { id, merchant_id }: Pick<Loan, 'id' | 'merchant_id'>,
  kind: LoanOperation['kind'],
) =>
  tx
    .selectFrom('loan_operations')
    .selectAll()
    .where('consumer_credit_id', '=', id)
    .where('merchant_id', '=', merchant_id)
    .where('kind', '=', kind)
    .where('status', '=', 'PENDING');

/** The one that is open, of a kind that a loan has one of at a time; whoever asks holds the loan. */
export const openOf = (tx: Tx, loan: Loan, kind: 'ACCEPT' | 'WITHDRAW' | 'REPAY') =>
  open(tx, loan, kind).executeTakeFirst();

/** What takes back what this one asked for: each institution is asked to for itself. */
export const openCancelOf = (tx: Tx, loan: Loan, { application_id }: LoanOperation) =>
  open(tx, loan, 'CANCEL').where('application_id', '=', application_id).executeTakeFirst();
