import { randomUUIDv7 } from 'node:crypto';
import {
  isUnderWay,
  LOAN_FAILURES,
  LOAN_LIMIT_HOURS,
  LOAN_MOVES,
  type LoanDecider,
  type LoanFailure,
} from '@paydesk/contract/lending.ts';
import type { ConsumerCreditStatus } from '@paydesk/contract/kernel/loan-statuses.ts';
import { sql, type Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { saidBy, theRow } from '../../platform/db/rows.ts';
import type { ConsumerCredits } from '../../platform/db/schema/financing.ts';
import { notFound } from '../../platform/errors.ts';
import { lockMerchant } from '../../platform/own-merchant.ts';
import type { Services } from '../../platform/services.ts';
import { postOrderCallback } from '../callbacks.ts';
import { linkPaid } from '../checkouts/link-paid.ts';
import { NOBODYS } from '../taking.ts';
import { whyNotWanted } from '../payments/attempts.ts';
import { nameOf, type LoanBy } from './asked.ts';
import { auditLoan } from './audited.ts';
import { dropAll } from './drop.ts';
import { mailFailed } from './mails.ts';

/** A loan that lives: how it is held while it changes, and the one function by which it moves. */

export type Loan = Selectable<ConsumerCredits> & { status: ConsumerCreditStatus };

export interface HeldLoan {
  loan: Loan;
  order: {
    id: string;
    merchant_id: string;
    status: string;
    purchase_id: string | null;
    amount_cents: bigint;
  };
  /** Null, or why nobody lends for the order any more. */
  notWanted: string | null;
}

export const readLoan = (db: Db, id: string): Promise<Loan | undefined> =>
  db
    .selectFrom('consumer_credits')
    .selectAll()
    .where('id', '=', id)
    .where('checkout_id', 'is not', null)
    .executeTakeFirst() as Promise<Loan | undefined>;

/**
 * Holds a loan until the transaction ends: the merchant as it is, the order, the loan, in this order. One that was
 * made elsewhere is as absent: it is moved by nobody.
 */
export async function hold(tx: Tx, id: string): Promise<HeldLoan> {
  const found = await readLoan(tx, id);
  if (!found) throw notFound();
  const { merchant_id: merchantId } = found;
  await lockMerchant(tx, merchantId, 'kept');
  const order = await tx
    .selectFrom('orders')
    .select(['id', 'merchant_id', 'status', 'purchase_id', 'amount_cents'])
    .where(theRow(found.order_id, merchantId))
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const loan = (await tx
    .selectFrom('consumer_credits')
    .selectAll()
    .where(theRow(id, merchantId))
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()) as Loan;
  const merchant = await tx
    .selectFrom('merchants')
    .select(['status', 'acquirer_url'])
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow();
  const purchase = order.purchase_id
    ? await tx
        .selectFrom('purchases')
        .select(['id', 'status'])
        .where(theRow(order.purchase_id, merchantId))
        .executeTakeFirstOrThrow()
    : { id: '', status: 'UNSIGNED' };
  const paid = linkPaid('c.id', 'c.merchant_id');
  const { rows } = await sql<{ paid: boolean }>`
    select ${saidBy(paid, 'c.merchant_id', sql`${merchantId}::uuid`)} as paid
    from checkouts c where ${theRow(loan.checkout_id!, merchantId)}`.execute(tx);
  const { paid: paidBeside } = rows[0]!;
  return {
    loan,
    order,
    notWanted: whyNotWanted({ order, purchase, merchant, linkPaid: paidBeside }),
  };
}

type Set = Partial<Omit<Loan, 'id' | 'merchant_id' | 'status'>>;
const now = () => sql<string>`now()` as never as string;

interface Step {
  by: LoanBy;
  /** In words, for its story. */
  detail?: string | null;
  set?: Set;
  /** What was asked of an institution, whose answer it is. */
  operationId?: string | undefined;
  /** What its merchant is told beside how the order stands; null: it is told in another way. */
  tell?: Record<string, string | number | null> | null;
}

/** The one way from a status to another: held against the table of moves, timed, noted, audited, told. */
export async function move(
  tx: Tx,
  services: Services,
  loan: Loan,
  to: ConsumerCreditStatus,
  { by, detail = null, set = {}, tell = {}, operationId }: Step,
): Promise<Loan> {
  const { id, merchant_id: merchantId, status: from } = loan;
  if (!LOAN_MOVES[from].includes(to)) throw new Error(`A loan does not go from ${from} to ${to}`);
  const hours = LOAN_LIMIT_HOURS[to];
  const moved = (await tx
    .updateTable('consumer_credits')
    .set({
      ...set,
      status: to,
      status_since: now(),
      status_until: hours === null ? null : sql`now() + make_interval(hours => ${hours})`,
      reminded_date: null,
      updated_date: now(),
      updated_by: nameOf(by),
    })
    .where(theRow(id, merchantId))
    .returningAll()
    .executeTakeFirstOrThrow()) as Loan;
  await noteLoan(tx, loan, { kind: 'MOVED', by, detail, from, to });
  await auditLoan(tx, by, {
    action: 'MOVE_LOAN',
    entityType: 'CONSUMER_CREDIT',
    entityId: id,
    merchantId,
    result: 'SUCCESS',
    details: {
      ...(operationId && { operationId }),
      changes: { status: { before: from, after: to } },
      ...(detail && { reason: detail }),
    },
  });
  if (tell)
    await postOrderCallback(tx, services, loan.order_id, { loanId: id, loanStatus: to, ...tell });
  return moved;
}

export interface Failure {
  code: LoanFailure;
  decidedBy: LoanDecider;
  by: LoanBy;
  detail?: string | null;
  /** As of a step. */
  operationId?: string;
}

/** It comes to nothing, for a reason that somebody decided; its order can be paid another way from then on. */
export async function failLoan(
  tx: Tx,
  services: Services,
  loan: Loan,
  { code, decidedBy, by, detail, operationId }: Failure,
): Promise<Loan> {
  // what came of an order says that it is over
  const words = code === 'ORDER_OVER' && detail ? null : LOAN_FAILURES[code];
  const reason = [words, detail].filter(Boolean).join(': ');
  await dropAll(tx, loan, by);
  const failed = await move(tx, services, loan, 'FAILED', {
    by,
    detail: reason,
    operationId,
    set: {
      failure_code: code,
      failure_reason: reason,
      decided_by: decidedBy,
      decided_date: now(),
      offer_retrieval_finished: true,
      review: false,
      ...NOBODYS,
    },
    tell: { loanFailure: code },
  });
  if (code !== 'WITHDRAWN_BY_SHOPPER') await mailFailed(tx, services, failed);
  return failed;
}

/** What is known of it otherwise, in the status in which it is. */
export const changeLoan = (tx: Tx, { id, merchant_id }: Loan, set: Set) =>
  tx
    .updateTable('consumer_credits')
    .set({ ...set, updated_date: now() })
    .where(theRow(id, merchant_id))
    .returningAll()
    .executeTakeFirstOrThrow() as Promise<Loan>;

/** A line of its story. */
export async function noteLoan(
  tx: Tx,
  { id, merchant_id }: Pick<Loan, 'id' | 'merchant_id'>,
  event: {
    kind: string;
    by: LoanBy;
    detail?: string | null;
    from?: ConsumerCreditStatus;
    to?: ConsumerCreditStatus;
  },
): Promise<void> {
  await tx
    .insertInto('loan_events')
    .values({
      id: randomUUIDv7(),
      consumer_credit_id: id,
      merchant_id,
      kind: event.kind,
      status_before: event.from ?? null,
      status_after: event.to ?? null,
      detail: event.detail ?? null,
      user_id: event.by.userId,
      user_name: nameOf(event.by),
      created_date: sql<string>`clock_timestamp()`,
    })
    .execute();
}

export const loanIsUnderWay = ({ status }: Pick<Loan, 'status'>) => isUnderWay(status);
