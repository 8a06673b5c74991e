import { randomUUIDv7 } from 'node:crypto';
import { NO_IDENTIFICATION } from '@paydesk/contract/gateways.ts';
import type { IdentificationMethod } from '@paydesk/contract/loan-view.ts';
import { sql } from 'kysely';
import { audit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';
import { invalid } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import { returnAddress } from '../payments/addresses.ts';
import { SHOPPER, type LoanBy } from './asked.ts';
import { failIfBlocked } from './blocked.ts';
import { hold, noteLoan, type Loan } from './loan.ts';
import { personOf } from './person.ts';
import {
  noteBegun,
  openTry,
  replaceTry,
  TRIES,
  TRY_MINUTES,
  type Try,
  type TryKind,
} from './tries.ts';

/** Null: nobody is asked any more. */
type Reserved = Begins | null;

interface Begins {
  id: string;
  /** It is open already, and where the person goes is known. */
  known: boolean;
  loan: Loan;
  person: Awaited<ReturnType<typeof personOf>>;
  merchantName: string;
  document: { name: string; sha256: string } | null;
}

interface Asked {
  method: IdentificationMethod;
  frame: boolean;
}

/** Has the person prove who they are; of a try that is open the same one again, unless by another method. */
export const beginAuthentication = (
  services: Services,
  loanId: string,
  { method, frame }: Asked,
  by: LoanBy = SHOPPER,
): Promise<void> =>
  begin(services, 'AUTHENTICATION', { method, frame }, (tx) =>
    openOne(tx, services, 'AUTHENTICATION', loanId, method, by),
  );

/** Has them sign the agreement that they have read, by its hash, online. */
export const beginSigning = (
  services: Services,
  loanId: string,
  { method, frame, agreementSha256 }: Asked & { agreementSha256: string },
  by: LoanBy = SHOPPER,
): Promise<void> =>
  begin(services, 'SIGNING', { method, frame }, (tx) =>
    openOne(tx, services, 'SIGNING', loanId, method, by, agreementSha256),
  );

async function begin(
  services: Services,
  kind: TryKind,
  { method, frame }: Asked,
  reserve: (tx: Tx) => Promise<Reserved>,
): Promise<void> {
  const reserved = await services.database.transaction('all', reserve);
  if (!reserved || reserved.known) return;
  const { id, loan, person, merchantName, document } = reserved;
  const begun = await services.identification
    .begin({
      id,
      purpose: kind,
      method,
      country: person.country ?? '',
      personalId: person.personal_id,
      phone: person.phone_number,
      merchantName,
      returnTo: returnAddress(services, loan.checkout_id!),
      frame,
      document,
    })
    .catch((error: unknown) => {
      services.log.warn({ id, err: error }, 'nobody identifies people at the moment');
      throw invalid('method', 'This does not work at the moment: please try again, or another way');
    });
  await noteBegun(services, kind, id, begun);
  if (begun.outcome === 'refused') throw invalid('method', begun.reason);
}

async function openOne(
  tx: Tx,
  services: Services,
  kind: TryKind,
  loanId: string,
  method: IdentificationMethod,
  by: LoanBy,
  sha256?: string,
): Promise<Reserved> {
  const { loan, notWanted } = await hold(tx, loanId);
  if (loan.status !== TRIES[kind].in)
    throw invalid(
      'method',
      kind === 'SIGNING' ? 'There is nothing to sign now' : 'Nobody has to be identified now',
    );
  if (notWanted) throw invalid('method', notWanted);
  if (loan.review) throw invalid('method', 'A person looks at the application first');
  if (services.gateways.IDENTIFICATION === 'none') throw invalid('method', NO_IDENTIFICATION);
  if (await failIfBlocked(tx, services, loan, by)) return null;
  const document = kind === 'SIGNING' ? await agreementOf(tx, loan, sha256!) : null;
  const person = await personOf(tx, services, loan);
  const { name: merchantName } = await tx
    .selectFrom('merchants')
    .select('name')
    .where('id', '=', loan.merchant_id)
    .executeTakeFirstOrThrow();
  const about = {
    loan,
    person,
    merchantName,
    document: document && { name: `Loan agreement with ${merchantName}`, sha256: document.sha256 },
  };
  const open = await openTry(tx, kind, loan);
  if (open?.method === method && !open.over)
    return { ...about, id: open.id, known: open.url !== null || open.code !== null };
  const id = await anew(tx, kind, loan, method, open, document?.id ?? null);
  await noteLoan(tx, loan, { kind: `${kind}_BEGUN`, by, detail: method });
  await audit(tx, by, {
    action: `BEGIN_LOAN_${kind}`,
    entityType: 'CONSUMER_CREDIT',
    entityId: loanId,
    merchantId: loan.merchant_id,
    result: 'SUCCESS',
    details: { method },
  });
  return { ...about, id, known: false };
}

const EXPIRES = sql<string>`now() + make_interval(mins => ${TRY_MINUTES})`;
/** Nobody asks before the first asking has had its time. */
const LOOK = sql<string>`now() + make_interval(secs => 30)`;

async function anew(
  tx: Tx,
  kind: TryKind,
  loan: Loan,
  method: IdentificationMethod,
  open: Try | undefined,
  documentId: string | null,
): Promise<string> {
  // prepared with the agreement, and nobody has been asked yet
  if (kind === 'SIGNING' && open && open.method === null) {
    await tx
      .updateTable('signatures')
      .set({ method, expires_date: EXPIRES, next_attempt_date: LOOK })
      .where(theRow(open.id, loan.merchant_id))
      .execute();
    return open.id;
  }
  if (open) await replaceTry(tx, kind, open);
  const id = randomUUIDv7();
  const row = {
    id,
    consumer_credit_id: loan.id,
    merchant_id: loan.merchant_id,
    method,
    created_date: sql<string>`now()`,
    expires_date: EXPIRES,
    next_attempt_date: LOOK,
  };
  if (kind === 'SIGNING') {
    await tx
      .insertInto('signatures')
      .values({ ...row, status: 'PENDING', signing_service_id: 'online', document_id: documentId })
      .execute();
    return id;
  }
  await tx
    .insertInto('authentications')
    .values({ ...row, status: 'STARTED', customer_id: loan.customer_id, provider: method })
    .execute();
  await tx
    .updateTable('consumer_credits')
    .set({ all_authentication_count: sql`all_authentication_count + 1` })
    .where(theRow(loan.id, loan.merchant_id))
    .execute();
  return id;
}

/** The agreement, if it is the one that was read and is signed online. */
async function agreementOf(
  tx: Tx,
  loan: Loan,
  sha256: string,
): Promise<{ id: string; sha256: string }> {
  const document = await tx
    .selectFrom('loan_documents')
    .select(['id', 'sha256'])
    .where('consumer_credit_id', '=', loan.id)
    .where('merchant_id', '=', loan.merchant_id)
    .where('kind', '=', 'AGREEMENT')
    .executeTakeFirstOrThrow();
  if (document.sha256 !== sha256)
    throw invalid('agreementSha256', 'The agreement is another one: please read it again');
  // where it is signed was decided as it was made, whatever the institution can do by now
  const { signing_service_id: where } = await tx
    .selectFrom('signatures')
    .select('signing_service_id')
    .where('consumer_credit_id', '=', loan.id)
    .where('merchant_id', '=', loan.merchant_id)
    .orderBy('created_date', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  if (where === 'merchant') throw invalid('method', 'The agreement is signed at the shop');
  return document;
}

/** Online where the institution takes that at the moment, else on paper at the merchant's (AM-111). */
export async function signedWhere(
  tx: Pick<Tx, 'selectFrom'>,
  { financing_institution_id: id }: Loan,
): Promise<{ online: boolean }> {
  const feature = await tx
    .selectFrom('financing_institution_features')
    .select('enabled')
    .where('financing_institution_id', '=', id)
    .where('feature', '=', 'REMOTE_SIGNING')
    .executeTakeFirst();
  return { online: feature?.enabled ?? false };
}
