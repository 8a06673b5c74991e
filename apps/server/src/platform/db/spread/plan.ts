import { EVERYWHERE, OF_MERCHANTS } from '../placement.ts';
import type { Catalogue, Key, Policy, Reference, Trigger } from './catalogue.ts';
import {
  ASKING,
  BESIDE,
  besideItsRows,
  BY_HAND,
  COPY,
  heldHere,
  REACHED,
  REFUSED,
  SEALED_FOR_GOOD,
  TOLD,
  toldOnce,
} from './functions.ts';

/** How a database is brought to where its rows are spread: statements in this order, all of them or none. */
export interface Plan {
  steps: { says: string; sql: string }[];
  /** What the database no longer holds afterwards, a line each. */
  gone: string[];
}

/** Triggers that a machine with some of the rows can't run, and what that leaves open. */
const LEFT_OUT: readonly (readonly [says: RegExp, why: string])[] = [
  [
    /\brefuse_closed_key\(/,
    'a server that has an older key may still seal with it while it is closed',
  ],
  [
    /\bfunction public\.role_fits\(/i,
    'a role that does not fit its person is refused by the server alone',
  ],
];

/** The first that is spread; the others' rows lie beside its. */
const FIRST = 'purchases';

type Place = 'merchant' | 'everywhere';
const PLACES = new Map<string, Place>([
  ...OF_MERCHANTS.map((name) => [name, 'merchant'] as const),
  ...EVERYWHERE.map((name) => [name, 'everywhere'] as const),
]);

const name = (text: string) => `"${text}"`;
const within = (columns: readonly string[]) => columns.map(name).join(', ');

/** What has to be done to a database for its rows to be spread by their merchants; nothing where they are. */
export function planOf(found: Catalogue): Plan {
  const now = new Map(found.tables.map((table) => [table.name, table.now]));
  const due = [...PLACES].filter(([table, place]) => now.get(table) !== place);
  const moves = new Map(due);
  const policies = found.policies.filter(
    (policy) =>
      moves.has(policy.table) ||
      policy.rows === OLDER ||
      (asking(policy) && looksElsewhere(policy)),
  );
  if (!due.length && !policies.length && !found.holding.length && !found.tellsAfar)
    return { steps: [], gone: [] };
  const steps: Plan['steps'] = [];
  const gone: string[] = [];
  const step = (says: string, ...statements: string[]) => {
    for (const sql of statements) steps.push({ says, sql });
  };

  // what can't cross the moving itself, or would stop it
  const references = found.references.filter((one) => moves.has(one.table) || moves.has(one.to));
  for (const one of references)
    step('a reference makes way', `alter table ${one.table} drop constraint ${name(one.name)}`);
  const triggers = found.triggers.filter(({ table }) => moves.has(table));
  for (const one of triggers)
    step('a trigger makes way', `drop trigger ${name(one.name)} on ${one.table}`);
  for (const { table, column } of found.numbered)
    if (moves.get(table) === 'merchant')
      step('numbers of one machine become ids', ...unnumbered(table, column));

  const renewed = new Set(found.numbered.map(({ table }) => table));
  const keys = found.keys.filter(
    ({ table, columns }) =>
      moves.get(table) === 'merchant' && !columns.includes('merchant_id') && !renewed.has(table),
  );
  for (const key of keys) step('a key names the merchant', ...keyed(key));

  if (policies.some((policy) => asking(policy))) step('who sees what is asked', COPY, REACHED);
  for (const policy of policies) {
    const altered = otherwise(policy);
    if (altered) step('a policy says the same in other words', altered);
  }

  for (const [table, place] of due)
    if (place === 'everywhere')
      step('a copy on each machine', `select create_reference_table('${table}')`);
  const spread = due.filter(([, place]) => place === 'merchant').map(([table]) => table);
  for (const table of spread.toSorted((a, b) => Number(b === FIRST) - Number(a === FIRST)))
    step(
      'rows go with their merchant',
      `select create_distributed_table('${table}', 'merchant_id'${table === FIRST ? '' : `, colocate_with => '${FIRST}'`})`,
    );

  for (const one of references) {
    const again = referenceAgain(one);
    if (again) step('a reference is back', again);
    else gone.push(`${one.table} names ${one.to}: ${one.definition}`);
  }
  if (found.holding.length)
    step('rows are held on this machine', COPY, ...found.holding.map(heldHere));
  if (found.tellsAfar) {
    step('who is one of staff is asked on this machine', COPY, TOLD);
    step('from whom no money is taken is asked on this machine', REFUSED);
    step('whom somebody may block is asked on this machine', BY_HAND);
  }
  step('what counts finds the rows beside', BESIDE);
  step('what is sealed is sealed for good', SEALED_FOR_GOOD);
  for (const one of triggers) {
    const why = LEFT_OUT.find(([says]) => says.test(one.source))?.[1];
    if (why) gone.push(`${one.name} of ${one.table}: ${why}`);
    else step('a trigger is back, where the rows are', ...triggerAgain(one));
  }
  return { steps, gone };
}

const OWN = 'merchant_id = current_merchant()';
/** Whose merchant is none is nobody's where there is none either. */
const SAME = 'merchant_id is not distinct from current_merchant() and merchant_id is not null';
/** As a version before said it. */
const OLDER = '(NOT (merchant_id IS DISTINCT FROM current_merchant()))';

/**
 * With `=` the planner follows from a statement's own merchant that it equals the one of the session, a condition
 * of no table, with which Citus refuses outer joins before PostgreSQL 17.
 */
function otherwise(policy: Policy): string | null {
  const { table, rows, adds } = policy;
  const said = asking(policy) ?? (rows === OLDER ? SAME : rows.replaceAll(OWN, SAME));
  if (said === rows) return null;
  return `alter policy ${name(policy.name)} on ${table} using (${said})${asking(policy) && adds ? ` with check (${said})` : ''}`;
}

const looksElsewhere = ({ rows }: Policy) => /\bselect\b/i.test(rows);

/** What one asks that looks into other tables. */
const asking = ({ table, name: policy }: Policy): string | undefined =>
  ASKING[`${policy} of ${table}`];

/** By the merchant and what it was; an index by that alone stays beside it, since much is looked up by an id. */
function keyed({ table, name: key, constraint, index }: Key): string[] {
  const plain = index.replace('CREATE UNIQUE INDEX', 'create index').replace(name(key), key);
  const beside = plain.replace(` ${key} `, ` ${name(`${key.slice(0, 56)}_beside`)} `);
  if (constraint)
    return [
      `alter table ${table} drop constraint ${name(key)}`,
      `alter table ${table} add constraint ${name(key)} ${constraint.replace('(', '(merchant_id, ')}`,
      beside,
    ];
  return [
    `drop index ${name(key)}`,
    index.replace(/ USING btree \(/, ' using btree (merchant_id, '),
    beside,
  ];
}

function unnumbered(table: string, column: string): string[] {
  return [
    `alter table ${table} drop column ${name(column)}`,
    `alter table ${table} add column ${within([column])} uuid not null default gen_random_uuid()`,
    `alter table ${table} add primary key (merchant_id, ${within([column])})`,
  ];
}

/** As it can be where rows are spread; null where it can't. */
function referenceAgain({ table, name: key, to, definition }: Reference): string | null {
  const [from, at] = [PLACES.get(table), PLACES.get(to)];
  if (!from || !at) return null;
  const add = `alter table ${table} add constraint ${name(key)}`;
  if (at === 'everywhere') return `${add} ${definition}`;
  return `${add} ${definition.replace('(', '(merchant_id, ').replace(/(REFERENCES \w+\()/, '$1merchant_id, ')}`;
}

/** Its function first, where that has to know on which machine it runs. */
function triggerAgain({ table, name: trigger, source, definition }: Trigger): string[] {
  const changed =
    PLACES.get(table) === 'merchant'
      ? besideItsRows(source)
      : trigger.startsWith('tell_')
        ? toldOnce(source)
        : null;
  // a table that lies on machines is not emptied at once
  return [...(changed ? [changed] : []), definition.replace(' OR TRUNCATE', '')];
}
