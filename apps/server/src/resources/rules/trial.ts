import { randomUUIDv7 } from 'node:crypto';
import { TRIAL_DAYS } from '@paydesk/contract/resources/rules.ts';
import { sql } from 'kysely';
import { decide, fieldsOf, type Asked } from '../../domain/rules/decide.ts';
import { factsQuery, looked, pastOf, type Looked } from '../../domain/rules/facts.ts';
import type { Tx } from '../../platform/db/database.ts';

const PORTION = 5000;

/** What a trial came to; how many of those that it met were paid, and what they were about. */
interface Trial {
  payments: number;
  hits: number;
  amountCents: bigint;
  paid: number;
}

/**
 * Asks one rule about every payment of the last 30 days, each as at its moment, by the function that
 * decides live, and keeps which ones it met.
 */
export async function tryOn(tx: Tx, rule: Asked): Promise<Trial> {
  const fields = fieldsOf([rule]);
  const begin = sql`now() - make_interval(days => ${TRIAL_DAYS})`;
  const query = factsQuery(
    sql`
      select t.id, t.merchant_id, t.customer_id, t.card_pan, t.card_id, t.amount_cents, t.currency,
        t.date, t.status, case when t.recurring_payment_id is null then 'PAYMENT' else 'RECURRING' end
          as kind, t.date >= ${begin} as wanted
      from transactions t
      where t.refunded_transaction_id is null and t.date <= now()
        and t.date >= ${begin} - ${pastOf(fields) ?? '0'}::interval`,
    fields,
  );
  const { rows: before } = await sql<{ merchant_id: string }>`
    select distinct merchant_id from rule_hits where rule_id = ${rule.id}`.execute(tx);
  await sql`
    delete from rule_hits where rule_id = ${rule.id}
      and merchant_id = any(${before.map(({ merchant_id }) => merchant_id)}::uuid[])`.execute(tx);
  // all of them are read: the plan is for the last row, not for the first
  await sql`set local cursor_tuple_fraction = 1`.execute(tx);
  await sql`declare tried no scroll cursor for ${query}`.execute(tx);
  const trial: Trial = { payments: 0, hits: 0, amountCents: 0n, paid: 0 };
  for (;;) {
    const { rows } = await sql<Parameters<typeof looked>[1][number]>`
      fetch ${sql.lit(PORTION)} from tried`.execute(tx);
    if (!rows.length) break;
    const met = (await looked(tx, rows)).filter(({ facts }) => decide([rule], facts).decides);
    trial.payments += rows.length;
    await keep(tx, rule.id, met, trial);
  }
  await sql`close tried`.execute(tx);
  return trial;
}

async function keep(tx: Tx, ruleId: string, met: readonly Looked[], trial: Trial) {
  if (!met.length) return;
  const amounts = met.map(({ facts }) => BigInt(facts.amount!));
  trial.hits += met.length;
  trial.paid += met.filter(({ status }) => status === 'SUCCESS').length;
  trial.amountCents += amounts.reduce((sum, one) => sum + one, 0n);
  await sql`
    insert into rule_hits (id, rule_id, transaction_id, merchant_id, date, amount_cents)
    select m.id, ${ruleId}::uuid, m.transaction_id, m.merchant_id, m.date, m.amount_cents from unnest(
      ${met.map(() => randomUUIDv7())}::uuid[], ${met.map(({ id }) => id)}::uuid[], ${met.map(({ merchant_id }) => merchant_id)}::uuid[],
      ${met.map(({ date }) => date)}::timestamptz[], ${amounts.map(String)}::bigint[]) m (id, transaction_id, merchant_id, date, amount_cents)`.execute(
    tx,
  );
}
