import { randomUUIDv7 } from 'node:crypto';
import { rule } from '@paydesk/contract/resources/rules.ts';
import { type RuleOutcome } from '@paydesk/contract/risk.ts';
import {
  conditionWords,
  namesOf,
  ruleField,
  thresholdOf,
  type RuleCondition,
} from '@paydesk/contract/resources/rules/conditions.ts';
import { noticesOf } from '@paydesk/contract/resources/rules/reach.ts';
import { sql } from 'kysely';
import { liveRules } from '../../domain/rules/decide.ts';
import { canonical } from '../../platform/canonical.ts';
import { changes, gone } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { invalid } from '../../platform/errors.ts';
import { defineRecord } from '../../platform/record.ts';
import { rulesList } from './lists.ts';
import { tryOn } from './trial.ts';

const LONGEST_TRIAL = '120s';

/** A rule, written, tried and switched on by administrators of the back office (ST-02). */
export const ruleRecord = defineRecord({
  record: rule,
  list: rulesList,
  table: 'rules',
  into: (tx) => tx.insertInto('rules'),
  columns: {
    version: 'r.version',
    liveVersion: 'r.live_version',
    triedVersion: 'r.tried_version',
    triedDate: 'r.tried_date',
    triedBy: 'r.tried_by',
    triedPayments: 'r.tried_payments',
    triedHits: 'r.tried_hits',
    triedAmount: 'r.tried_amount_cents',
    triedPaid: 'r.tried_paid',
    used: 'exists (select from rules_evaluation_results where rule_id = r.id)',
    hasConditions: "r.conditions <> '[]'",
    notices: async (one, _services, tx) =>
      noticesOf({ ...one, conditions: one.conditions as RuleCondition[] }, await liveRules(tx)),
  },
  actions: {
    'POST /api/settings/rules': async ({ id, tx, values, stored, actor }) => {
      const conditions = plain(values.conditions);
      await refuseUnknown(tx, conditions);
      const { outcome, priority } = values;
      return {
        set: {
          ...stored,
          description: values.description ?? '',
          conditions: JSON.stringify(conditions) as never,
          threshold: thresholdOf(conditions),
          active: false,
        },
        besides: async () => {
          await keepVersion(tx, { id, version: 1, outcome, priority, conditions }, actor.userName);
        },
        details: { changes: changes<object>({}, told({ ...values, conditions })) },
      };
    },
    'PUT /api/settings/rules/{id}': async ({ tx, row, before, values, stored, actor }) => {
      const conditions = plain(values.conditions);
      await refuseUnknown(tx, conditions);
      const { outcome, priority } = values;
      const was = { ...row, conditions: row.conditions as RuleCondition[] };
      const isNew =
        canonical([outcome, priority, conditions]) !==
        canonical([was.outcome, was.priority, was.conditions]);
      const version = row.version + Number(isNew);
      if (isNew)
        await keepVersion(
          tx,
          { id: row.id, version, outcome, priority, conditions },
          actor.userName,
        );
      return {
        set: {
          ...stored,
          description: values.description ?? '',
          conditions: JSON.stringify(conditions) as never,
          threshold: thresholdOf(conditions),
          version,
        },
        details: {
          changes: changes<object>(
            told({ ...before, conditions: was.conditions }),
            told({ ...values, conditions }),
          ),
        },
      };
    },
    'POST /api/settings/rules/{id}/actions/try': async ({ tx, row, actor }) => {
      await sql`set local statement_timeout = ${sql.lit(LONGEST_TRIAL)}`.execute(tx);
      const { payments, hits, amountCents, paid } = await tryOn(tx, {
        id: row.id,
        name: row.name,
        version: `${row.id} ${row.version}`,
        priority: row.priority,
        createdDate: row.created_date,
        outcome: row.outcome as RuleOutcome,
        conditions: row.conditions as RuleCondition[],
      });
      // nothing of the rule has changed: it says when it was tried, not that it was
      await tx
        .updateTable('rules')
        .set({
          tried_version: row.version,
          tried_date: sql`now()`,
          tried_by: actor.userName,
          tried_payments: payments,
          tried_hits: hits,
          tried_amount_cents: amountCents,
          tried_paid: paid,
        })
        .where('id', '=', row.id)
        .execute();
      return { details: { version: row.version, payments, hits } };
    },
    'POST /api/settings/rules/{id}/actions/activate': ({ row }) => ({
      set: { active: true, live_version: row.version },
    }),
    'POST /api/settings/rules/{id}/actions/deactivate': () => ({
      set: { active: false, live_version: null },
    }),
    'DELETE /api/settings/rules/{id}': ({ before }) => {
      const { name, code, version } = before;
      return { details: { changes: gone({ name, code, version }) } };
    },
  },
});

/** Each value once, ids as facts have them, and nothing where there is none, so that what is the same reads the same. */
const plain = (conditions: readonly RuleCondition[]): RuleCondition[] =>
  conditions.map(({ field, comparison, value = null }) => ({
    field,
    comparison,
    value:
      comparison === 'UNKNOWN'
        ? null
        : typeof value === 'number'
          ? value
          : namesAs(field, namesOf(value)),
  }));

const namesAs = (field: string, names: readonly string[]): string[] =>
  ruleField(field)?.kind === 'merchant'
    ? [...new Set(names.map((id) => id.toLowerCase()))]
    : [...names];

/** What the audit log tells of: what people write. */
const told = (one: object & { conditions: readonly RuleCondition[] }) => {
  const { name, code, type, severity, outcome, priority, description } = one as Record<
    string,
    unknown
  >;
  return {
    name,
    code,
    type,
    severity,
    outcome,
    priority,
    description: description ?? '',
    conditions: one.conditions.map((condition) => conditionWords(condition)),
  };
};

interface Version {
  id: string;
  version: number;
  outcome: string;
  priority: number;
  conditions: readonly RuleCondition[];
}

const keepVersion = (tx: Tx, { id, conditions, ...version }: Version, by: string) =>
  tx
    .insertInto('rule_versions')
    .values({
      id: randomUUIDv7(),
      rule_id: id,
      version: version.version,
      outcome: version.outcome,
      priority: version.priority,
      conditions: JSON.stringify(conditions) as never,
      created_date: sql<string>`now()`,
      created_by: by,
    })
    .execute();

/** A merchant that a condition names is there. */
async function refuseUnknown(tx: Tx, conditions: readonly RuleCondition[]) {
  for (const [at, { field, value }] of conditions.entries()) {
    if (ruleField(field)!.kind !== 'merchant') continue;
    const ids = namesOf(value);
    const { length } = await tx
      .selectFrom('merchants')
      .select('id')
      .where('id', 'in', ids)
      .execute();
    if (length < ids.length) throw invalid(`conditions[${at}].value`, 'There is no such merchant');
  }
}
