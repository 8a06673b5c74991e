import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { TestDatabase } from '../platform/db/testing.ts';
import { Asking, demoDatabase } from './testing.ts';

let database: TestDatabase;
let db: Asking;

before(async () => {
  database = await demoDatabase();
  db = new Asking(database.url);
  await db.connect();
});

after(async () => {
  await db.end();
  await database.drop();
});

/** A query that finds what is wrong finds nothing. */
const nothing = async (text: string) => assert.deepEqual(await db.rows(`${text} limit 3`), []);

describe('money in the demo data', () => {
  it('SB-16 what was refunded is the sum of the refunds, less what was reversed of them', async () => {
    await nothing(
      `select o.id from transactions o
       left join lateral (
         select sum(r.amount_cents - r.reversed_cents) as cents from transactions r
         where r.refunded_transaction_id = o.id and r.status in ('SUCCESS', 'REVERSED')
       ) r on true
       where o.refunded_cents <> coalesce(r.cents, 0)`,
    );
    const [chains] = await db.rows<Record<string, string>>(
      `select count(*) filter (where n = 1) as one, count(*) filter (where n = 2) as two,
         count(*) filter (where n = 3) as three from (
         select count(*) as n from transactions
         where refunded_transaction_id is not null group by refunded_transaction_id) c`,
    );
    for (const count of Object.values(chains!)) assert.ok(Number(count) > 10);
  });

  it('SB-16 SB-15 the purchase is REFUNDED or CANCELLED exactly when all went back', async () => {
    await nothing(
      `select p.id from purchases p join transactions t
         on t.purchase_id = p.id and t.refunded_transaction_id is null
       group by p.id
       having bool_or(p.amount_cents <> t.amount_cents)
         or (p.status = 'REFUNDED') <> coalesce(
           bool_and(t.amount_cents = t.refunded_cents + t.reversed_cents)
             filter (where t.status in ('SUCCESS', 'REVERSED'))
           and bool_or(t.refunded_cents > 0), false)
         -- nobody signed it in time
         or (p.status = 'CANCELLED' and p.reason_code is distinct from 'EXPIRED') <> (bool_and(t.status = 'CANCELLED') or coalesce(
           bool_and(t.reversed_cents = t.amount_cents)
             filter (where t.status in ('SUCCESS', 'REVERSED')), false))`,
    );
  });

  it('SB-15 a REVERSED transaction carries its reversal, and only an administrator reverses', async () => {
    await nothing(
      `select id from transactions where (status = 'REVERSED') <> (reversed_cents > 0)
         or (status = 'REVERSED') <> (reversal_date is not null and reversal_reason_code is not null)`,
    );
    await nothing(
      `select o.id from money_operations o join users u on u.id = o.user_id
       where o.kind = 'REVERSAL' and u.user_role not in ('MERCHANT_ADMIN', 'BACKOFFICE_ADMIN')`,
    );
  });

  it('AM-102 journal and approved operations are the same, refunds and reversals their outcome', async () => {
    await nothing(
      `select o.id from money_operations o full join money_journal j on j.operation_id = o.id
       where (o.status = 'APPROVED') is distinct from (j.id is not null)
         or j.id is not null and (o.kind, o.transaction_id, o.amount_cents, o.currency,
           o.merchant_id, o.acquirer_reference) is distinct from (j.kind, j.transaction_id,
           j.amount_cents, j.currency, j.merchant_id, j.acquirer_reference)`,
    );
    await nothing(
      `select o.id from money_operations o
       join transactions t on t.id = o.transaction_id
       left join transactions r on r.id = o.refund_transaction_id
       where t.merchant_id <> o.merchant_id
         or o.kind = 'REVERSAL' and o.status = 'APPROVED' and t.reversed_cents <> o.amount_cents
         or o.kind <> 'REVERSAL' and (r.amount_cents <> o.amount_cents
           or r.refunded_transaction_id <> t.id or r.moves_money <> (o.kind = 'REFUND')
           or (r.status = 'FAILED') <> (o.status = 'DECLINED'))`,
    );
    await nothing(
      `select id from transactions where pending_refund_cents + pending_reversal_cents > 0
         or awaiting_acquirer`,
    );
  });

  it('AM-103 the acquirer’s own ledger agrees with the journal; what was done by hand is not in it', async () => {
    await nothing(
      `select j.id from (select * from money_journal where kind <> 'MANUAL_REFUND') j
       full join (select * from acquirer_sandbox.ledger where kind <> 'CHARGE') l on l.operation_id = j.operation_id
       where (j.kind, j.transaction_id, j.amount_cents, j.currency, j.acquirer_reference)
         is distinct from (l.kind, l.transaction_id, l.amount_cents, l.currency, l.reference)`,
    );
    for (const kind of ['REFUND', 'MANUAL_REFUND', 'REVERSAL']) {
      const [n] = await db.column<string>('select count(*) from money_journal where kind = $1', [
        kind,
      ]);
      assert.ok(Number(n) > 20, kind);
    }
  });

  it('SB-19 every transaction has its log from the creation on, and its last state is its status', async () => {
    await nothing(
      `select t.id from transactions t
       left join lateral (select to_status from transaction_logs l where l.transaction_id = t.id
         order by created_date desc, id desc limit 1) last on true
       left join lateral (select event from transaction_logs l where l.transaction_id = t.id
         order by created_date, id limit 1) first on true
       where last.to_status is distinct from t.status or first.event is distinct from 'CREATED'`,
    );
    await nothing(
      `select id from transactions where (external_error_code is not null) <>
         (status in ('FAILED', 'DECLINED', 'RP_BLOCKED') or description ~ '^Order .*marked as successful')`,
    );
  });
});
