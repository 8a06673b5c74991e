import { randomUUIDv7 } from 'node:crypto';
import type { RuleCondition } from '@paydesk/contract/resources/rules/conditions.ts';
import type { TestServer } from './server.ts';

/** What a rule is written with, as a body has it. */
export const newRule = (conditions?: readonly RuleCondition[], more: object = {}) => ({
  name: 'Large payments',
  code: randomUUIDv7(),
  type: 'LIMIT',
  severity: 'HIGH',
  outcome: 'BLOCK',
  priority: 9000,
  conditions: conditions ?? [{ field: 'amount', comparison: 'MORE_THAN', value: 9_000_000 }],
  ...more,
});

/** A rule that was written and tried, and is on where it says so. */
export async function insertRule(
  { pool }: Pick<TestServer, 'pool'>,
  { active = false, ...given }: { active?: boolean } & Partial<ReturnType<typeof newRule>> = {},
): Promise<string> {
  const [id, { name, code, type, severity, outcome, priority, conditions }] = [
    randomUUIDv7(),
    { ...newRule(), ...given },
  ];
  const asks = JSON.stringify(conditions);
  await pool.query(
    `insert into rules (id, name, code, type, severity, threshold, description, outcome, priority,
       conditions, active, live_version, tried_version, created_date)
     values ($1, $2, $3, $4, $5, 9000000, '', $6, $7, $8, $9, $10, 1, now())`,
    [id, name, code, type, severity, outcome, priority, asks, active, active ? 1 : null],
  );
  await pool.query(
    `insert into rule_versions (id, rule_id, version, outcome, priority, conditions, created_date, created_by)
     values ($1, $2, 1, $3, $4, $5, now(), 'Anna Kalna')`,
    [randomUUIDv7(), id, outcome, priority, asks],
  );
  return id;
}
