import type { ConsumerCreditStatus } from '@paydesk/contract/kernel/loan-statuses.ts';
import { formatAmount, fromCents } from '@paydesk/contract/kernel/money.ts';
import { leftToRefund, refundLoan } from '@paydesk/contract/resources/consumer-credits/actions.ts';
import { sql } from 'kysely';
import { institutionNoticed } from '../../domain/lending/notices.ts';
import { loanTasks } from '../../domain/lending/tasks.ts';
import { institutionNotices } from '../../gateways/late-answers.ts';
import type { Services } from '../../platform/services.ts';
import { defineManifest } from '../../platform/manifest.ts';
import { beginsInOrder, oneOf } from '../../platform/search/sources.ts';
import { askInstitution, creditRefunds, institutionAnswers } from './answers.ts';
import { consumerCreditHandlers } from './handlers.ts';
import { loanActionHandlers } from './loan-actions.ts';
import {
  consumerCreditsList,
  consumerCreditsRefundsList,
  creditOrdersList,
  creditRefundRequestsList,
  loanApplicationsList,
  loanDocumentsList,
  loanInstalmentsList,
  ownLoansList,
} from './lists.ts';
import { loanRecord } from './record.ts';
import { refundRequestRecord } from './requests.ts';

const notices = (services: Services) =>
  institutionNotices(services, (notice, at) => institutionNoticed(services, notice, at));

interface Refundable {
  name: ConsumerCreditStatus;
  cents: number;
  asked: number;
}

// what its institution can do, and whether anybody is set up who asks it, is looked at where it is done
const refundState = ({ name, cents, asked }: Refundable) => ({
  status: { name },
  amount: fromCents(BigInt(cents)),
  totalRequestedRefundsAmount: fromCents(BigInt(asked)),
  currency: 'EUR',
  institution: {
    instantDecision: false,
    remoteSigning: false,
    partialRefund: true,
    ownGateway: false,
  },
  institutionMissing: false,
});

export const manifest = defineManifest({
  lists: [
    consumerCreditsList,
    consumerCreditsRefundsList,
    creditRefundRequestsList,
    creditOrdersList,
    ownLoansList,
    loanInstalmentsList,
    loanApplicationsList,
    loanDocumentsList,
  ],
  records: [loanRecord, refundRequestRecord],
  handlers: [consumerCreditHandlers, loanActionHandlers],
  hooks: [institutionAnswers, notices],
  loops: [askInstitution, ...loanTasks],
  outgoing: { CREDIT_REFUND: creditRefunds },
  search: {
    loan: {
      read: ['READ_ANY_USER', 'READ_MERCHANT_ORDER'],
      scope: 'merchant',
      from: 'consumer_credits l',
      id: 'l.id',
      tenant: 'l.merchant_id',
      title: `' loan ' || coalesce(l.loan_number, '')`,
      cents: 'l.amount_cents',
      detail: `nullif(concat_ws(' · ', :whose, l.external_id), '')`,
      status: 'l.status',
      newest: 'l.created_date',
      customer: 'l.customer_id',
      order: 'l.order_id',
      deeds: {
        state: `jsonb_build_object('name', l.status, 'cents', l.amount_cents,
          'asked', l.total_requested_refunds_cents)`,
        stateOf: refundState,
        left: (json: Refundable) => {
          const loan = refundState(json);
          const left = leftToRefund(loan);
          return left > 0 && left < loan.amount ? formatAmount(left) : null;
        },
        all: [
          {
            action: refundLoan,
            word: 'refund',
            can: `(${oneOf('l.status', ['CONFIRMED', 'REFUNDED'])}
              and l.amount_cents > l.total_requested_refunds_cents)`,
          },
        ],
      },
      where: ({ text, numbers }) => [
        sql<boolean>`l.loan_number in (${sql.join(numbers.map((one) => sql`${one}`))})`,
        // fewer digits are those of many thousands
        ...(/^\S*\d{3}$/.test(text) ? [beginsInOrder('l.loan_number', text.toUpperCase())] : []),
      ],
    },
  },
});
