import { sql } from 'kysely';
import type { IdentificationAnswer } from '../../gateways/identification.ts';
import type { Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';
import type { Services } from '../../platform/services.ts';
import type { LoanBy } from './asked.ts';
import { hold, noteLoan, type Loan } from './loan.ts';
import { personOf } from './person.ts';
import {
  holdIfListed,
  isProvenStill,
  lookUpProven,
  samePersonalId,
  type Proven,
} from './proven.ts';
import { agreementSigned } from './signed.ts';
import { endTry, found, TRIES, type TryKind } from './tries.ts';

/**
 * What the service says of a try, once: it must be the person who applied. What they are called by it is looked up
 * before; where a list was loaded meanwhile, on that one.
 */
export async function settleTry(
  services: Services,
  kind: TryKind,
  id: string,
  answer: IdentificationAnswer,
  by: LoanBy,
): Promise<void> {
  const known = (await found(services.database.kysely, kind, id)).rows[0];
  if (!known) return;
  const proven = await lookUpProven(services, known.consumer_credit_id, answer);
  const settled = await services.database.transaction('all', async (tx) => {
    if (!(await isProvenStill(tx, proven))) return false;
    const { loan } = await hold(tx, known.consumer_credit_id);
    await settleHeld(tx, services, kind, { loan, id, answer, proven }, by);
    return true;
  });
  if (!settled) await settleTry(services, kind, id, answer, by);
}

interface Settles {
  loan: Loan;
  id: string;
  answer: IdentificationAnswer;
  proven: Proven | null;
}

async function settleHeld(
  tx: Tx,
  services: Services,
  kind: TryKind,
  { loan, id, answer, proven }: Settles,
  by: LoanBy,
): Promise<void> {
  const now = (await found(tx, kind, id)).rows[0]!;
  const { table, open, done, in: during } = TRIES[kind];
  if (now.status !== open || loan.status !== during) return;
  if (answer.outcome === 'open') {
    if (now.over)
      await endTry(tx, services, kind, loan, id, by, {
        status: 'EXPIRED',
        error: 'No answer in time',
      });
    return;
  }
  if (answer.outcome === 'failed') {
    const status = answer.code === 'EXPIRED' ? 'EXPIRED' : 'FAILED';
    const counted = answer.code !== 'FAULT' && (now.url ?? now.code) !== null;
    await endTry(tx, services, kind, loan, id, by, { status, error: answer.reason, counted });
    return;
  }
  const person = await personOf(tx, services, loan);
  if (!samePersonalId(person.personal_id, answer.personalId)) {
    const error = 'Somebody else than the applicant was identified';
    await endTry(tx, services, kind, loan, id, by, { status: 'FAILED', error });
    return;
  }
  if (kind === 'SIGNING' && !answer.signedObjectId) {
    const error = 'The service gives no signature';
    await endTry(tx, services, kind, loan, id, by, { status: 'FAILED', error });
    return;
  }
  await tx
    .updateTable(table)
    .set({
      status: done,
      error: null,
      url: null,
      code: null,
      completed_date: sql`now()`,
      next_attempt_date: null,
      ...(kind === 'SIGNING' && {
        signed_object_id: answer.signedObjectId,
        signed_by: `${answer.firstName} ${answer.lastName}`,
      }),
    })
    .where(theRow(id, loan.merchant_id))
    .execute();
  await noteLoan(tx, loan, {
    kind: kind === 'SIGNING' ? 'SIGNED' : 'AUTHENTICATED',
    by,
    detail: `${answer.firstName} ${answer.lastName}`,
  });
  const checked = proven ? await holdIfListed(tx, loan, proven, by) : loan;
  if (kind === 'SIGNING') await agreementSigned(tx, services, checked, by);
}
