import { sql } from 'kysely';
import type { Route } from '../../gateways/acquirer.ts';
import type {
  AcceptanceAnswer,
  ApplicationAnswer,
  InstitutionAnswer,
} from '../../gateways/financing-institution.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';
import { readLoan, type Loan } from './loan.ts';
import { fittingProducts } from './fitting.ts';
import type { LoanOperation } from './operations.ts';
import { columnDay } from './days.ts';
import { personOf } from './person.ts';

/** What an institution is sent of a loan, by the rows as they were committed. */
export async function requestOf(
  services: Services,
  operation: LoanOperation,
): Promise<ApplicationAnswer | AcceptanceAnswer | InstitutionAnswer> {
  const loan = (await readLoan(services.database.kysely, operation.consumer_credit_id))!;
  switch (operation.kind) {
    case 'APPLY':
      return apply(services, loan, operation);
    case 'ACCEPT':
      return accept(services, loan, operation);
    case 'CANCEL': {
      const { id: cancellationId, application_id: applicationId, gateway } = operation;
      const of = await institutionOf(services.database.kysely, applicationId!);
      return services.institution.cancelApplication({
        cancellationId,
        applicationId: applicationId!,
        consumerCreditId: loan.id,
        route: { gateway, of: of.id },
      });
    }
    case 'WITHDRAW':
      return services.institution.withdraw(closingOf(loan, operation));
    case 'REPAY':
      return services.institution.settleEarly(closingOf(loan, operation));
  }
}

const closingOf = (
  loan: Loan,
  { id, amount_cents, interest_cents, as_of, gateway }: LoanOperation,
) => ({
  closingId: id,
  consumerCreditId: loan.id,
  loanNumber: loan.loan_number!,
  amountCents: amount_cents!,
  interestCents: interest_cents!,
  currency: loan.currency,
  asOf: columnDay(as_of!),
  route: { gateway, of: loan.financing_institution_id } satisfies Route,
});

interface Institution {
  id: string;
  code: string;
  instant: boolean;
}

/** Whom an application went to. */
export async function institutionOf(db: Db, applicationId: string): Promise<Institution> {
  const { rows } = await sql<Institution>`
    select i.id, i.code, exists (select from financing_institution_features f
      where f.financing_institution_id = i.id and f.feature = 'INSTANT_DECISION' and f.enabled) as instant
    from loan_applications a join financing_institutions i on i.id = a.financing_institution_id
    where a.id = ${applicationId}`.execute(db);
  return rows[0]!;
}

async function apply(
  services: Services,
  loan: Loan,
  { application_id: id, gateway, terms }: LoanOperation,
) {
  const { database } = services;
  const institution = await institutionOf(database.kysely, id!);
  const person = await personOf(database.kysely, services, loan);
  const products = await fittingProducts(database.kysely, services, {
    amountCents: loan.amount_cents,
    months: loan.term_months!,
  });
  const merchant = await database.kysely
    .selectFrom('merchants')
    .select(['id', 'name'])
    .where('id', '=', loan.merchant_id)
    .executeTakeFirstOrThrow();
  return services.institution.apply({
    applicationId: id!,
    consumerCreditId: loan.id,
    institution: terms?.institution ?? institution.code,
    products:
      terms?.products ??
      products
        .filter((one) => one.institutionId === institution.id)
        .map(({ code, rate }) => ({ code, rate })),
    merchant: { ...merchant, name: terms?.merchantName ?? merchant.name },
    amountCents: loan.amount_cents,
    currency: loan.currency,
    months: loan.term_months!,
    person: {
      personalId: person.personal_id,
      firstName: person.first_name,
      lastName: person.last_name,
      dateOfBirth: person.date_of_birth,
      email: person.email,
      phone: person.phone_number,
    },
    income: {
      type: loan.income_type!,
      monthlyCents: loan.income_cents!,
      obligationsCents: loan.obligations_cents ?? 0n,
    },
    instantDecision: terms?.instant ?? institution.instant,
    route: { gateway, of: institution.id },
  });
}

interface Signed {
  offer: string;
  sha256: string;
  signed_object_id: string | null;
  method: string;
  provider: string;
}

async function accept(services: Services, loan: Loan, operation: LoanOperation) {
  const { id: acceptanceId, application_id: applicationId, gateway } = operation;
  const institution = await institutionOf(services.database.kysely, applicationId!);
  const { rows } = await sql<Signed>`
    select o.external_id as offer, d.sha256, s.signed_object_id, a.method, a.provider
    from offers o
    join signatures s on s.consumer_credit_id = o.consumer_credit_id and s.merchant_id = o.merchant_id
      and s.status = 'SIGNED'
    join loan_documents d on d.id = s.document_id and d.merchant_id = s.merchant_id
    join authentications a on a.consumer_credit_id = o.consumer_credit_id
      and a.merchant_id = o.merchant_id and a.status = 'SUCCESS'
    where o.consumer_credit_id = ${loan.id} and o.merchant_id = ${loan.merchant_id}
      and o.status = 'CHOSEN'`.execute(services.database.kysely);
  const signed = rows[0]!;
  return services.institution.accept({
    acceptanceId,
    applicationId: applicationId!,
    consumerCreditId: loan.id,
    offer: signed.offer,
    agreementSha256: signed.sha256,
    signedObjectId: signed.signed_object_id,
    signedDate: new Date(loan.agreement_signing_date!).toISOString(),
    authentication: { method: signed.method, provider: signed.provider },
    instantDecision: operation.terms?.instant ?? institution.instant,
    route: { gateway, of: institution.id },
  });
}
