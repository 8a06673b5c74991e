import { sql } from 'kysely';
import { dueRows, eachDue, whileTaken, type Due, type Leases } from '../../platform/leases.ts';
import type { Services } from '../../platform/services.ts';
import type { Task } from '../../platform/tasks.ts';
import { applyToAll } from './apply.ts';
import { askOf } from './ask.ts';
import { PAYDESK, type LoanBy } from './asked.ts';
import { sendForConfirmation } from './confirm.ts';
import { readLoan, type Loan } from './loan.ts';
import { prepareAgreement } from './prepare.ts';
import { evaluateRisk } from './risk.ts';
import { settleTry } from './settle-try.ts';
import { TRIES, type TryKind } from './tries.ts';

/** From a draft to the institution's word: as many steps as a loan can go at once. */
const MOST_STEPS = 12;

/**
 * Asks everybody outside whose answer is open, and does what follows; ten at once do it once, for each step is
 * decided under the lock of the loan.
 */
export async function continueLoan(services: Services, loanId: string, by?: LoanBy): Promise<void> {
  for (let step = 0; step < MOST_STEPS; step++) {
    const loan = await readLoan(services.database.kysely, loanId);
    if (!loan) return;
    await stepOf(services, loan, { ...PAYDESK, address: by?.address ?? null });
    const { status } = (await readLoan(services.database.kysely, loanId))!;
    if (status === loan.status) return;
  }
}

async function stepOf(services: Services, loan: Loan, by: LoanBy): Promise<void> {
  // a person looks at it first
  if (loan.review) return;
  switch (loan.status) {
    case 'DRAFT':
      if (!loan.risk_date) await evaluateRisk(services, loan, by);
      return;
    case 'CUSTOMER_RISK_EVALUATION_SUCCEEDED':
      return applyToAll(services, loan, by);
    case 'OFFER_CHOSEN':
      await askTries(services, 'AUTHENTICATION', loan, by);
      return prepareAgreement(services, loan, by);
    case 'SIGNING_DOCUMENTS_PREPARED':
      return askTries(services, 'SIGNING', loan, by);
    case 'AGREEMENT_DOCUMENT_SIGNED':
      return sendForConfirmation(services, loan, by);
    case 'APPLICATION_CREATED':
    case 'OFFER_SELECTION':
    case 'WAITING_FOR_CONFIRMATION':
    case 'CONFIRMED':
      return askOf(services, loan.id);
    case 'REFUNDED':
    case 'FAILED':
  }
}

/** What became of the try that is open, as often as its person comes back. */
async function askTries(services: Services, kind: TryKind, loan: Loan, by: LoanBy): Promise<void> {
  const { table, open } = TRIES[kind];
  const row = await services.database.kysely
    .selectFrom(table)
    .select(['id', 'url', 'code'])
    .where('consumer_credit_id', '=', loan.id)
    .where('merchant_id', '=', loan.merchant_id)
    .where('status', '=', open)
    .where('expires_date', 'is not', null)
    .executeTakeFirst();
  // one that was begun at this moment was not asked for yet
  if (row && (row.url !== null || row.code !== null)) await askTry(services, kind, row.id, by);
}

async function askTry(services: Services, kind: TryKind, id: string, by: LoanBy): Promise<void> {
  try {
    await settleTry(services, kind, id, await services.identification.inquire(id), by);
  } catch (error) {
    services.log.warn({ id, err: error }, 'who identifies people does not answer');
  }
}

const BATCH = 20;
const LONGEST_PAUSE_SECONDS = 60;

/** For people who never come back: asks about tries that are open, and goes on with the loan. */
export const askAboutTries =
  (kind: TryKind) =>
  (services: Services): Task => {
    const { table, open } = TRIES[kind];
    const leases: Leases = {
      table,
      due: 'next_attempt_date',
      open: sql<boolean>`status = ${open}`,
    };
    const ask = async (found: Due) => {
      const pauseSeconds = Math.min(2 ** Math.min(found.attempts, 20), LONGEST_PAUSE_SECONDS);
      const returning = sql<{ loan: string }>`consumer_credit_id as loan`;
      const wait = { pauseSeconds, returning };
      await whileTaken(services.database.kysely, leases, found, wait, async ({ loan }) => {
        await askTry(services, kind, found.id, PAYDESK);
        await continueLoan(services, loan);
      });
    };
    return {
      name: kind === 'SIGNING' ? 'ask-about-signatures' : 'ask-about-authentications',
      everyMs: 1000,
      inEachProcess: true,
      async run(stopping) {
        const due = await dueRows(services.database.kysely, leases, sql`now()`, BATCH);
        await eachDue(due, ask, { stopping });
      },
    };
  };
