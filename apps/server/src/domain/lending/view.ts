import {
  isLent,
  isToBeLetGo,
  isUnderWay,
  LOAN_FAILURE_WORDS,
  mayAskReview,
  MOST_TRIES,
  type LoanFailure,
} from '@paydesk/contract/lending.ts';
import type { LoanView } from '@paydesk/contract/loan-view.ts';
import { fromCents } from '@paydesk/contract/kernel/money.ts';
import { sql } from 'kysely';
import { hashToken } from '../../platform/auth/next-token.ts';
import type { Db } from '../../platform/db/database.ts';
import { openedPaper } from '../../platform/sealed-papers.ts';
import type { Services } from '../../platform/services.ts';
import { standingOf, whyNotEnded } from './closing.ts';
import { readLoan, type Loan } from './loan.ts';
import { COUNTING_FIRST } from './of-order.ts';
import { failedTries } from './tries.ts';

/** The loan of a checkout that counts; null where none was begun. */
async function loanOf(
  { database: { kysely } }: Services,
  checkoutId: string,
): Promise<Loan | null> {
  const row = await kysely
    .selectFrom('consumer_credits')
    .select('id')
    .where('checkout_id', '=', checkoutId)
    .orderBy(sql`${sql.raw(COUNTING_FIRST)}`)
    .limit(1)
    .executeTakeFirst();
  return row ? (await readLoan(kysely, row.id))! : null;
}

/** The same as its shopper sees it. */
export async function loanView(services: Services, checkoutId: string): Promise<LoanView | null> {
  const loan = await loanOf(services, checkoutId);
  return loan && viewOf(services, loan);
}

/**
 * The same for whoever shows that it is theirs, by the key of the browser in which they applied or the one in their
 * mails: the id of a checkout is known to its merchant's people too (ADR 215).
 */
export async function borrowersLoan(
  services: Services,
  checkoutId: string,
  key: string | null,
): Promise<LoanView | null> {
  const loan = key === null ? null : await loanOf(services, checkoutId);
  if (!loan) return null;
  const { token, shopper_key_hash: hash } = loan;
  const given = hashToken(key!);
  const opens = [hash, token && hashToken(token)].some((one) => one && given.equals(one));
  return opens ? viewOf(services, loan) : null;
}

/** Which one a token is of, that its borrower alone has. */
export const loanOfToken = async (
  { database: { kysely } }: Services,
  token: string,
): Promise<Pick<Loan, 'id' | 'status'> | undefined> =>
  (await kysely
    .selectFrom('consumer_credits')
    .select(['id', 'status'])
    .where('token', '=', token)
    .executeTakeFirst()) as Pick<Loan, 'id' | 'status'> | undefined;

/** The same by the token of its own page, which it has once it is confirmed. */
export async function loanByToken(services: Services, token: string): Promise<LoanView | null> {
  const { kysely } = services.database;
  const found = await loanOfToken(services, token);
  return found && isLent(found.status)
    ? viewOf(services, (await readLoan(kysely, found.id))!)
    : null;
}

/** What was read or signed, as it was. */
export async function loanDocument(
  { database, encryption }: Services,
  loanId: string,
  documentId: string,
): Promise<{ bytes: Buffer; contentType: string; name: string } | null> {
  const row = await database.kysely
    .selectFrom('loan_documents')
    .select(['bytes', 'bytes_sealed', 'content_type', 'kind'])
    .where('id', '=', documentId)
    .where('consumer_credit_id', '=', loanId)
    .executeTakeFirst();
  if (!row) return null;
  const name = row.kind === 'SECCI' ? 'credit-information.pdf' : 'loan-agreement.pdf';
  return { bytes: openedPaper(encryption, documentId, row), contentType: row.content_type, name };
}

async function viewOf(services: Services, loan: Loan): Promise<LoanView> {
  const db = services.database.kysely;
  const of = sql`consumer_credit_id = ${loan.id} and merchant_id = ${loan.merchant_id}`;
  const [parts, standing, authentications, signings] = await Promise.all([
    partsOf(db, of),
    standingOf(services, db, loan),
    failedTries(db as never, 'AUTHENTICATION', loan),
    failedTries(db as never, 'SIGNING', loan),
  ]);
  const { offers, signature, instalments } = parts;
  const chosen = offers.find(({ status }) => status === 'CHOSEN');
  const shown = chosen ? [chosen] : offers.filter(({ status }) => status === 'RECEIVED');
  const failed = loan.status === 'SIGNING_DOCUMENTS_PREPARED' ? signings : authentications;
  const closing = parts.closing && {
    ...parts.closing,
    amount: money(parts.closing.amount),
    interest: money(parts.closing.interest),
    givenBack: money(parts.closing.givenBack),
  };
  const mayEnd = (kind: 'WITHDRAW' | 'REPAY') =>
    closing?.status !== 'PENDING' && whyNotEnded(loan, kind, standing) === null
      ? {
          amount: fromCents(standing.settlement.amountCents),
          interest: fromCents(standing.settlement.interestCents),
        }
      : null;
  return {
    id: loan.id,
    status: loan.status,
    statusSince: loan.status_since!,
    until: loan.status_until,
    amount: fromCents(loan.amount_cents),
    currency: loan.currency as LoanView['currency'],
    months: loan.term_months!,
    inReview: loan.review,
    failure: failureOf(loan),
    applications: parts.applications,
    offers: shown.map((offer) => ({
      id: offer.id,
      institution: offer.institution,
      product: offer.product,
      months: offer.months,
      validUntil: offer.validUntil,
      amount: money(offer.amount),
      monthly: money(offer.monthly),
      total: money(offer.total),
      rate: offer.rate / 100,
      apr: offer.apr / 100,
    })),
    chosenOfferId: chosen?.id ?? null,
    authentication: parts.authentication,
    triesLeft: Math.max(0, MOST_TRIES - failed),
    signing: signature && {
      where: signature.service === 'merchant' ? 'MERCHANT' : 'ONLINE',
      status: signature.status,
      method: signature.method,
      url: signature.url,
      framed: signature.framed,
      code: signature.code,
      error: signature.error,
    },
    documents: parts.documents,
    mayCancel: isUnderWay(loan.status) && !isToBeLetGo(loan.status, loan.status_until),
    loanNumber: loan.loan_number,
    token: loan.token,
    signedDate: loan.agreement_signing_date,
    withdrawUntil: standing.withdrawable && !loan.ended ? standing.withdrawUntil : null,
    ended: loan.ended as LoanView['ended'],
    instalments: instalments.map((one) => ({
      ...one,
      amount: money(one.amount),
      interest: money(one.interest),
      principal: money(one.principal),
      paid: money(one.paid),
    })),
    left: fromCents(leftOf(instalments, standing.refundedCents)),
    givenBack: fromCents(standing.refundedCents),
    arrears: fromCents(loan.arrears_cents ?? 0n),
    withdrawing: mayEnd('WITHDRAW'),
    repaying: mayEnd('REPAY'),
    closing,
  };
}

const money = (cents: number) => fromCents(BigInt(cents));

/** What is still to be paid: by the schedule, less what the shop gave back. */
function leftOf(instalments: Parts['instalments'], refundedCents: bigint): bigint {
  const due = instalments
    .filter(({ status }) => status !== 'CANCELLED')
    .reduce((sum, { amount, paid }) => sum + BigInt(amount) - BigInt(paid), 0n);
  return due > refundedCents ? due - refundedCents : 0n;
}

function failureOf(loan: Loan): LoanView['failure'] {
  const code = loan.failure_code as LoanFailure | null;
  if (loan.status !== 'FAILED' || !code) return null;
  const asked = loan.review_asked_date !== null;
  const reviewed = loan.reviewed_date !== null;
  return {
    code,
    ...LOAN_FAILURE_WORDS[code],
    automatic: loan.decided_by === 'AUTOMATIC',
    mayAskReview: mayAskReview(code, asked, reviewed),
    reviewAsked: asked,
    reviewed,
  };
}

type Cents<T> = { [K in keyof T]: T[K] };
interface Parts {
  applications: LoanView['applications'];
  offers: Cents<LoanView['offers'][number] & { status: string }>[];
  authentication: LoanView['authentication'];
  signature: (Omit<NonNullable<LoanView['signing']>, 'where'> & { service: string }) | null;
  documents: LoanView['documents'];
  instalments: Cents<LoanView['instalments'][number]>[];
  closing: LoanView['closing'];
}

const iso = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/** All that hangs on it by one question; amounts in cents. */
async function partsOf(db: Db, of: ReturnType<typeof sql>): Promise<Parts> {
  const { rows } = await sql<{ parts: Parts }>`
    select jsonb_build_object(
      'applications', coalesce((select jsonb_agg(jsonb_build_object('institution', i.name,
          'status', a.status) order by a.created_date, a.id)
        from (select * from loan_applications where ${of}) a
        join financing_institutions i on i.id = a.financing_institution_id), '[]'),
      'offers', coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'institution', i.name,
          'product', p.name, 'amount', o.amount_cents, 'months', o.term_months,
          'rate', o.interest_rate_bp, 'apr', o.apr_bp, 'monthly', o.monthly_payment_cents,
          'total', o.total_cents, 'validUntil', ${iso('o.valid_until')}, 'status', o.status)
          order by o.total_cents, o.sequence)
        from (select * from offers where ${of}) o
        join financing_institutions i on i.id = o.financing_institution_id
        join financing_products p on p.id = o.financing_product_id), '[]'),
      'authentication', (select jsonb_build_object('id', id, 'method', method, 'status', status,
          'url', url, 'framed', framed, 'code', code, 'error', error)
        from authentications where ${of} order by created_date desc, id desc limit 1),
      'signature', (select jsonb_build_object('service', signing_service_id, 'status', status,
          'method', method, 'url', url, 'framed', framed, 'code', code, 'error', error)
        from signatures where ${of} order by created_date desc, id desc limit 1),
      'documents', coalesce((select jsonb_agg(jsonb_build_object('id', d.id, 'kind', d.kind,
          'productId', d.financing_product_id, 'institution', i.name, 'sha256', d.sha256,
          'createdDate', ${iso('d.created_date')}, 'consentedDate', ${iso('d.consented_date')})
          order by d.created_date, i.name, d.id)
        from (select * from loan_documents where ${of}) d
        left join financing_products p on p.id = d.financing_product_id
        left join financing_institutions i on i.id = p.financing_institution_id), '[]'),
      'instalments', coalesce((select jsonb_agg(jsonb_build_object('number', number,
          'dueDate', to_char(due_date, 'YYYY-MM-DD'), 'amount', amount_cents,
          'interest', interest_cents, 'principal', principal_cents, 'paid', paid_cents,
          'paidDate', to_char(paid_date, 'YYYY-MM-DD'), 'status', status) order by number)
        from loan_instalments where ${of}), '[]'),
      'closing', (select jsonb_build_object('kind', kind, 'status', status, 'amount', amount_cents,
          'interest', interest_cents, 'asOf', to_char(as_of, 'YYYY-MM-DD'), 'reason', decline_reason,
          'givenBack', (select coalesce(sum(r.amount_cents), 0) from consumer_credits_refunds r
            where r.consumer_credit_id = loan_operations.consumer_credit_id
              and r.merchant_id = loan_operations.merchant_id and r.status = 'CONFIRMED'
              and r.settled_date >= loan_operations.created_date))
        from loan_operations where ${of} and kind in ('WITHDRAW', 'REPAY')
        order by created_date desc, id desc limit 1)
    ) as parts`.execute(db);
  return rows[0]!.parts;
}
