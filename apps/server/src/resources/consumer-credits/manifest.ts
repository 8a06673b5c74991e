import { sql } from 'kysely';
import { institutionNoticed } from '../../domain/lending/notices.ts';
import { loanTasks } from '../../domain/lending/tasks.ts';
import { institutionNotices } from '../../gateways/late-answers.ts';
import type { Services } from '../../platform/services.ts';
import { defineManifest } from '../../platform/manifest.ts';
import { beginsInOrder } from '../../platform/search/sources.ts';
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
      where: ({ text }) => [
        sql<boolean>`l.loan_number in (${text}, ${text.toUpperCase()})`,
        // fewer digits are those of many thousands
        ...(/^\S*\d{3}$/.test(text) ? [beginsInOrder('l.loan_number', text.toUpperCase())] : []),
      ],
    },
  },
});
