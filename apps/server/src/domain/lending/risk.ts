import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';
import { evaluate } from '../rules/evaluate.ts';
import { lookUp, noteFindings } from '../screening/note.ts';
import { isStill, ownList, type Found } from '../screening/own-list.ts';
import type { LoanBy } from './asked.ts';
import { failIfBlocked } from './blocked.ts';
import { changeLoan, failLoan, hold, move, noteLoan, type Loan } from './loan.ts';

/** Whether a person may be lent money, before any institution hears of them: lists, rules, who is blocked (ST-03). */

const lists = new WeakMap<Database, ReturnType<typeof ownList>>();

function ownListOf(database: Database) {
  const kept = lists.get(database) ?? ownList(database);
  lists.set(database, kept);
  return kept();
}

/** Looks a draft's person up with no lock held, then decides, once. Where nobody answers it stays a draft, and is tried again. */
export async function evaluateRisk(services: Services, draft: Loan, by: LoanBy): Promise<void> {
  const { id, merchant_id } = draft;
  const { database } = services;
  const person = await database.kysely
    .selectFrom('consumer_credit_persons')
    .innerJoin('consumer_credits', (join) =>
      join
        .onRef('consumer_credits.id', '=', 'consumer_credit_persons.consumer_credit_id')
        .onRef('consumer_credits.merchant_id', '=', 'consumer_credit_persons.merchant_id'),
    )
    .select(['first_name', 'last_name', 'customer_id'])
    .select(sql<string>`to_char(date_of_birth, 'YYYY-MM-DD')`.as('date_of_birth'))
    .where('consumer_credit_id', '=', id)
    .where('consumer_credit_persons.merchant_id', '=', merchant_id)
    .executeTakeFirstOrThrow();
  const named = {
    id: person.customer_id,
    name: `${person.first_name} ${person.last_name}`,
    date_of_birth: person.date_of_birth,
  };
  const own = await ownListOf(database);
  const findings = await lookUp(services, own.index, named);
  const decided = await database.transaction('all', async (tx) => {
    if (!(await isStill(tx, own))) return false;
    const { loan, notWanted } = await hold(tx, id);
    if (loan.status !== 'DRAFT' || loan.risk_date) return true;
    const evaluated = await changeLoan(tx, loan, { risk_date: sql`now()` as never });
    if (notWanted) {
      await failLoan(tx, services, evaluated, {
        code: 'ORDER_OVER',
        decidedBy: 'AUTOMATIC',
        by,
        detail: notWanted,
      });
      return true;
    }
    if (findings) await noteFindings(tx, named, findings);
    if (!(await failIfBlocked(tx, services, evaluated, by)))
      await decide(tx, services, evaluated, findings, by);
    return true;
  });
  // a list was loaded while the person was looked up on the one before
  if (!decided) await evaluateRisk(services, draft, by);
}

async function decide(
  tx: Tx,
  services: Services,
  loan: Loan,
  findings: readonly Found[] | null,
  by: LoanBy,
): Promise<void> {
  const { outcome, rule } = await evaluate(tx, {
    kind: 'LOAN',
    merchantId: loan.merchant_id,
    customerId: loan.customer_id,
    cardPan: null,
    cardId: null,
    amountCents: loan.amount_cents,
    currency: loan.currency,
    subject: () => ({ type: 'CONSUMER_CREDIT', id: loan.id }),
  });
  if (outcome === 'BLOCK') {
    await failLoan(tx, services, loan, {
      code: 'REFUSED_BY_RULE',
      decidedBy: 'AUTOMATIC',
      by,
      detail: rule?.name ?? null,
    });
    return;
  }
  const listed = findings?.find(({ result }) => result === 'MATCH');
  if (outcome === 'REVIEW' || listed) {
    await changeLoan(tx, loan, { review: true });
    const detail = listed
      ? `The name stands on a list: ${listed.list.toLowerCase().replace('_', ' ')}`
      : `Held by the rule ${rule!.name}`;
    await noteLoan(tx, loan, { kind: 'HELD', by, detail });
    return;
  }
  // who borrows is authenticated in any case, which is all that 3-D Secure asks for
  await move(tx, services, loan, 'CUSTOMER_RISK_EVALUATION_SUCCEEDED', { by });
}
