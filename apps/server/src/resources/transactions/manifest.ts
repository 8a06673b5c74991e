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
import { search } from './search.ts';
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
  search: { transaction: search },
});
