import { CURRENCIES, type Enumeration } from '../../kernel/enumeration.ts';
import { BIN_SCHEMES } from '../../kernel/cards.ts';
import { isUuid } from '../../kernel/filters.ts';
import { messages } from '../../kernel/messages.ts';
import { formatAmount, fromCents, toCents } from '../../kernel/money.ts';
import { SCREENING_RESULTS } from '../../risk.ts';

/** How money is asked for: a rule says which it looks at, or looks at all. */
export const RULE_KINDS = {
  PAYMENT: 'Payment',
  RECURRING: 'Recurring charge',
  LOAN: 'Loan application',
} as const satisfies Enumeration;

export const RISK_CLASSES = {
  LOW: 'Low',
  MEDIUM: 'Medium',
  HIGH: 'High',
} as const satisfies Enumeration;

/** What a condition may look at: a number, one of a few words, a code of some shape, or how a card number begins. */
export interface RuleField {
  label: string;
  kind: 'amount' | 'number' | 'choice' | 'code' | 'prefix' | 'merchant';
  enumeration?: Enumeration;
  /** Of codes: how one is written, and what is said of another. */
  pattern?: RegExp;
  wanted?: string;
  /** Of numbers: what the fact never goes below or above. */
  least?: number;
  most?: number;
  /** Stands under the value in the form. */
  hint?: string;
  /** Never unknown. */
  known?: true;
}

const count = (label: string): RuleField => ({
  label,
  kind: 'number',
  least: 1,
  hint: 'Whatever became of them; this one is counted.',
});
const sum = (label: string): RuleField => ({
  label,
  kind: 'amount',
  least: 0.01,
  hint: 'Whatever became of them; this one is in it.',
});

/** By the name in a condition; the facts bear the same names. */
export const RULE_FIELDS = {
  kind: { label: 'Type', kind: 'choice', enumeration: RULE_KINDS, known: true },
  amount: { label: 'Amount', kind: 'amount', least: 0.01, known: true },
  currency: { label: 'Currency', kind: 'choice', enumeration: CURRENCIES, known: true },
  merchant: { label: 'Merchant', kind: 'merchant', known: true },
  mcc: {
    label: 'MCC',
    kind: 'code',
    pattern: /^\d{4}$/,
    wanted: 'four digits, such as 5411',
  },
  riskClass: {
    label: 'Risk class of the merchant',
    kind: 'choice',
    enumeration: RISK_CLASSES,
  },
  cardCountry: {
    label: 'Card country',
    kind: 'code',
    pattern: /^[A-Z]{2}$/,
    wanted: 'two capital letters, such as LV',
    hint: 'Where the card was issued, by the BIN ranges.',
  },
  cardBrand: { label: 'Card brand', kind: 'choice', enumeration: BIN_SCHEMES },
  bin: {
    label: 'BIN',
    kind: 'prefix',
    pattern: /^\d{1,6}$/,
    wanted: 'one to six digits',
    hint: 'How the card number begins.',
  },
  customerAge: {
    label: 'Age of the customer (years)',
    kind: 'number',
    least: 0,
    most: 150,
    hint: 'By the date of birth that the screening knows.',
  },
  customerDays: {
    label: 'Customer for (days)',
    kind: 'number',
    least: 0,
    hint: 'Since the customer came.',
  },
  emailDomain: {
    label: 'Email domain of the customer',
    kind: 'code',
    pattern: /^[a-z0-9-]+(\.[a-z0-9-]+)+$/,
    wanted: 'a domain in small letters, such as firm.test',
  },
  countHour: count('Payments in the last hour'),
  countDay: count('Payments in the last day'),
  countMonth: count('Payments in the last 30 days'),
  sumHour: sum('Sum of the last hour'),
  sumDay: sum('Sum of the last day'),
  sumMonth: sum('Sum of the last 30 days'),
  cardsDay: {
    label: 'Cards added in the last day',
    kind: 'number',
    least: 0,
    hint: 'By the customer.',
  },
  screening: {
    label: 'Screening result',
    kind: 'choice',
    enumeration: SCREENING_RESULTS,
    hint: 'The worst of all lists at that moment.',
  },
} as const satisfies Readonly<Record<string, RuleField>>;

export type RuleFieldName = keyof typeof RULE_FIELDS;

export const RULE_COMPARISONS = {
  IS: 'is',
  IS_NOT: 'is not',
  MORE_THAN: 'is more than',
  AT_LEAST: 'is at least',
  LESS_THAN: 'is less than',
  AT_MOST: 'is at most',
  BEGINS_WITH: 'begins with',
  BEGINS_OTHERWISE: 'does not begin with',
  UNKNOWN: 'is not known',
} as const satisfies Enumeration;

export type RuleComparison = keyof typeof RULE_COMPARISONS;

/** A number for what is reckoned, one or several texts for what is named, nothing for what is not known. */
export interface RuleCondition {
  field: string;
  comparison: string;
  value?: number | string | readonly string[] | null | undefined;
}

const NUMBERS: readonly RuleComparison[] = ['MORE_THAN', 'AT_LEAST', 'LESS_THAN', 'AT_MOST'];
const NAMES: readonly RuleComparison[] = ['IS', 'IS_NOT'];
const BEGINNINGS: readonly RuleComparison[] = ['BEGINS_WITH', 'BEGINS_OTHERWISE'];

export const ruleField = (name: string): RuleField | undefined =>
  Object.hasOwn(RULE_FIELDS, name) ? RULE_FIELDS[name as RuleFieldName] : undefined;

/** How a field can be compared. */
export function comparisonsOf({ kind, known }: RuleField): readonly RuleComparison[] {
  const own =
    kind === 'amount' || kind === 'number' ? NUMBERS : kind === 'prefix' ? BEGINNINGS : NAMES;
  return known ? own : [...own, 'UNKNOWN'];
}

export const MOST_CONDITIONS = 20;
const MOST_VALUES = 200;
const MOST_AMOUNT = 9_999_999.99;
const MOST_NUMBER = 1_000_000;

/** The texts of a value, each once. */
export const namesOf = (value: RuleCondition['value']): readonly string[] =>
  value === undefined || value === null
    ? []
    : [...new Set((Array.isArray(value) ? value : [value]).map(String))];

/** What is wrong with a condition, by the name of its part; empty where nothing is. */
export function checkCondition({ field: name, comparison, value }: RuleCondition) {
  const field = ruleField(name);
  if (!field) return { field: messages.oneOf(Object.keys(RULE_FIELDS)) };
  const possible = comparisonsOf(field);
  if (!possible.includes(comparison as RuleComparison))
    return { comparison: messages.oneOf([...possible]) };
  const wrong = checkValue(field, comparison as RuleComparison, value);
  return wrong ? { value: wrong } : {};
}

function checkValue(
  field: RuleField,
  comparison: RuleComparison,
  value: RuleCondition['value'],
): string | null {
  const none = value === undefined || value === null || value === '';
  if (comparison === 'UNKNOWN') return none ? null : 'There is no value where nothing is known';
  if (none) return messages.required('Value');
  if (field.kind === 'amount' || field.kind === 'number') return checkNumber(field, value);
  const names = typeof value === 'number' ? [] : namesOf(value);
  if (!names.length) return messages.required('Value');
  if (names.length > MOST_VALUES) return `At most ${MOST_VALUES} values`;
  for (const one of names) {
    if (field.enumeration && !Object.hasOwn(field.enumeration, one))
      return messages.oneOf(Object.keys(field.enumeration));
    if (field.kind === 'merchant' && !isUuid(one)) return 'Value must be a merchant’s id';
    if (field.pattern && !field.pattern.test(one)) return `Value must be ${field.wanted!}`;
  }
  return null;
}

function checkNumber({ kind }: RuleField, value: RuleCondition['value']): string | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return messages.number;
  if (kind === 'amount') {
    if (value < 0 || value > MOST_AMOUNT)
      return messages.between(formatAmount(0), formatAmount(MOST_AMOUNT));
    return toCents(value) === null ? messages.twoPlaces : null;
  }
  if (!Number.isInteger(value)) return messages.wholeNumber;
  return value < 0 || value > MOST_NUMBER ? messages.between('0', String(MOST_NUMBER)) : null;
}

/** A number of a condition as the facts have it: amounts in cents. */
export const factNumber = ({ kind }: RuleField, value: number): number =>
  kind === 'amount' ? Number(toCents(value)) : value;

/** A condition as people read it. */
export function conditionWords(
  { field: name, comparison, value }: RuleCondition,
  merchants: Readonly<Record<string, string>> = {},
): string {
  const field = ruleField(name);
  if (!field) return name;
  const words = `${field.label} ${RULE_COMPARISONS[comparison as RuleComparison] ?? comparison}`;
  if (comparison === 'UNKNOWN') return words;
  if (typeof value === 'number')
    return `${words} ${field.kind === 'amount' ? formatAmount(value) : value}`;
  const names = namesOf(value).map((one) => field.enumeration?.[one] ?? merchants[one] ?? one);
  return `${words} ${[names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' or ')}`;
}

/** The first number that a rule has as its limit: what its column Threshold says, in whole units. */
export function thresholdOf(conditions: readonly RuleCondition[]): number | null {
  const [first] = conditions.filter(({ value }) => typeof value === 'number');
  return first ? Math.floor(fromCents(toCents(first.value as number) ?? 0n)) : null;
}

/** JSONLogic, as data: what the expression library is given. */
export type Logic = Readonly<Record<string, unknown>>;

/**
 * All of the conditions, as JSONLogic. What is not known meets no condition but the one that asks for
 * just that: neither 'is less than' nor 'is not'.
 */
export const logicOf = (conditions: readonly RuleCondition[]): Logic => ({
  and: conditions.map(conditionLogic),
});

const SIGNS: Partial<Record<RuleComparison, string>> = {
  MORE_THAN: '>',
  AT_LEAST: '>=',
  LESS_THAN: '<',
  AT_MOST: '<=',
};

function conditionLogic({ field: name, comparison, value }: RuleCondition): Logic {
  const field = ruleField(name)!;
  const fact = { var: name };
  const sign = SIGNS[comparison as RuleComparison];
  if (comparison === 'UNKNOWN') return { '===': [fact, null] };
  const known = { '!==': [fact, null] };
  if (sign) return { and: [known, { [sign]: [fact, factNumber(field, value as number)] }] };
  const names = namesOf(value);
  const among =
    field.kind === 'prefix'
      ? {
          or: [...Map.groupBy(names, ({ length }) => length)].map(([length, of]) => ({
            in: [{ substr: [fact, 0, length] }, of],
          })),
        }
      : { in: [fact, names] };
  const wanted = comparison === 'IS' || comparison === 'BEGINS_WITH';
  return { and: [known, wanted ? among : { '!': [among] }] };
}
