import type { Database } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';
import { found, type Repeating } from '../../platform/tasks.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Compares the books every day; a difference is an error in the log, and is not mended in silence. */
export function checkJournal({ database, log }: Services): Repeating {
  return {
    name: 'check-journal',
    everyMs: DAY_MS,
    // it reads every transaction, which a start or a rolling restart must not set off
    firstAfterMs: HOUR_MS,
    async run() {
      const { entries, wrong } = await wrongEntries(database);
      if (wrong.length) log.error({ wrong: wrong.slice(0, 20) }, 'the money journal is wrong');
      return { processed: entries, ...found(wrong.length) };
    },
  };
}

export interface WrongEntry {
  what: 'journal' | 'sums' | 'charge' | 'payment';
  /** Of the operation, or of the transaction. */
  id: string;
}

/**
 * How many entries the journal has, and what does not agree: an approved operation that is not in the
 * journal as itself, or an entry of none; a transaction whose sums are not its operations'; a
 * recurring charge whose transaction ended otherwise; a payment whose capture, transaction and order do not say the
 * same. All from one snapshot.
 */
export async function wrongEntries(
  database: Database,
): Promise<{ entries: number; wrong: WrongEntry[] }> {
  return database.snapshot('all', async (client) => {
    await client.query('set local statement_timeout = 0');
    const counted = await client.query<{ entries: number }>(
      'select count(*)::int as entries from money_journal',
    );
    const { rows } = await client.query<WrongEntry>(WRONG);
    return { entries: counted.rows[0]!.entries, wrong: rows };
  });
}

const WRONG = `
  -- an entry under another merchant is found from both its sides, and is one fault
  select distinct 'journal' as what, coalesce(o.id, j.operation_id) as id
  from money_operations o full join money_journal j on j.operation_id = o.id
    and j.merchant_id = o.merchant_id
  where (o.status is not distinct from 'APPROVED') <> (j.id is not null)
    or j.id is not null and (o.amount_cents, o.kind, o.transaction_id, o.merchant_id, o.currency)
      is distinct from (j.amount_cents, j.kind, j.transaction_id, j.merchant_id, j.currency)
  union all
  select 'sums', id from (
    select id, refunded_cents as refunded, pending_refund_cents as refunding,
      reversed_cents as reversed, pending_reversal_cents as reversing
    from transactions
    where refunded_cents + pending_refund_cents + reversed_cents + pending_reversal_cents > 0
    union all
    -- a refund that was reversed gave its amount back to its original
    select refunded_transaction_id, reversed_cents, 0, 0, 0
    from transactions where refunded_transaction_id is not null and reversed_cents > 0
    union all
    select transaction_id,
      case when status = 'APPROVED' and kind not like '%REVERSAL' then -amount_cents else 0 end,
      case when status = 'PENDING' and kind not like '%REVERSAL' then -amount_cents else 0 end,
      case when status = 'APPROVED' and kind like '%REVERSAL' then -amount_cents else 0 end,
      case when status = 'PENDING' and kind like '%REVERSAL' then -amount_cents else 0 end
    from money_operations
  ) sides
  group by id
  having sum(refunded) <> 0 or sum(refunding) <> 0 or sum(reversed) <> 0 or sum(reversing) <> 0
  union all
  select 'charge', c.id from recurring_charges c left join transactions t on t.id = c.id
    and t.merchant_id = c.merchant_id
  where t.id is null or t.recurring_payment_id is distinct from c.recurring_payment_id
    or t.status <> case c.status when 'PENDING' then 'PROCESSING'
      when 'DECLINED' then case when t.status in ('SUCCESS', 'REVERSED') and exists (
        select from transaction_logs l where l.transaction_id = t.id and l.merchant_id = t.merchant_id and l.event = 'MARKED_SUCCESSFUL')
        then t.status else 'DECLINED' end
      else case t.status when 'REVERSED' then 'REVERSED' else 'SUCCESS' end end
  union all
  -- captured once and no more, and then the try, its transaction and its order are paid; else none of them is
  select 'payment', a.id from payment_attempts a
  left join transactions t on t.id = a.id and t.merchant_id = a.merchant_id
  left join orders o on o.id = a.order_id and o.merchant_id = a.merchant_id
  cross join lateral (select count(*) filter (where kind = 'CAPTURE' and status = 'APPROVED') as captures
    from payment_operations p where p.attempt_id = a.id and p.merchant_id = a.merchant_id) p
  where p.captures <> case a.stage when 'PAID' then 1 else 0 end
    or a.stage = 'PAID' and (o.status is distinct from 'PAID'
      or t.status is null or t.status not in ('SUCCESS', 'REVERSED'))
    or a.stage <> 'PAID' and t.status in ('SUCCESS', 'REVERSED') and not exists (
      select from transaction_logs l where l.transaction_id = t.id and l.merchant_id = t.merchant_id
        and l.event = 'MARKED_SUCCESSFUL')`;
