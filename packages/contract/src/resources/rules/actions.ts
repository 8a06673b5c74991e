import type { conditionsSchema } from './schema.ts';
import type { Enumeration } from '../../kernel/enumeration.ts';
import type { Fields } from '../../kernel/fields.ts';
import { recordAction } from '../../kernel/record.ts';
import { completed } from '../../kernel/record-action.ts';
import { RULE_OUTCOMES } from '../../risk.ts';
import { checkCondition, MOST_CONDITIONS, type RuleCondition } from './conditions.ts';
import { neverAt } from './reach.ts';

export const RULE_TYPES = {
  LIMIT: 'Limit',
  VELOCITY: 'Velocity',
  BLACKLIST: 'Blacklist',
  SCORING: 'Scoring',
} as const satisfies Enumeration;

export const RULE_SEVERITIES = {
  LOW: 'Low',
  MEDIUM: 'Medium',
  HIGH: 'High',
} as const satisfies Enumeration;

/** What the editor asks for beside the conditions. */
export const ruleFields = {
  name: { label: 'Name', kind: 'text', required: true, maxLength: 255 },
  code: {
    label: 'Code',
    kind: 'text',
    required: true,
    maxLength: 64,
    unique: 'Another rule has this Code',
  },
  type: { label: 'Type', kind: 'choice', required: true, enumeration: RULE_TYPES },
  severity: { label: 'Severity', kind: 'choice', required: true, enumeration: RULE_SEVERITIES },
  outcome: { label: 'Outcome', kind: 'choice', required: true, enumeration: RULE_OUTCOMES },
  priority: { label: 'Priority', kind: 'number', required: true, min: 1, max: 9999 },
  description: { label: 'Description', kind: 'textarea', maxLength: 1000 },
} as const satisfies Fields;

/** What the fields can't say: by the place of the condition (SB-48). */
export function checkConditions(conditions: readonly RuleCondition[]): Record<string, string> {
  if (!conditions.length) return { conditions: 'A rule has at least one condition' };
  if (conditions.length > MOST_CONDITIONS)
    return { conditions: `A rule has at most ${MOST_CONDITIONS} conditions` };
  const wrong: Record<string, string> = {};
  for (const [at, condition] of conditions.entries())
    for (const [part, message] of Object.entries(checkCondition(condition)))
      wrong[`conditions[${at}].${part}`] = message;
  if (Object.keys(wrong).length) return wrong;
  const never = neverAt(conditions);
  return never === null
    ? {}
    : {
        [`conditions[${never}].value`]:
          'With this condition the rule can never be met: it leaves nothing that the others let through',
      };
}

/** SB-41, AM-82 */
const asks = {
  anyOf: ['READ_ANY_USER'],
  roles: ['BACKOFFICE_ADMIN'],
  right: 'RULES_CHANGE',
} as const;
const check = (values: Readonly<Record<string, unknown>>) =>
  checkConditions((values['conditions'] ?? []) as RuleCondition[]);
const nested = ['conditions'] as const;
type Nested = { conditions: ReturnType<typeof conditionsSchema> };

export const addRule = recordAction<unknown, typeof ruleFields, Nested>({
  label: 'Add rule',
  summary: 'Write a rule; it is a draft until it has been tried and is switched on',
  serves: 'ST-01, AM-29',
  asks,
  audited: 'CREATE_RULE',
  whyNot: () => null,
  fields: ruleFields,
  nested,
  check,
  success: 'Rule successfully added',
});

interface State {
  name: string;
  version: number;
  liveVersion: number | null;
  triedVersion: number | null;
  active: boolean;
  used: boolean;
  hasConditions: boolean;
}

export const updateRule = recordAction<State, typeof ruleFields, Nested>({
  label: 'Save draft',
  summary: 'Change a rule: a new version, which decides nothing until it is switched on',
  serves: 'ST-02, AM-29',
  asks,
  audited: 'UPDATE_RULE',
  whyNot: () => null,
  fields: ruleFields,
  nested,
  check,
  success: 'Rule successfully saved',
});

const noConditions = 'It has no conditions yet';

export const tryRule = recordAction<State>({
  label: 'Try on the last 30 days',
  summary:
    'Try the version that was saved last on the payments of the last 30 days; which ones it would have hit is listed below',
  serves: 'ST-02',
  asks,
  audited: 'TRY_RULE',
  whyNot: ({ hasConditions }) => (hasConditions ? null : noConditions),
  looksAt: 'conditions',
  success: 'The rule was tried',
});

/** The version that whoever switches a rule on has read. */
const seenFields = {
  seenVersion: {
    label: 'Version as it was read',
    kind: 'number',
    min: 1,
    asked: false,
    seen: true,
  },
} as const satisfies Fields;

const whyUnread = (
  { seenVersion }: Readonly<Record<string, unknown>>,
  { version }: Pick<State, 'version'>,
): Record<string, string> =>
  typeof seenVersion === 'number' && seenVersion !== version
    ? {
        seenVersion: `The rule has been saved anew meanwhile: it is version ${version} now. Read it before it is switched on`,
      }
    : {};

export const activateRule = recordAction<State, typeof seenFields>({
  label: 'Switch on',
  summary: 'Let the version that was saved last decide from now on',
  serves: 'ST-02',
  asks,
  audited: 'ACTIVATE_RULE',
  whyNot: ({ version, liveVersion, triedVersion, hasConditions }) =>
    !hasConditions
      ? noConditions
      : liveVersion === version
        ? 'This version is on already'
        : triedVersion === version
          ? null
          : 'Try it on the payments of the last 30 days first',
  looksAt: 'active',
  fields: seenFields,
  seen: ({ version }) => ({ seenVersion: version }),
  check: whyUnread,
  dialog: {
    title: ({ name }) => `Switch on ${name}?`,
    consequence: ({ version }) =>
      `Version ${version} decides from the next payment on, in the order of the priorities.`,
    submit: ({ name }) => `Switch on ${name}`,
  },
  primary: true,
  sensitive: 'MONEY',
  secondPerson: { kind: 'RULE', unread: whyUnread },
  ...completed('decides from now on'),
});

export const deactivateRule = recordAction<State>({
  label: 'Switch off',
  summary: 'Let the rule decide nothing any more',
  serves: 'ST-02',
  asks,
  audited: 'DEACTIVATE_RULE',
  whyNot: ({ active }) => (active ? null : 'It is off already'),
  looksAt: 'active',
  dialog: {
    title: ({ name }) => `Switch off ${name}?`,
    consequence: 'Payments are decided without it from now on. It can be switched on again.',
    submit: ({ name }) => `Switch off ${name}`,
  },
  danger: true,
  sensitive: 'MONEY',
  secondPerson: { kind: 'RULE' },
  ...completed('decides nothing any more'),
});

export const deleteRule = recordAction<State>({
  label: 'Delete rule',
  summary: 'Delete a rule that has decided nothing',
  serves: 'ST-02',
  asks,
  audited: 'DELETE_RULE',
  whyNot: ({ active, used }) =>
    active
      ? 'Switch it off first'
      : used
        ? 'Payments were decided by it: it stays on record'
        : null,
  looksAt: 'active',
  dialog: {
    title: ({ name }) => `Delete ${name}?`,
    consequence: 'It has decided nothing. Its versions go with it, and it can’t be brought back.',
    submit: ({ name }) => `Delete ${name}`,
  },
  danger: true,
  ...completed('is deleted'),
});
