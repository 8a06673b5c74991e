import assert from 'node:assert/strict';
import { wrongCounts } from '../../resources/transactions/counters.ts';
import { booksAgree } from '../money.ts';
import type { Heard } from './callers.ts';
import { until, type Paydesk } from './paydesk.ts';

/** Under one that was put back, later rows have ids that sort before. */
type Clock = 'steady' | 'jumped';

interface Operation {
  key: string;
  kind: string;
  status: 'PENDING' | 'APPROVED' | 'DECLINED';
  target: string;
  cents: bigint;
  journaled: number;
  audited: string;
}

/**
 * Nothing that was acknowledged is lost, nothing was done twice, nothing was done that nobody asked
 * for. Each statement is one snapshot: tasks go on meanwhile.
 */
async function keepsItsWord(
  paydesk: Paydesk,
  heard: ReadonlyMap<string, Heard>,
  clock: Clock,
): Promise<void> {
  const operations = await paydesk.all<Operation>(
    `select reason_note as key, kind, status, transaction_id as target, amount_cents as cents,
       (select count(*)::int from money_journal j where j.operation_id = o.id and j.merchant_id = o.merchant_id
          and (j.kind, j.transaction_id, j.amount_cents) = (o.kind, o.transaction_id, o.amount_cents)) as journaled,
       (select string_agg(a.action || ' ' || a.result, ', ' order by ${clock === 'steady' ? 'a.id' : `a.result <> 'PENDING'`}) from audit_logs a
        where a.entity_id = o.transaction_id and a.details->>'operationId' = o.id::text) as audited
     from money_operations o`,
  );
  const byKey = new Map<string, Operation>();
  for (const operation of operations) {
    assert.ok(!byKey.has(operation.key), `${operation.key} led to two operations`);
    assert.ok(heard.has(operation.key), `nobody asked for ${operation.key}`);
    byKey.set(operation.key, operation);
    const { kind, status } = operation;
    const end = { PENDING: '', APPROVED: `, ${kind} SUCCESS`, DECLINED: `, ${kind} FAILED` };
    assert.equal(
      operation.audited,
      `${kind} PENDING${end[status]}`,
      `${operation.key} in the audit`,
    );
    assert.equal(
      operation.journaled,
      status === 'APPROVED' ? 1 : 0,
      `${operation.key} in the journal`,
    );
  }
  for (const [key, { step, target, status }] of heard) {
    const operation = byKey.get(key);
    if (status === 400) {
      assert.ok(!operation || operation.status === 'DECLINED', `${key} was refused, and is done`);
      continue;
    }
    assert.ok(operation, `${key} was acknowledged with ${status}, and is lost`);
    const kind = step.action === 'refund' ? 'REFUND' : 'REVERSAL';
    assert.deepEqual(
      [operation.kind, operation.target, operation.cents],
      [kind, target, step.cents],
      key,
    );
    if (status === 200) assert.equal(operation.status, 'APPROVED', `${key} was acknowledged`);
  }
}

/** Statements that find what must not be, at any moment, with operations open or not. */
const NEVER: Record<string, string> = {
  'a transaction that is not the sum of its operations, or in a state of its own': `
    select t.id from transactions t
    left join lateral (select
        coalesce(sum(amount_cents) filter (where status = 'APPROVED' and kind = 'REFUND'), 0) as refunded,
        coalesce(sum(amount_cents) filter (where status = 'PENDING' and kind = 'REFUND'), 0) as pending_refund,
        coalesce(sum(amount_cents) filter (where status = 'APPROVED' and kind = 'REVERSAL'), 0) as reversed,
        coalesce(sum(amount_cents) filter (where status = 'PENDING' and kind = 'REVERSAL'), 0) as pending_reversal
      from money_operations where transaction_id = t.id) o on true
    left join lateral (select coalesce(sum(reversed_cents), 0) as back
      from transactions r where r.refunded_transaction_id = t.id and r.merchant_id = t.merchant_id) r on true
    left join purchases p on p.id = t.purchase_id and p.merchant_id = t.merchant_id and t.refunded_transaction_id is null
    where (t.refunded_cents + r.back, t.pending_refund_cents, t.reversed_cents, t.pending_reversal_cents)
        is distinct from (o.refunded, o.pending_refund, o.reversed, o.pending_reversal)
      or (t.status = 'REVERSED') <> (o.reversed > 0)
      or p.status <> case when t.reversed_cents = t.amount_cents then 'CANCELLED'
        when t.refunded_cents = t.amount_cents then 'REFUNDED' else 'SETTLED' end`,
  'a refund whose own transaction is in another state': `
    select o.id from money_operations o full join
      (select * from transactions where refunded_transaction_id is not null) r on r.id = o.refund_transaction_id
    where o.kind is distinct from 'REVERSAL' and (r.id is null or o.id is null
      or r.amount_cents <> o.amount_cents or r.awaiting_acquirer <> (o.status = 'PENDING')
      or case r.status when 'REVERSED' then 'SUCCESS' else r.status end <> case o.status
        when 'PENDING' then 'PROCESSING' when 'APPROVED' then 'SUCCESS' else 'FAILED' end)`,
  'a settled operation without its line in the transaction’s log, or with two': `
    select t.id from transactions t
    where (select count(*) from transaction_logs l where l.transaction_id = t.id and l.merchant_id = t.merchant_id
        and l.event in ('REFUNDED', 'REFUND_FAILED', 'REVERSED', 'REVERSAL_FAILED'))
      <> (select count(*) from money_operations o
        where t.id in (o.transaction_id, o.refund_transaction_id) and o.status <> 'PENDING')`,
  'money that the acquirer moved and the journal does not know, or the other way round': `
    select coalesce(j.operation_id, l.operation_id) from money_journal j
    full join acquirer_sandbox.ledger l on l.operation_id = j.operation_id
    where (j.amount_cents, j.kind, j.transaction_id, j.currency, j.acquirer_reference)
        is distinct from (l.amount_cents, l.kind, l.transaction_id, l.currency, l.reference)
      and not exists (select from money_operations o
        where o.id = l.operation_id and j.id is null and o.status = 'PENDING'
          and (o.amount_cents, o.kind, o.transaction_id) = (l.amount_cents, l.kind, l.transaction_id))`,
  'more out than in': `
    select t.id from transactions t where t.amount_cents < t.reversed_cents + (
      select coalesce(sum(r.amount_cents - r.reversed_cents), 0) from transactions r
      where r.refunded_transaction_id = t.id and r.merchant_id = t.merchant_id and r.status in ('SUCCESS', 'REVERSED', 'PROCESSING'))`,
  'a count that is not the number of rows': `
    select coalesce(c.status, t.status) from (
      select merchant_id, status, sum(transactions) as n, sum(amount_cents) as cents from (
        select merchant_id, status, transactions, amount_cents from transaction_counts
        where merchant_id <> '00000000-0000-0000-0000-000000000000'
        union all select merchant_id, status, transactions, amount_cents from transaction_count_deltas
      ) parts group by 1, 2) c
    full join (
      select merchant_id, status, count(*) as n, sum(amount_cents) as cents from transactions group by 1, 2
    ) t using (merchant_id, status)
    where (coalesce(c.n, 0), coalesce(c.cents, 0)) <> (coalesce(t.n, 0), coalesce(t.cents, 0))`,
};

/** What holds after every kill, once the callers have heard what came of their calls. */
export async function booksHold(
  paydesk: Paydesk,
  heard: ReadonlyMap<string, Heard>,
  clock: Clock = 'steady',
): Promise<void> {
  await keepsItsWord(paydesk, heard, clock);
  for (const [what, text] of Object.entries(NEVER))
    assert.deepEqual(await paydesk.all(`${text} limit 3`), [], what);
  assert.deepEqual(
    await wrongCounts(paydesk.database),
    [],
    'the product’s own check of its counters',
  );
}

/** What holds when the tasks have done their work: nothing is open, and the books are the acquirer's. */
export async function booksClose(
  paydesk: Paydesk,
  heard: ReadonlyMap<string, Heard>,
  clock?: Clock,
): Promise<void> {
  await until('nothing is open', async () => {
    const [row] = await paydesk.all<{ n: number }>(
      `select (select count(*) from money_operations where status = 'PENDING')::int
         + (select count(*) from transaction_count_deltas)::int as n`,
    );
    return row!.n === 0;
  });
  await booksHold(paydesk, heard, clock);
  await booksAgree(paydesk);
}
