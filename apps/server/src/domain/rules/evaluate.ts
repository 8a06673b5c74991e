import { randomUUIDv7 } from 'node:crypto';
import type { RuleOutcome } from '@paydesk/contract/risk.ts';
import type { RULE_KINDS } from '@paydesk/contract/resources/rules/conditions.ts';
import type {
  RULE_RESULTS,
  RULE_SUBJECTS,
} from '@paydesk/contract/resources/rules-evaluation-results.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { decide, fieldsOf, liveRules, seen } from './decide.ts';
import { factsQuery, looked, pastOf } from './facts.ts';

/** Money that is about to be asked for. */
export interface Asking {
  kind: keyof typeof RULE_KINDS;
  merchantId: string;
  customerId: string | null;
  /** As it is kept: the first six digits and the last four. */
  cardPan: string | null;
  cardId: string | null;
  amountCents: bigint;
  currency: string;
  /** Its own transaction, where that is on record by now: it is asked for once, and counts once. */
  transactionId?: string;
  /** What the results are about, by what comes of it. */
  subject: (outcome: RuleOutcome) => { type: keyof typeof RULE_SUBJECTS; id: string };
}

export interface Decision {
  outcome: RuleOutcome;
  /** The rule that decided; null where none was met, and it passes. */
  rule: { id: string; name: string } | null;
}

const RESULT: Readonly<Record<RuleOutcome, keyof typeof RULE_RESULTS>> = {
  PASS: 'PASSED',
  REVIEW: 'REVIEW',
  THREE_D_SECURE: 'CHALLENGED',
  BLOCK: 'REJECTED',
};

/**
 * Asks the rules that are on before money moves, and writes down what each said (ST-03). Whoever calls
 * it obeys: passes, holds for a person, has the payer authenticated, or refuses. Payments of one customer
 * take turns while others of theirs are counted, so that none of several at once is left out.
 */
export async function evaluate(tx: Tx, asking: Asking): Promise<Decision> {
  const rules = await liveRules(tx);
  if (!rules.length) return { outcome: 'PASS', rule: null };
  const fields = fieldsOf(rules);
  const { merchantId, customerId, transactionId = null } = asking;
  const past = customerId === null ? null : pastOf(fields);
  if (past)
    await sql`select pg_advisory_xact_lock(hashtext('rules'), hashtext(${customerId}))`.execute(tx);
  const before = sql`
    union all
    select t.id, t.merchant_id, t.customer_id, t.card_pan, t.card_id, t.amount_cents, t.currency,
      t.date, t.status, '', false
    from transactions t
    where t.customer_id = ${customerId} and t.refunded_transaction_id is null
      and t.id is distinct from ${transactionId}::uuid and t.date > now() - ${past}::interval
      and t.date <= clock_timestamp()`;
  const { rows } = await factsQuery(
    sql`
      select ${randomUUIDv7()}::uuid as id, ${merchantId}::uuid as merchant_id,
        ${customerId}::uuid as customer_id, ${asking.cardPan}::text as card_pan,
        ${asking.cardId}::uuid as card_id, ${asking.amountCents}::bigint as amount_cents,
        ${asking.currency}::text as currency, clock_timestamp() as date, '' as status,
        ${asking.kind}::text as kind, true as wanted
      ${past ? before : sql``}`,
    fields,
  ).execute(tx);
  const { facts } = (await looked(tx, rows))[0]!;
  const { asked, decides } = decide(rules, facts);
  const outcome = decides?.outcome ?? 'PASS';
  const subject = asking.subject(outcome);
  if (asked.length)
    await tx
      .insertInto('rules_evaluation_results')
      .values(
        asked.map(({ rule, met }) => ({
          id: randomUUIDv7(),
          rule_id: rule.id,
          subject_type: subject.type,
          subject_id: subject.id,
          merchant_id: merchantId,
          result: met ? RESULT[rule.outcome] : 'PASSED',
          score: null,
          details: `${met ? 'Met' : 'Not met'}: ${seen(rule, facts)}`,
          created_date: sql<string>`clock_timestamp()`,
        })),
      )
      .execute();
  return { outcome, rule: decides && { id: decides.id, name: decides.name } };
}
