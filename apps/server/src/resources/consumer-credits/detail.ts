import { fromCents } from '@paydesk/contract/kernel/money.ts';
import { isAudience } from '@paydesk/contract/permissions.ts';
import type {
  InstitutionAbilities,
  LoanState,
} from '@paydesk/contract/resources/consumer-credits/actions.ts';
import type {
  ChosenOffer,
  ConsumerCredit,
  LoanPerson,
  LoanSignature,
} from '@paydesk/contract/resources/consumer-credits/endpoints.ts';
import {
  CONSUMER_CREDIT_STATUSES,
  loanAccess,
  type ConsumerCreditStatus,
} from '@paydesk/contract/resources/consumer-credits/lists.ts';
import { sql, type Selectable } from 'kysely';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import type { Database } from '../../platform/db/database.ts';
import type { ConsumerCredits } from '../../platform/db/schema/financing.ts';
import { notFound } from '../../platform/errors.ts';
import { scopeOf } from '../../platform/list/scope.ts';

type LoanRow = Selectable<ConsumerCredits>;

/** The stored row as the contract's rule looks at it. */
export function stateOf(
  row: Pick<LoanRow, 'status' | 'amount_cents' | 'total_requested_refunds_cents' | 'currency'>,
  institution: InstitutionAbilities,
): LoanState {
  return {
    status: { name: row.status as ConsumerCreditStatus },
    amount: fromCents(row.amount_cents),
    totalRequestedRefundsAmount: fromCents(row.total_requested_refunds_cents),
    currency: row.currency,
    institution,
  };
}

/** What the institution of a loan can do; a feature that was never turned on is off (AM-61). */
export const abilitiesOf = (institutionId: string) => {
  const can = (feature: string) =>
    sql`${sql.ref(institutionId)} is null or exists (select from financing_institution_features
      where financing_institution_id = ${sql.ref(institutionId)} and feature = ${feature} and enabled)`;
  return sql<InstitutionAbilities>`json_build_object('instantDecision', ${can('INSTANT_DECISION')},
    'remoteSigning', ${can('REMOTE_SIGNING')}, 'partialRefund', ${can('PARTIAL_REFUND')})`;
};

interface Found extends Omit<LoanRow, 'comment'> {
  comment?: string | null;
  abilities: InstitutionAbilities;
  institution: ChosenOffer['financingInstitution'] | null;
  merchant_name?: string;
  offer?: Required<Pick<ChosenOffer, 'id' | 'sequence' | 'externalId'>> | null;
  signature?: LoanSignature | null;
  person?: LoanPerson | null;
}

/** Everybody's; one by one, because the comment is not: a merchant's statement that takes all is refused. */
const EVERYBODYS = sql.raw(
  `id order_id merchant_id customer_id status failure_reason external_id loan_number amount_cents
   currency total_requested_refunds_cents agreement_signing_date device_os offer_retrieval_finished
   grace_repayment_count down_payment_amount_cents down_payment_type down_payment_purchase_id
   application_url income_type all_offer_count all_authentication_count created_date updated_date`
    .split(/\s+/)
    .map((column) => `c.${column}`)
    .join(', '),
);

/** For staff alone; a merchant's statements may not even name these tables, nor the comment. */
const STAFF = sql`, c.comment, m.name as merchant_name, (
    select json_build_object('id', o.id, 'sequence', o.sequence, 'externalId', o.external_id)
    from offers o where o.consumer_credit_id = c.id and o.status = 'CHOSEN'
  ) as offer, (
    select json_build_object('signingServiceId', s.signing_service_id, 'status', s.status,
      'signedObjectId', s.signed_object_id, 'externalId', s.external_id, 'error', s.error)
    from signatures s where s.consumer_credit_id = c.id order by s.created_date desc, s.id desc limit 1
  ) as signature, (
    select json_build_object('personalId', p.personal_id, 'firstName', p.first_name,
      'lastName', p.last_name, 'dateOfBirth', to_char(p.date_of_birth, 'YYYY-MM-DD'),
      'phoneNumber', p.phone_number, 'email', p.email)
    from consumer_credit_persons p where p.consumer_credit_id = c.id
  ) as person
  from consumer_credits c join merchants m on m.id = c.merchant_id`;

/** One loan for this actor (API-48, LN-28..33). */
export async function loadLoan(
  database: Database,
  actor: SignedIn,
  id: string,
): Promise<ConsumerCredit> {
  const staff = isAudience(actor, 'staff');
  const [row] = await database.run(
    sql<Found>`
      select ${EVERYBODYS}, ${abilitiesOf('c.financing_institution_id')} as abilities, case when i.id is not null then json_build_object('id', i.id, 'name', i.name,
        'code', i.code, 'active', i.active, 'logoUrl', i.logo_url) end as institution
      ${staff ? STAFF : sql`from consumer_credits c`}
      left join financing_institutions i on i.id = c.financing_institution_id
      where c.id = ${id} and ${scopeOf(loanAccess, 'c.merchant_id', actor)}`,
    actor.sight,
  );
  if (!row) throw notFound();
  const status = row.status as ConsumerCreditStatus;
  const { institution } = row;
  return {
    id: row.id,
    ...stateOf(row, row.abilities),
    status: { name: status, description: CONSUMER_CREDIT_STATUSES[status] },
    failureReason: row.failure_reason,
    externalId: row.external_id,
    currency: row.currency as 'EUR',
    agreementSigningDate: row.agreement_signing_date,
    loanNumber: row.loan_number,
    deviceOS: row.device_os,
    offerRetrievalFinished: row.offer_retrieval_finished,
    createdDate: row.created_date,
    updatedDate: row.updated_date,
    graceRepaymentCount: row.grace_repayment_count,
    downPaymentAmount:
      row.down_payment_amount_cents === null ? null : fromCents(row.down_payment_amount_cents),
    downPaymentType: row.down_payment_type as ConsumerCredit['downPaymentType'],
    downPaymentPurchaseId: row.down_payment_purchase_id,
    applicationUrl: row.application_url,
    incomeType: row.income_type as ConsumerCredit['incomeType'],
    orderId: row.order_id,
    allOfferCount: row.all_offer_count,
    allAuthenticationCount: row.all_authentication_count,
    chosenOffer: institution && {
      ...row.offer,
      financingInstitutionName: institution.name,
      financingInstitution: institution,
    },
    ...(staff && {
      merchantId: row.merchant_id,
      merchantName: row.merchant_name!,
      customerId: row.customer_id,
      comment: row.comment ?? null,
      signature: row.signature ?? null,
      person: row.person ?? null,
    }),
  };
}
