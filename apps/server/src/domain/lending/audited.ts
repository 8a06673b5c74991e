import { sql } from 'kysely';
import { audit, type AuditEntry } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { INSTITUTION, type LoanBy } from './asked.ts';

interface Of {
  consumerCreditId: string;
  merchantId: string;
  /** What was asked, where it is known: several institutions are asked for one loan. */
  operationId: string | null;
}

/** By its name, which is staff's: a loan's own story, which its merchant reads, names no institution. */
async function institutionOf(tx: Tx, { consumerCreditId, merchantId, operationId }: Of) {
  const { rows } = await sql<{ name: string }>`
    select i.name from consumer_credits c
    left join loan_operations o on o.id = ${operationId} and o.merchant_id = c.merchant_id
    left join loan_applications a on a.id = o.application_id and a.merchant_id = c.merchant_id
    join financing_institutions i
      on i.id = coalesce(a.financing_institution_id, c.financing_institution_id)
    where c.id = ${consumerCreditId} and c.merchant_id = ${merchantId}`.execute(tx);
  return rows[0]?.name ?? INSTITUTION.userName;
}

type Entry = AuditEntry & { entityId: string; merchantId: string };

/** A row of the audit log of what is done to a loan; `of` says of which, where the row is of something else. */
export async function auditLoan(
  tx: Tx,
  by: LoanBy,
  entry: Entry,
  of: Partial<Of> = {},
): Promise<void> {
  const { entityId, merchantId, details } = entry;
  const operationId = (details['operationId'] as string | undefined) ?? null;
  const acts = by.userId === null && by.userName === INSTITUTION.userName;
  const named = { consumerCreditId: entityId, merchantId, operationId, ...of };
  const userName = acts ? await institutionOf(tx, named) : by.userName;
  await audit(tx, { ...by, userName }, entry);
}
