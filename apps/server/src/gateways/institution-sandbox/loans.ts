import type { InstitutionOperation, OperationAnswer } from '../protocol/messages.ts';
import { AnswerLost, OtherOperation } from '../protocol/server.ts';
import type { Books, Query } from './books.ts';
import {
  decideAcceptance,
  decideApplication,
  refused,
  type Acceptance,
  type Answer,
  type Application,
  type Decision,
} from './decisions.ts';
import { writeNotices } from './notices.ts';
import { CANCELLED, declined, institutionReference, NO_ORDER, OTHER_ORDER } from './words.ts';

export type LoanOperation = Exclude<InstitutionOperation, { kind: 'LOAN_REFUND' }>;
type Cancellation = Extract<LoanOperation, { kind: 'CANCELLATION' }>;
type Closing = Extract<LoanOperation, { kind: 'LOAN_WITHDRAWAL' | 'LOAN_SETTLEMENT' }>;

interface Held {
  kind: LoanOperation['kind'];
  content: unknown;
  answer: Answer;
  decided: boolean;
  cancelled: boolean;
  same: boolean;
}

const WITHDRAWAL_DAYS = 14;
const DAY_MS = 86_400_000;

const held = (query: Query, id: string, at: Date, content: string | null = null) =>
  query<Held>(
    `select kind, content, answer, decided_date <= $2 as decided, content = $3::jsonb as same,
       exists (select from institution_sandbox.cancelled c where c.request_id = operation_id) as cancelled
     from institution_sandbox.requests where operation_id = $1`,
    [id, at, content],
  ).then(({ rows }) => rows[0]);

const isThere = async (query: Query, text: string, values: unknown[]) =>
  Boolean((await query(text, values)).rowCount);

const answerOf = (operationId: string, { answer, decided, cancelled }: Held): OperationAnswer =>
  cancelled
    ? declined(operationId, CANCELLED)
    : decided
      ? { operationId, ...answer }
      : { operationId, outcome: 'pending' };

async function acceptanceOf(query: Query, acceptance: Acceptance, at: Date) {
  const found = await held(query, acceptance.applicationId, at);
  if (found?.kind !== 'LOAN_APPLICATION' || found.cancelled || !found.decided)
    return refused('There is no application that has an offer');
  const application = found.content as Application;
  const offers = found.answer.outcome === 'approved' ? (found.answer.offers ?? []) : [];
  const offer = offers.find(({ offerId }) => offerId === acceptance.offerId);
  if (!offer || application.loanId !== acceptance.loanId) return refused('There is no such offer');
  if (offer.validUntil <= at.toISOString()) return refused('The offer is no longer valid');
  if (
    await isThere(query, 'select from institution_sandbox.loans where loan_id = $1', [
      acceptance.loanId,
    ])
  )
    return refused('There is a loan already');
  return decideAcceptance(acceptance, application, offer, at);
}

async function closingOf(query: Query, closing: Closing, at: Date): Promise<Decision> {
  const { rows } = await query<{ total_cents: string; signed_date: Date; ended: boolean }>(
    `select total_cents, signed_date,
       exists (select from institution_sandbox.loan_ends e where e.loan_id = l.loan_id) as ended
     from institution_sandbox.loans l where loan_id = $1 and loan_number = $2`,
    [closing.loanId, closing.loanNumber],
  );
  const loan = rows[0];
  if (!loan) return refused('There is no such loan');
  if (loan.ended) return refused('The loan is over already');
  if (closing.amountCents > Number(loan.total_cents))
    return refused('This is more than the loan came to');
  const isWithdrawal = closing.kind === 'LOAN_WITHDRAWAL';
  const days = (at.getTime() - loan.signed_date.getTime()) / DAY_MS;
  // the day itself counts to its end
  if (isWithdrawal && days >= WITHDRAWAL_DAYS + 1)
    return refused(`The ${WITHDRAWAL_DAYS} days of withdrawal are over`);
  await query('insert into institution_sandbox.loan_ends (loan_id, ended_date) values ($1, $2)', [
    closing.loanId,
    at,
  ]);
  const letter = isWithdrawal ? 'W' : 'S';
  const reference = institutionReference(closing.operationId, letter);
  return { answer: { outcome: 'approved', reference } };
}

async function cancellationOf(query: Query, asked: Cancellation, at: Date): Promise<Decision> {
  const { operationId, cancels } = asked;
  const done: Decision = {
    answer: { outcome: 'approved', reference: institutionReference(operationId, 'X') },
  };
  const cancel = (id: string) =>
    query(
      'insert into institution_sandbox.cancelled (request_id) values ($1) on conflict do nothing',
      [id],
    );
  const { rows } = await query<{ decided: boolean }>(
    `select decided_date <= clock_timestamp() as decided from institution_sandbox.refunds
     where request_id = $1`,
    [cancels],
  );
  if (rows[0]?.decided) return refused('It has been decided');
  const request = await held(query, cancels, at);
  if (request && request.kind !== 'LOAN_APPLICATION') return refused('It has been decided');
  if (!rows[0] && !request) {
    await query(
      'insert into institution_sandbox.closed (request_id) values ($1) on conflict do nothing',
      [cancels],
    );
    return done;
  }
  const accepted = await query<{ operation_id: string; decided: boolean }>(
    `select operation_id, decided_date <= $2 as decided from institution_sandbox.requests
     where kind = 'LOAN_ACCEPTANCE' and content->>'applicationId' = $1
       and answer->>'outcome' = 'approved'`,
    [cancels, at],
  );
  if (accepted.rows.some(({ decided }) => decided)) return refused('A loan has come of it');
  await cancel(cancels);
  for (const { operation_id: id } of accepted.rows) await cancel(id);
  return done;
}

function decide(query: Query, operation: LoanOperation, at: Date): Promise<Decision> | Decision {
  switch (operation.kind) {
    case 'LOAN_APPLICATION':
      return decideApplication(operation, at)!;
    case 'LOAN_ACCEPTANCE':
      return acceptanceOf(query, operation, at);
    case 'CANCELLATION':
      return cancellationOf(query, operation, at);
    case 'LOAN_WITHDRAWAL':
    case 'LOAN_SETTLEMENT':
      return closingOf(query, operation, at);
  }
}

/** What else it touches, and must not change meanwhile. */
const locksOf = (operation: LoanOperation): string[] => {
  switch (operation.kind) {
    case 'LOAN_APPLICATION':
      return [];
    case 'LOAN_ACCEPTANCE':
      return [operation.applicationId, operation.loanId];
    case 'CANCELLATION':
      return [operation.cancels];
    case 'LOAN_WITHDRAWAL':
    case 'LOAN_SETTLEMENT':
      return [operation.loanId];
  }
};

/** Loans from the application to the last instalment, as an institution of ours would keep them. */
export function loansOf(
  books: Books,
  { lateMs, withdrawnMs, now }: { lateMs: number; withdrawnMs: number; now: () => Date },
) {
  /** The loan itself, with all that will be said of it. */
  async function lend(query: Query, acceptance: Acceptance, answer: Answer, at: Date) {
    if (answer.outcome !== 'approved' || !answer.loan) return;
    const { loanId, operationId, applicationId, signedDate, noticeTo } = acceptance;
    const { number, instalments } = answer.loan;
    const total = instalments.reduce((sum, { amountCents }) => sum + amountCents, 0);
    await query(
      `insert into institution_sandbox.loans (loan_id, acceptance_id, loan_number, total_cents, signed_date)
       values ($1, $2, $3, $4, $5)`,
      [loanId, operationId, number, total, signedDate],
    );
    if (!noticeTo) return;
    const { personalId } = ((await held(query, applicationId, at))!.content as Application).person;
    await writeNotices(query, {
      loanId,
      loanNumber: number,
      personalId,
      instalments,
      noticeTo,
      at,
      withdrawnMs,
    });
  }

  return {
    async operate(operation: LoanOperation): Promise<OperationAnswer> {
      const { operationId: id } = operation;
      if (operation.kind === 'LOAN_APPLICATION' && !decideApplication(operation, now()))
        return new Promise<never>(() => {});
      // where answers and notices go to is no part of what is asked
      const content = JSON.stringify({ ...operation, answerTo: undefined, noticeTo: undefined });
      const locks = [id, ...locksOf(operation)].map((one) => one.toLowerCase());
      return books
        .alone([...new Set(locks)], async (query) => {
          // once it is its turn: whoever waited is not earlier than what was decided meanwhile
          const at = now();
          const known = await held(query, id, at, content);
          if (known && !known.same) throw new OtherOperation(OTHER_ORDER);
          if (known) return { answer: answerOf(id, known), lost: false };
          if (
            await isThere(query, 'select from institution_sandbox.closed where request_id = $1', [
              id,
            ])
          )
            return { answer: declined(id, NO_ORDER), lost: false };
          const decision = await decide(query, operation, at);
          const decided = new Date(at.getTime() + (decision.late ? lateMs : 0));
          await query(
            `insert into institution_sandbox.requests (operation_id, kind, content, answer, created_date,
             decided_date) values ($1, $2, $3, $4, $5, $6)`,
            [id, operation.kind, content, JSON.stringify(decision.answer), at, decided],
          );
          if (operation.kind === 'LOAN_ACCEPTANCE')
            await lend(query, operation, decision.answer, at);
          return {
            answer: answerOf(id, (await held(query, id, at))!),
            lost: decision.lost ?? false,
          };
        })
        .then(({ answer, lost }) => {
          if (lost) throw new AnswerLost('The answer is lost');
          return answer;
        });
    },

    /** Null for what never came. */
    async inquire(operationId: string): Promise<OperationAnswer | null> {
      const found = await held(books.query, operationId, now());
      return found ? answerOf(operationId, found) : null;
    },
  };
}
