import { cut } from '@paydesk/contract/kernel/texts.ts';
import { inTime } from '@paydesk/contract/kernel/in-time.ts';
import { sql } from 'kysely';
import type {
  AcceptanceAnswer,
  ApplicationAnswer,
  InstitutionAnswer,
} from '../../gateways/financing-institution.ts';
import { errorLine } from '../../platform/log.ts';
import { theRow } from '../../platform/db/rows.ts';
import { dueRows, eachDue, whileTaken, type Due, type Leases } from '../../platform/leases.ts';
import type { Services } from '../../platform/services.ts';
import type { Task } from '../../platform/tasks.ts';
import { asPlanned, type LoanOperation } from './operations.ts';
import { requestOf } from './requests.ts';
import { settleOperation } from './settle.ts';

/** Asking institutions with no lock held, now or again later: the same id is the same question. */

const BATCH = 20;
const AT_ONCE = 4;
const LONGEST_PAUSE_SECONDS = 300;
/** A line gives up before that; whatever it is, nobody is held up for ever. */
const PATIENCE_MS = 12_000;
/** After so many tries without an answer people are told that something is wrong. */
const ERROR_AFTER = 5;

const OPEN: Leases = {
  table: 'loan_operations',
  due: 'next_attempt_date',
  // nobody is asked to lend while the same is taken back: what becomes of that says whether to ask. Whoever was not
  // chosen may keep silent about it for as long as they like
  open: sql`status = 'PENDING' and not (kind = 'ACCEPT' and exists (select from loan_operations back
    where back.application_id = loan_operations.application_id
      and back.merchant_id = loan_operations.merchant_id
      and back.kind = 'CANCEL' and back.status = 'PENDING'))`,
};

export type OperationAnswer = ApplicationAnswer | AcceptanceAnswer | InstitutionAnswer;

/** Asks, and settles what is answered; what is not stays open, and is asked again. */
export async function carryOut(services: Services, operation: LoanOperation): Promise<void> {
  let answer: OperationAnswer;
  try {
    answer = await inTime(requestOf(services, operation), PATIENCE_MS, () => {
      throw new Error('No answer in time');
    });
  } catch (error) {
    services.log.warn({ operationId: operation.id, err: error }, 'the institution does not answer');
    await noteError(services, operation, errorLine(error));
    return;
  }
  if (answer.outcome === 'open') {
    await noteOpen(services, operation);
    return;
  }
  await settleOperation(services, operation.id, answer);
}

const noteOpen = ({ database }: Services, { id, merchant_id }: LoanOperation) =>
  database.kysely
    .updateTable('loan_operations')
    .set({ error: null })
    .where(theRow(id, merchant_id))
    .where('error', 'is not', null)
    .execute();

async function noteError(
  { database }: Services,
  { id, merchant_id, application_id, attempts, kind }: LoanOperation,
  line: string,
): Promise<void> {
  const error = cut(line, 255);
  await database.transaction('all', async (tx) => {
    await tx
      .updateTable('loan_operations')
      .set({ error })
      .where(theRow(id, merchant_id))
      .where('status', '=', 'PENDING')
      .execute();
    // this one is counted when it is over
    if (kind === 'APPLY' && application_id && attempts + 1 >= ERROR_AFTER)
      await tx
        .updateTable('loan_applications')
        .set({ status: 'ERROR', error, updated_date: sql`now()` })
        .where(theRow(application_id, merchant_id))
        .where('status', '=', 'SENT')
        .execute();
  });
}

/** Taking pushes the next attempt away, so two processes do not ask at once. */
async function takeAndAsk(services: Services, found: Due): Promise<void> {
  const pauseSeconds = Math.min(2 ** Math.min(found.attempts, 20), LONGEST_PAUSE_SECONDS);
  const returning = sql<LoanOperation>`*`;
  await whileTaken(
    services.database.kysely,
    OPEN,
    found,
    { pauseSeconds, returning },
    (operation) => carryOut(services, operation),
  );
}

/** What is open of a loan and due, or was just planned; of an application what takes it back goes first. */
export async function askOf(services: Services, loanId: string): Promise<void> {
  const { rows } = await sql<Due & Pick<LoanOperation, 'kind' | 'application_id'>>`
    select id, merchant_id as "merchantId", attempts, next_attempt_date as due, kind, application_id
    from loan_operations
    where consumer_credit_id = ${loanId} and status = 'PENDING'
      and (${asPlanned} or next_attempt_date <= now())
    order by created_date, id limit ${BATCH}`.execute(services.database.kysely);
  const askAll = async (of: typeof rows) => {
    for (const back of [true, false]) {
      const these = of.filter(({ kind }) => (kind === 'CANCEL') === back);
      await Promise.all(these.map((found) => takeAndAsk(services, found)));
    }
  };
  const applications = Map.groupBy(rows, ({ application_id }) => application_id);
  await Promise.all([...applications.values()].map(askAll));
}

/** Asks institutions whose answer is open, until it is there. */
export const askInstitutions = (services: Services): Task => ({
  name: 'ask-institutions-of-loans',
  everyMs: 1000,
  inEachProcess: true,
  async run(stopping) {
    const due = await dueRows(services.database.kysely, OPEN, sql`now()`, BATCH);
    await eachDue(due, (found) => takeAndAsk(services, found), { stopping, atOnce: AT_ONCE });
  },
});
