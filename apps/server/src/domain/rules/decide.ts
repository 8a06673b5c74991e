import type { RuleOutcome } from '@paydesk/contract/risk.ts';
import {
  conditionWords,
  logicOf,
  RULE_FIELDS,
  type RuleCondition,
  type RuleFieldName,
} from '@paydesk/contract/resources/rules/conditions.ts';
import { inOrder } from '@paydesk/contract/resources/rules/reach.ts';
import { formatAmount, fromCents } from '@paydesk/contract/kernel/money.ts';
import { LogicEngine } from 'json-logic-engine';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { Facts } from './facts.ts';

/** A rule as it is asked: a version that is on, or the draft that is tried. */
export interface Asked {
  id: string;
  name: string;
  /** Of the version; what it was compiled to is kept by it. */
  version: string;
  priority: number;
  createdDate: string;
  outcome: RuleOutcome;
  conditions: readonly RuleCondition[];
}

/** Those that are on, in the order in which they are asked. */
export async function liveRules(db: Db): Promise<Asked[]> {
  const { rows } = await sql<Asked>`
    select r.id, r.name, v.id as version, v.priority, r.created_date as "createdDate", v.outcome,
      v.conditions
    from rules r join rule_versions v on v.rule_id = r.id and v.version = r.live_version
    where r.active`.execute(db);
  return rows.toSorted(inOrder);
}

export const fieldsOf = (rules: readonly Pick<Asked, 'conditions'>[]): Set<RuleFieldName> =>
  new Set(rules.flatMap(({ conditions }) => conditions.map(({ field }) => field as RuleFieldName)));

const engine = new LogicEngine();
type Met = (facts: Facts) => boolean;
const MOST_KEPT = 1000;
const compiled = new Map<string, Met>();

/** Whether facts meet the conditions of a version, which never change. */
function metBy({ version, conditions }: Asked): Met {
  const kept = compiled.get(version);
  if (kept) return kept;
  const run = engine.build(logicOf(conditions)) as (facts: Facts) => unknown;
  const met: Met = (facts) => run(facts) === true;
  if (compiled.size >= MOST_KEPT) compiled.clear();
  compiled.set(version, met);
  return met;
}

/** Whether a rule is about what is asked for at all. */
const isAbout = (rule: Asked, { kind }: Facts) =>
  rule.conditions.every(
    ({ field, comparison, value }) =>
      field !== 'kind' || [value].flat().includes(kind as string) === (comparison === 'IS'),
  );

/** What the rules came to: each that was asked, and the one that decides. */
export interface Verdict {
  asked: readonly { rule: Asked; met: boolean }[];
  decides: Asked | null;
}

/** Asks rule by rule, in their order, until one is met. A trial asks one, a payment those that are on. */
export function decide(rules: readonly Asked[], facts: Facts): Verdict {
  const asked: { rule: Asked; met: boolean }[] = [];
  for (const rule of rules) {
    if (!isAbout(rule, facts)) continue;
    const met = metBy(rule)(facts);
    asked.push({ rule, met });
    if (met) return { asked, decides: rule };
  }
  return { asked, decides: null };
}

/** What a rule saw, and of figures what it asks for, for whoever reads its result. */
export function seen({ conditions }: Asked, facts: Facts): string {
  const names = [...fieldsOf([{ conditions }])].filter((name) => name !== 'merchant');
  return names
    .map((name) => {
      const limits = conditions
        .filter(({ field, value }) => field === name && typeof value === 'number')
        .map((one) =>
          conditionWords(one).slice(RULE_FIELDS[name].label.length).replace(/^ is /, ''),
        );
      return `${saw(name, facts[name] ?? null)}${limits.length ? ` (the rule: ${limits.join(', ')})` : ''}`;
    })
    .join('; ');
}

function saw(name: RuleFieldName, value: Facts[RuleFieldName] | null): string {
  const { label, kind, ...field } = RULE_FIELDS[name];
  if (value === null || value === undefined) return `${label} is not known`;
  if (kind === 'amount') return `${label} is ${formatAmount(fromCents(BigInt(value)))}`;
  const words = 'enumeration' in field ? field.enumeration : null;
  return `${label} is ${(words as Readonly<Record<string, string>> | null)?.[String(value)] ?? value}`;
}
