import { sql } from 'kysely';
import type { IdentificationAnswer } from '../../gateways/identification.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';
import { lookUp, noteFindings, type Person } from '../screening/note.ts';
import { isStill, ownList, type Found, type OwnList } from '../screening/own-list.ts';
import type { LoanBy } from './asked.ts';
import { changeLoan, noteLoan, readLoan, type Loan } from './loan.ts';
import { personOf } from './person.ts';

/** Who has proved to be the applicant may be called otherwise than they typed: that name is looked up too (ST-03). */
export interface Proven {
  named: Person;
  own: OwnList;
  findings: readonly Found[];
}

export const samePersonalId = (one: string, other: string) => plainId(one) === plainId(other);
const plainId = (id: string) => id.replace(/[^0-9a-z]/gi, '').toUpperCase();
const plain = (name: string) => name.normalize('NFC').replaceAll(/\s+/g, ' ').trim().toLowerCase();

/** Asked with no lock held; null where somebody else is proven, or they are called as they were looked up already. */
export async function lookUpProven(
  services: Services,
  loanId: string,
  answer: IdentificationAnswer,
): Promise<Proven | null> {
  if (answer.outcome !== 'done') return null;
  const { kysely } = services.database;
  const loan = (await readLoan(kysely, loanId))!;
  const person = await personOf(kysely, services, loan);
  const name = `${answer.firstName} ${answer.lastName}`;
  if (!samePersonalId(person.personal_id, answer.personalId)) return null;
  if (plain(name) === plain(`${person.first_name} ${person.last_name}`)) return null;
  const named = { id: loan.customer_id, name, date_of_birth: person.date_of_birth };
  const own = await ownList(services.database)();
  const findings = await lookUp(services, own.index, named);
  return findings && { named, own, findings };
}

/** False where another list was loaded since: what was found says nothing any more. */
export const isProvenStill = async (tx: Tx, proven: Proven | null): Promise<boolean> =>
  proven === null || isStill(tx, proven.own);

/** Writes it down; whoever stands on a list waits for a person, as by the name that they typed. */
export async function holdIfListed(
  tx: Tx,
  loan: Loan,
  { named, findings }: Proven,
  by: LoanBy,
): Promise<Loan> {
  await noteFindings(tx, named, findings);
  const listed = findings.find(({ result }) => result === 'MATCH');
  if (!listed) return loan;
  const list = listed.list.toLowerCase().replace('_', ' ');
  await noteLoan(tx, loan, {
    kind: 'HELD',
    by,
    detail: `The name that was proved stands on a list: ${list}`,
  });
  // it is held since then, and not since it was applied for
  return changeLoan(tx, loan, { review: true, risk_date: sql`now()` as never });
}
