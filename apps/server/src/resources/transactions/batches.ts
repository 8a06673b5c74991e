import { sql } from 'kysely';
import { businessZone } from '../../platform/installation.ts';
import { todayBegan } from '../../platform/list/days.ts';
import { inPortions } from '../../platform/portions.ts';
import type { Services } from '../../platform/services.ts';
import type { Repeating } from '../../platform/tasks.ts';

/** Something of it stands: also what a reversal left, which gives nothing more back. */
const SETTLED = [
  sql`status = 'SUCCESS'`,
  sql`status = 'REVERSED' and reversed_cents < amount_cents`,
] as const;

/**
 * Gives each charge and refund that succeeded its batch when its day is over: one a merchant and
 * business day, 100001260930. What is settled late joins the batch of its own day, and what was captured
 * days after its card was given that of its capture (ADR 110). What was reversed in part is settled for the rest. What
 * somebody works on at the moment is left to the next run, so that neither waits for the other.
 */
export const batchSettlements = (services: Services): Repeating =>
  inPortions(services, {
    name: 'batch-settlements',
    size: 1000,
    async portion(tx, size) {
      const { now } = services;
      const zone = businessZone(services);
      const over = sql`batch_id is null and moves_money
          and coalesce(captured_date, date) < ${todayBegan(now(), zone)}::timestamptz`;
      // each by an index of its own
      const each = SETTLED.map(
        (settled) => sql`(
            select id, merchant_id, coalesce(captured_date, date) as moment from transactions
            where ${settled} and ${over} order by coalesce(captured_date, date), id limit ${size})`,
      );
      const { rows } = await sql<{ merchant_id: string; ids: string[] }>`
          select merchant_id, array_agg(id) as ids from (
            select id, merchant_id from (${sql.join(each, sql` union all `)}) settled
            order by moment, id limit ${size}
          ) due group by merchant_id order by merchant_id`.execute(tx);
      let given = 0;
      for (const { merchant_id, ids } of rows) {
        const { numAffectedRows = 0n } = await sql`
            with due as materialized (
              select id from transactions
              where merchant_id = ${merchant_id} and id = any(${ids}::uuid[])
                and (${sql.join(SETTLED, sql` or `)}) and ${over}
              order by coalesce(captured_date, date), id for no key update skip locked
            )
            update transactions t set batch_id = (
              select merchant_number from merchants where id = ${merchant_id}
            ) || to_char(coalesce(captured_date, date) at time zone ${zone}, 'YYMMDD')
            from due where t.merchant_id = ${merchant_id} and t.id = due.id`.execute(tx);
        given += Number(numAffectedRows);
      }
      return given;
    },
  });
