import assert from 'node:assert/strict';
import { insertPurchase, insertTransaction } from '../seed/factories.ts';
import type { TransactionRow } from '../seed/tables.ts';
import type { CallOptions, Client, TestServer } from './server.ts';

type Given = Partial<TransactionRow> & { merchantId: string };

/** A payment with its purchase, 100.00 EUR where nothing else is said. */
export async function insertPayment(
  server: Pick<TestServer, 'pool'>,
  given: Given,
): Promise<string> {
  const amountCents = given.amountCents ?? 10_000n;
  const { merchantId } = given;
  const purchase = await insertPurchase(server.pool, { merchantId, amountCents });
  const row = { description: 'Lamp', purchaseId: purchase.id, ...given, amountCents };
  return (await insertTransaction(server.pool, row)).id;
}

type More = Record<string, unknown>;
type Extra = Pick<CallOptions, 'headers'> & { method?: 'PUT' | 'POST' };

const moneyBack =
  (action: 'refund' | 'reverse', reason: More) =>
  (
    client: Client,
    id: string,
    amount: unknown,
    more: More = {},
    { method = 'PUT', ...options }: Extra = {},
  ) =>
    client.call(`${method} /api/transactions/{id}/actions/${action}`, {
      params: { id },
      body: { amount, currency: 'EUR', ...reason, ...more },
      ...options,
    });

export const refund = moneyBack('refund', { refundReason: 'OTHER_REFUND' });

export const reverse = moneyBack('reverse', { reasonCode: 'OTHER_REVERSAL' });

export const markRefunded = (client: Client, id: string, amount: unknown, more: More = {}) =>
  refund(client, id, amount, { refundReason: 'REFUNDED_MANUALLY', ...more });

export const markSuccessful = (
  client: Client,
  id: string,
  { method = 'PUT', seen, ...options }: Extra & { seen?: string | null } = {},
) =>
  client.call(`${method} /api/transactions/{id}/actions/successful`, {
    params: { id },
    ...(seen !== undefined && { body: { seenPaymentId: seen } }),
    ...options,
  });

export const read = async (client: Client, id: string) =>
  (await client.call('GET /api/transactions/{id}', { params: { id } })).body;

/** One transaction and everything that a refused action must leave as it was. */
export const standing = (server: TestServer, id: string) =>
  server.one(
    `select (select t::text from transactions t where id = $1) as record,
       (select string_agg(r::text, '|' order by id) from transactions r
        where refunded_transaction_id = $1) as refunds,
       (select string_agg(o::text, '|' order by id) from money_operations o
        where transaction_id = $1) as operations,
       (select count(*) from money_journal where transaction_id = $1) as journal,
       (select count(*) from transaction_logs where transaction_id = $1) as logs,
       (select count(*) from audit_logs where entity_id = $1 and result <> 'REFUSED') as audit,
       (select count(*) from acquirer_sandbox.requests where transaction_id = $1) as asked`,
    [id],
  );

/** Holds all books of the database against each other: operations, journal, transactions, the acquirer's ledger. */
export async function booksAgree(server: Pick<TestServer, 'all'>): Promise<void> {
  const none = async (what: string, text: string) =>
    assert.deepEqual(await server.all(`${text} limit 3`), [], what);
  await none(
    'an approved operation is in the journal once, with its amount, and nothing else is',
    `select o.id, j.operation_id from money_operations o full join money_journal j
       on j.operation_id = o.id and j.merchant_id = o.merchant_id
     where (o.status is not distinct from 'APPROVED') <> (j.id is not null)
       or j.id is not null and (o.amount_cents, o.kind, o.transaction_id, o.merchant_id, o.currency)
         is distinct from (j.amount_cents, j.kind, j.transaction_id, j.merchant_id, j.currency)`,
  );
  await none(
    'the journal is the acquirer’s ledger, but for what is settled elsewhere',
    `select j.operation_id, l.operation_id from
       (select * from money_journal where kind in ('REFUND', 'REVERSAL')) j
       full join (select * from acquirer_sandbox.ledger where kind in ('REFUND', 'REVERSAL')) l
         on l.operation_id = j.operation_id
     where (j.amount_cents, j.kind, j.transaction_id, j.currency, j.acquirer_reference)
       is distinct from (l.amount_cents, l.kind, l.transaction_id, l.currency, l.reference)`,
  );
  await none(
    'what was captured is in the acquirer’s ledger once, under the payment that says so, and nothing else is',
    `select o.id, l.operation_id from
       (select * from payment_operations where kind = 'CAPTURE' and status = 'APPROVED') o
       full join (select * from acquirer_sandbox.ledger where kind = 'CAPTURE') l on l.operation_id = o.id
     where (o.amount_cents, o.attempt_id, o.currency, o.acquirer_reference)
       is distinct from (l.amount_cents, l.transaction_id, l.currency, l.reference)`,
  );
  await none(
    'a charge that succeeded is in the acquirer’s ledger once, and none is that was declined',
    `select c.id, l.operation_id from
       (select t.* from recurring_charges c join transactions t on t.id = c.id and t.merchant_id = c.merchant_id
        where c.status = 'APPROVED') c
       full join (select * from acquirer_sandbox.ledger where kind = 'CHARGE' and operation_id not in (
         select t.id from transactions t left join recurring_charges r on r.id = t.id and r.merchant_id = t.merchant_id
         where r.id is null)) l
         on l.operation_id = c.id
     where (c.id, c.amount_cents, c.currency, c.external_payment_id)
       is distinct from (l.transaction_id, l.amount_cents, l.currency, l.reference)`,
  );
  await none(
    'what the acquirer took of a payment is the payment, by its reference where it is known',
    `select t.id from acquirer_sandbox.ledger l join transactions t on t.id = l.transaction_id
     where l.kind = 'CHARGE' and ((t.amount_cents, t.currency) is distinct from (l.amount_cents, l.currency)
       or t.status = 'SUCCESS' and t.external_payment_id is distinct from l.reference)`,
  );
  await none(
    'the acquirer is never asked for what moved elsewhere',
    `select l.operation_id from acquirer_sandbox.ledger l join transactions t on t.id = l.transaction_id
     where not t.moves_money and l.kind <> 'CHARGE'`,
  );
  await none(
    'a transaction’s sums are its operations’',
    `select t.id from transactions t left join lateral (
       select coalesce(sum(amount_cents) filter (where status = 'APPROVED' and kind not like '%REVERSAL'), 0) as refunded,
         coalesce(sum(amount_cents) filter (where status = 'PENDING' and kind not like '%REVERSAL'), 0) as pending_refund,
         coalesce(sum(amount_cents) filter (where status = 'APPROVED' and kind like '%REVERSAL'), 0) as reversed,
         coalesce(sum(amount_cents) filter (where status = 'PENDING' and kind like '%REVERSAL'), 0) as pending_reversal
       from money_operations o where o.transaction_id = t.id and o.merchant_id = t.merchant_id) o on true
     left join lateral (select coalesce(sum(reversed_cents), 0) as back
       from transactions r where r.refunded_transaction_id = t.id and r.merchant_id = t.merchant_id) r on true
     where (t.refunded_cents + r.back, t.pending_refund_cents, t.reversed_cents, t.pending_reversal_cents)
       is distinct from (o.refunded, o.pending_refund, o.reversed, o.pending_reversal)`,
  );
  await none(
    'never more out than in',
    `select t.id from transactions t
     where (select coalesce(sum(case when r.status in ('SUCCESS', 'REVERSED') then r.amount_cents - r.reversed_cents end), 0)
            from transactions r where r.refunded_transaction_id = t.id and r.merchant_id = t.merchant_id)
       + t.reversed_cents > t.amount_cents`,
  );
}
