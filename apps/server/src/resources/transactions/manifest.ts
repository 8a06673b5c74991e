import { sql } from 'kysely';
import { defineManifest } from '../../platform/manifest.ts';
import { batchSettlements } from './batches.ts';
import { checkCounters, foldCounters } from './counters.ts';
import { transactionHandlers } from './handlers.ts';
import { checkJournal } from './journal-check.ts';
import { acquirerAnswers, acquirerDisputes, acquirerTold } from './late-answers.ts';
import { transactionHistoryList, transactionLogsList, transactionsList } from './lists.ts';
import { continuePayments } from '../../domain/payments/continue.ts';
import { resolvePayments } from '../../domain/payments/carry-out.ts';
import { releasePayments } from '../../domain/payments/release.ts';
import { paymentHandlers } from './payments.ts';
import { receiptHandlers } from './receipt.ts';
import { resolvePending } from './resolve.ts';
import { readSettlements } from './settlement.ts';
import { takingHandlers } from './taking.ts';

export const manifest = defineManifest({
  lists: [transactionsList, transactionLogsList, transactionHistoryList],
  handlers: [transactionHandlers, paymentHandlers, receiptHandlers, takingHandlers],
  hooks: [acquirerAnswers, acquirerDisputes, acquirerTold],
  tasks: {
    SETTLEMENT_BATCH: batchSettlements,
    SETTLEMENT_FILE: readSettlements,
    COUNTER_CHECK: checkCounters,
    JOURNAL_CHECK: checkJournal,
  },
  loops: [resolvePending, resolvePayments, continuePayments, releasePayments, foldCounters],
  search: {
    transaction: {
      read: ['READ_ANY_TRANSACTION', 'READ_MERCHANT_TRANSACTION'],
      scope: 'merchant',
      from: 'transactions t',
      id: 't.id',
      tenant: 't.merchant_id',
      title: `case when t.refunded_transaction_id is null then '' else ' refund' end`,
      cents: 't.amount_cents',
      detail: `concat_ws(' · ', '•• ' || t.card_last_four,
        to_char(t.date at time zone :zone, 'DD.MM.YYYY HH24:MI'),
        coalesce(t.description, t.account_statement_reference))`,
      status: 't.status',
      newest: 't.date',
      lastFour: 't.card_last_four',
      described: 't.description',
      customer: 't.customer_id',
      daily: true,
      where: ({ text, card }) => [
        ...(card ? [sql<boolean>`t.card_pan = ${card}`] : []),
        // in whatever case it was copied; an equality, which the trigrams answer too
        sql<boolean>`t.account_statement_reference = ${text.toUpperCase()}`,
        sql<boolean>`t.external_payment_id = ${text}`,
        sql<boolean>`t.external_payment_id = ${text.toUpperCase()}`,
      ],
    },
  },
});
