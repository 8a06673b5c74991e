import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { beforeMigration, type BeforeMigration } from '../platform/db/testing/before-migration.ts';

let database: BeforeMigration;
before(async () => {
  database = await beforeMigration('0148-recurring-filled.sql');
});
after(() => database.drop());

test('recurring payments of before are charged what their purchase came to, from the card of the last charge', async () => {
  const { put, query } = database;
  const { id: merchant_id } = await put('merchants');
  const customer = await put('customers', { email: 'ilze@payer.test' });
  const purchase = await put('purchases', { merchant_id, amount_cents: 4995 });
  const recurring = (row: object) =>
    put('recurring_payments', { merchant_id, payment_request_id: purchase['id'], ...row });
  const active = await recurring({
    status: 'ACTIVE',
    customer_id: customer['id'],
    next_charge_at: '2026-02-28T23:30:00Z',
  });
  const card = (expires_month: string) =>
    put('cards', { customer_id: customer['id'], last4: '0002', expires_month });
  const [old, used, given] = [
    await card('2027-01-01'),
    await card('2028-05-01'),
    await card('2029-01-01'),
  ];
  const paid = (row: object) =>
    put('transactions', {
      merchant_id,
      recurring_payment_id: active['id'],
      amount_cents: 4995,
      ...row,
    });
  await paid({ date: '2026-01-01T10:00Z', card_id: old['id'], card_pan: '400000******0001' });
  const last = await paid({
    date: '2026-02-01T10:00Z',
    card_id: used['id'],
    card_pan: '400000******0002',
  });
  // a refund of it is no charge
  await paid({
    date: '2026-02-02T10:00Z',
    card_id: given['id'],
    card_pan: '400000******0003',
    refunded_transaction_id: last['id'],
  });
  await put('recurring_charges', {
    id: last['id'],
    recurring_payment_id: active['id'],
    merchant_id,
    status: 'PENDING',
    due_date: '2026-02-01T10:00Z',
  });
  const suspended = await recurring({ status: 'SUSPENDED', created_date: '2026-01-31T10:00Z' });
  const cancelled = await recurring({ status: 'CANCELLED', last_charged_at: '2026-03-04T10:00Z' });

  await database.migrate();

  const [after] = await query('select * from recurring_payments where id = $1', [active['id']]);
  const { amount_cents, most_cents, anchor_day, next_due_day, card_id, card_pan, card_expires } =
    after!;
  assert.deepEqual(
    { amount_cents, most_cents, anchor_day, next_due_day, card_id, card_pan, card_expires },
    {
      amount_cents: '4995',
      most_cents: '4995',
      anchor_day: 28,
      next_due_day: '2026-02-28',
      card_id: used['id'],
      card_pan: '400000******0002',
      card_expires: '2028-05',
    },
  );
  assert.equal(after!['payer_email'], 'ilze@payer.test');
  assert.deepEqual([after!['suspend_reason'], after!['ended_date']], [null, null]);
  // the charge that is open has its day, and knows it
  assert.deepEqual(
    await query(
      `select d.due_day, d.status, d.amount_cents, d.merchant_id, c.due_id = d.id as own
       from recurring_dues d join recurring_charges c on c.id = d.transaction_id`,
    ),
    [
      {
        due_day: '2026-02-01',
        status: 'CHARGING',
        amount_cents: '4995',
        merchant_id,
        own: true,
      },
    ],
  );
  const others = await query(
    `select id, suspend_reason, ended_date, anchor_day, card_id from recurring_payments where id <> $1 order by status`,
    [active['id']],
  );
  assert.deepEqual(others, [
    {
      id: cancelled['id'],
      suspend_reason: null,
      ended_date: new Date('2026-03-04T10:00Z'),
      anchor_day: 5,
      card_id: null,
    },
    {
      id: suspended['id'],
      suspend_reason: 'DECLINED',
      ended_date: null,
      anchor_day: 31,
      card_id: null,
    },
  ]);
});
