import { MISS_REASONS, type MissReason } from '@paydesk/contract/charging.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { LATE_MS } from './days.ts';
import type { Recurring } from './rows.ts';

/**
 * Why a day was passed over that was to be charged at that moment, by what is recorded since: how the merchant stood,
 * what the acquirer left open, and whether any task of this installation ran on that day. Runs are not kept for ever:
 * where none is older, that there is none says nothing.
 */
export async function whyMissed(
  tx: Tx,
  { id, merchant_id: merchantId }: Pick<Recurring, 'id' | 'merchant_id'>,
  at: string,
): Promise<string> {
  const late = new Date(Date.parse(at) + LATE_MS).toISOString();
  // a column each: where rows are spread an answer without any can't be handed on
  const { rows } = await sql<{ reason: MissReason }>`
    select case
      when exists (select 1 from merchant_standings
        where merchant_id = ${merchantId} and status_date > ${late}) then 'MERCHANT'
      when exists (select 1 from recurring_charges
        where recurring_payment_id = ${id} and merchant_id = ${merchantId}
          and created_date < ${late} and settled_date > ${late}) then 'UNANSWERED'
      when not exists (select 1 from task_executions where started_date between ${at} and ${late})
        and exists (select 1 from task_executions where started_date < ${at}) then 'AWAY'
      else 'UNKNOWN' end as reason`.execute(tx);
  return MISS_REASONS[rows[0]!.reason];
}
