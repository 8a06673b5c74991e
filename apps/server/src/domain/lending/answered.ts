import type { AuditAction } from '@paydesk/contract/audited.ts';
import type { AuditEntry } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { INSTITUTION, type LoanBy } from './asked.ts';
import { auditLoan } from './audited.ts';
import type { LoanOperation } from './operations.ts';

/** What people ask of an institution, and what it says to that: a row of the audit log for each (SB-46). */

const ASKED_AS: Readonly<Record<string, AuditAction>> = {
  CANCEL: 'CANCEL_LOAN',
  WITHDRAW: 'WITHDRAW_LOAN',
  REPAY: 'REPAY_LOAN',
};

/** It is only asked for. */
export const noteAsked = (
  tx: Tx,
  by: LoanBy,
  operation: LoanOperation,
  details: Record<string, unknown>,
) => note(tx, by, operation, 'PENDING', details);

/** Granted, or why not. */
export const noteAnswer = (tx: Tx, operation: LoanOperation, refused: string | null) =>
  refused === null
    ? note(tx, INSTITUTION, operation, 'SUCCESS', {})
    : note(tx, INSTITUTION, operation, 'FAILED', { reason: refused });

const note = (
  tx: Tx,
  by: LoanBy,
  { id: operationId, kind, consumer_credit_id: entityId, merchant_id: merchantId }: LoanOperation,
  result: AuditEntry['result'],
  details: Record<string, unknown>,
) =>
  auditLoan(tx, by, {
    action: ASKED_AS[kind]!,
    entityType: 'CONSUMER_CREDIT',
    entityId,
    merchantId,
    result,
    details: { operationId, ...details },
  });
