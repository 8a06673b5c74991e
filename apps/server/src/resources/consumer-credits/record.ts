import { loan } from '@paydesk/contract/resources/consumer-credits/endpoints.ts';
import { loanInHand } from '@paydesk/contract/resources/consumer-credits/taking.ts';
import { isWithdrawable } from '../../domain/lending/days.ts';
import { assign, giveBack, take } from '../../domain/taking.ts';
import { defineRecord } from '../../platform/record.ts';
import { PERSONAL_ID_OF_BORROWER, sealedSql } from '../../platform/sealed-values.ts';
import { consumerCreditsList } from './lists.ts';

/** What the institution of a loan can do; a feature that was never turned on is off (AM-61). */
const can = (feature: string) => `(c.financing_institution_id is null
  or exists (select from financing_institution_features
    where financing_institution_id = c.financing_institution_id and feature = '${feature}' and enabled))`;

/** One loan (API-48, LN-28..33); asking for its money back is money, and its comment no merchant's. */
export const loanRecord = defineRecord({
  record: loan,
  list: consumerCreditsList,
  table: 'consumer_credits',
  sealed: { 'person.personalId': PERSONAL_ID_OF_BORROWER },
  joins: {
    f: `left join offers f on f.consumer_credit_id = c.id and f.merchant_id = c.merchant_id
      and f.status = 'CHOSEN'`,
    s: `left join lateral (select * from signatures
      where consumer_credit_id = c.id and merchant_id = c.merchant_id
      order by created_date desc, id desc limit 1) s on true`,
    g: `left join lateral (select
        coalesce(sum(amount_cents) filter (where status = 'CONFIRMED'), 0)::bigint as cents,
        min(created_date) filter (where status = 'REQUESTED') as since,
        coalesce(bool_or(delivery_error is not null) filter (where status = 'REQUESTED'), false) as unreachable
      from consumer_credits_refunds
      where consumer_credit_id = c.id and merchant_id = c.merchant_id) g on true`,
    h: `left join lateral (select sum(amount_cents - paid_cents)::bigint as cents
      from loan_instalments
      where consumer_credit_id = c.id and merchant_id = c.merchant_id
        and status <> 'CANCELLED') h on true`,
    p: `left join consumer_credit_persons p on p.consumer_credit_id = c.id
      and p.merchant_id = c.merchant_id`,
  },
  columns: {
    orderNumber: `(select external_order_number from orders
      where id = c.order_id and merchant_id = c.merchant_id)`,
    orderStatus: `(select status from orders where id = c.order_id and merchant_id = c.merchant_id)`,
    externalId: 'c.external_id',
    deviceOS: 'c.device_os',
    offerRetrievalFinished: 'c.offer_retrieval_finished',
    graceRepaymentCount: 'c.grace_repayment_count',
    downPaymentAmount: 'c.down_payment_amount_cents',
    downPaymentType: 'c.down_payment_type',
    downPaymentPurchaseId: 'c.down_payment_purchase_id',
    applicationUrl: 'c.application_url',
    incomeType: 'c.income_type',
    monthlyIncome: 'c.income_cents',
    monthlyObligations: 'c.obligations_cents',
    allOfferCount: 'c.all_offer_count',
    allAuthenticationCount: 'c.all_authentication_count',
    merchantId: 'c.merchant_id',
    merchantName: 'm.name',
    customerId: 'c.customer_id',
    comment: 'c.comment',
    live: 'c.checkout_id is not null',
    termMonths: 'c.term_months',
    statusSince: 'c.status_since',
    statusUntil: 'c.status_until',
    refundedAmount: 'g.cents',
    refundAskedSince: 'g.since',
    refundUnreachable: 'g.unreachable',
    inReview: 'c.review',
    failureCode: 'c.failure_code',
    decidedBy: 'c.decided_by',
    reviewAskedDate: 'c.review_asked_date',
    reviewedDate: 'c.reviewed_date',
    reviewedBy: 'c.reviewed_by',
    reviewNote: 'c.review_note',
    withdrawUntil: `to_char(c.withdraw_until, 'YYYY-MM-DD')`,
    withdrawable: ({ withdrawUntil }, services) => isWithdrawable(services, withdrawUntil),
    arrears: 'c.arrears_cents',
    arrearsSince: `to_char(c.arrears_since, 'YYYY-MM-DD')`,
    ended: 'c.ended',
    endedDate: 'c.ended_date',
    endAsked: `(select min(case kind when 'WITHDRAW' then 'WITHDRAWN' else 'REPAID' end)
      from loan_operations where consumer_credit_id = c.id and merchant_id = c.merchant_id
        and kind in ('WITHDRAW', 'REPAY') and status = 'PENDING')`,
    // what the shop gave back is not owed; of a loan without a schedule nothing is known
    leftToPay: 'h.cents - least(h.cents, g.cents)',
    terms: {
      present: 'f.id is not null',
      columns: {
        termMonths: 'f.term_months',
        rate: 'f.interest_rate_bp',
        apr: 'f.apr_bp',
        monthlyPayment: 'f.monthly_payment_cents',
      },
    },
    institutionContact: {
      present: 'coalesce(i.operations_email, i.operations_phone) is not null',
      columns: { email: 'i.operations_email', phone: 'i.operations_phone' },
    },
    institutionMissing: ({ institution }, { addressOf, demo }) =>
      addressOf('FINANCING_INSTITUTION', null) === null && (demo || !institution.ownGateway),
    institution: {
      columns: {
        instantDecision: can('INSTANT_DECISION'),
        // an agreement that is there is signed where it was to be, whatever its institution can do by now
        remoteSigning: `coalesce((select signing_service_id <> 'merchant' from signatures
          where consumer_credit_id = c.id and merchant_id = c.merchant_id
          order by created_date desc, id desc limit 1), ${can('REMOTE_SIGNING')})`,
        partialRefund: can('PARTIAL_REFUND'),
        ownGateway: `exists (select from financing_institutions
          where id = c.financing_institution_id and gateway_url is not null)`,
      },
    },
    chosenOffer: {
      present: 'i.id is not null',
      columns: {
        id: 'f.id',
        sequence: 'f.sequence',
        externalId: 'f.external_id',
        financingInstitutionName: 'i.name',
        financingInstitution: {
          columns: {
            id: 'i.id',
            name: 'i.name',
            code: 'i.code',
            active: 'i.active',
            logoUrl: 'i.logo_url',
          },
        },
      },
    },
    signature: {
      present: 's.id is not null',
      columns: {
        signingServiceId: 's.signing_service_id',
        status: 's.status',
        signedObjectId: 's.signed_object_id',
        externalId: 's.external_id',
        error: 's.error',
      },
    },
    person: {
      present: 'p.consumer_credit_id is not null',
      columns: {
        // of somebody who is erased there is none
        personalId: `coalesce(${sealedSql('p', PERSONAL_ID_OF_BORROWER)}, 'erased')`,
        firstName: 'p.first_name',
        lastName: 'p.last_name',
        dateOfBirth: `to_char(p.date_of_birth, 'YYYY-MM-DD')`,
        phoneNumber: 'p.phone_number',
        email: 'p.email',
      },
    },
  },
  actions: {
    'POST /api/financing/consumer-credits/{id}/actions/take': take,
    'POST /api/financing/consumer-credits/{id}/actions/give-back': giveBack,
    'POST /api/financing/consumer-credits/{id}/actions/assign': assign({
      whose: loanInHand,
      slug: 'loan',
    }),
  },
});
