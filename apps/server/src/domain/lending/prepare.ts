import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { today } from '../../platform/business-day.ts';
import { sealedPaper } from '../../platform/sealed-papers.ts';
import type { Services } from '../../platform/services.ts';
import { agreementPdf } from '../loan-papers.ts';
import type { LoanBy } from './asked.ts';
import { signedWhere } from './identify.ts';
import { hold, move, type Loan } from './loan.ts';
import { paperOf } from './papers.ts';
import { personOf } from './person.ts';

interface Facts {
  institution: string;
  institution_code: string;
  address: string | null;
  supervisor: string | null;
  merchant: string;
  label: string | null;
  product: string;
  product_code: string;
  amount_cents: bigint;
  currency: string;
  months: number;
  rate: number;
  apr: number;
  monthly: bigint;
  total: bigint;
  external_id: string | null;
}

/** Makes the agreement of the chosen offer once its person has proved who they are, and keeps it as it is. */
export async function prepareAgreement(
  services: Services,
  { id, merchant_id }: Loan,
  by: LoanBy,
): Promise<void> {
  const { database } = services;
  const { rows } = await sql<Facts>`
    select i.name as institution, i.code as institution_code,
      i.address, i.supervisor, m.name as merchant, r.label,
      p.name as product, p.code as product_code, o.amount_cents, o.currency, o.term_months as months,
      o.interest_rate_bp as rate, o.apr_bp as apr, o.monthly_payment_cents as monthly,
      o.total_cents as total, o.external_id
    from offers o
    join consumer_credits c on c.id = o.consumer_credit_id and c.merchant_id = o.merchant_id
    join orders r on r.id = c.order_id and r.merchant_id = c.merchant_id
    join merchants m on m.id = c.merchant_id
    join financing_institutions i on i.id = o.financing_institution_id
    join financing_products p on p.id = o.financing_product_id
    where o.consumer_credit_id = ${id} and o.merchant_id = ${merchant_id} and o.status = 'CHOSEN'
      and exists (select from authentications a where a.consumer_credit_id = o.consumer_credit_id
        and a.merchant_id = o.merchant_id and a.status = 'SUCCESS')`.execute(database.kysely);
  const facts = rows[0];
  if (!facts) return;
  const person = await personOf(database.kysely, services, { id, merchant_id });
  const paper = paperOf(
    await agreementPdf({
      loanId: id,
      institution: {
        name: facts.institution,
        code: facts.institution_code,
        // one that was applied to before they were asked for may have none
        address: facts.address ?? '–',
        supervisor: facts.supervisor ?? '–',
      },
      merchant: { name: facts.merchant },
      label: facts.label,
      product: { name: facts.product, code: facts.product_code },
      amountCents: facts.amount_cents,
      currency: facts.currency,
      months: facts.months,
      rate: BigInt(facts.rate),
      date: today(services),
      person: {
        firstName: person.first_name,
        lastName: person.last_name,
        personalId: person.personal_id,
        dateOfBirth: person.date_of_birth,
        email: person.email,
        phone: person.phone_number,
      },
      offer: {
        externalId: facts.external_id,
        aprBp: facts.apr,
        monthlyCents: facts.monthly,
        totalCents: facts.total,
      },
    }),
  );
  await database.transaction('all', async (tx) => {
    const { loan } = await hold(tx, id);
    if (loan.status !== 'OFFER_CHOSEN' || loan.review) return;
    const { online } = await signedWhere(tx, loan);
    const documentId = randomUUIDv7();
    const row = { consumer_credit_id: id, merchant_id, created_date: sql<string>`now()` };
    await tx
      .insertInto('loan_documents')
      .values({
        ...row,
        id: documentId,
        kind: 'AGREEMENT',
        content_type: 'application/pdf',
        sha256: paper.sha256,
        ...sealedPaper(services.encryption, documentId, paper.bytes),
      })
      .execute();
    await tx
      .insertInto('signatures')
      .values({
        ...row,
        id: randomUUIDv7(),
        status: 'PENDING',
        signing_service_id: online ? 'online' : 'merchant',
        document_id: documentId,
      })
      .execute();
    await move(tx, services, loan, 'SIGNING_DOCUMENTS_PREPARED', {
      by,
      detail: online ? 'To be signed online' : 'To be signed at the merchant’s',
    });
  });
}
