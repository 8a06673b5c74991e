import {
  factNumber,
  namesOf,
  ruleField,
  type RuleComparison,
  type RuleCondition,
  type RuleField,
} from './conditions.ts';

/**
 * Which facts a rule can be met by, field by field: what no fact meets is never reached, and what a rule
 * asked before meets as well is hidden by it. Numbers are whole, amounts in cents, beginnings of card
 * numbers six digits.
 */
interface Domain {
  /** Whether the fact may be unknown. */
  unknown: boolean;
  /** Parts of a line, in order and apart from each other. */
  parts: readonly Part[] | null;
  /** Names; those, or all but those. */
  names: { all: boolean; of: ReadonlySet<string> } | null;
}
type Part = readonly [least: number, most: number];

const BIN_DIGITS = 6;
const BINS = 10 ** BIN_DIGITS - 1;

const isLine = ({ kind }: RuleField) => kind !== 'choice' && kind !== 'code' && kind !== 'merchant';

/** All that the fact may be at all. */
function wholeOf(field: RuleField): Domain {
  const unknown = !field.known;
  if (field.kind === 'prefix') return { unknown, parts: [[0, BINS]], names: null };
  if (isLine(field)) {
    const least = factNumber(field, field.least ?? 0);
    const most = field.most === undefined ? Infinity : factNumber(field, field.most);
    return { unknown, parts: [[least, most]], names: null };
  }
  const names = field.enumeration
    ? { all: false, of: new Set(Object.keys(field.enumeration)) }
    : { all: true, of: new Set<string>() };
  return { unknown, parts: null, names };
}

/** What one condition lets through. */
function domainOf(field: RuleField, { comparison, value }: RuleCondition): Domain {
  const whole = wholeOf(field);
  const asked = comparison as RuleComparison;
  if (asked === 'UNKNOWN')
    return {
      unknown: true,
      parts: whole.parts && [],
      names: whole.names && { all: false, of: new Set() },
    };
  if (field.kind === 'prefix') {
    const begun = together(namesOf(value).map(binPart));
    const parts = asked === 'BEGINS_WITH' ? begun : without(begun);
    return { unknown: false, parts, names: null };
  }
  if (isLine(field)) {
    const at = factNumber(field, value as number);
    const part: Record<string, Part> = {
      MORE_THAN: [at + 1, Infinity],
      AT_LEAST: [at, Infinity],
      LESS_THAN: [-Infinity, at - 1],
      AT_MOST: [-Infinity, at],
    };
    return { unknown: false, parts: [part[asked]!], names: null };
  }
  const names = { all: asked === 'IS_NOT', of: new Set(namesOf(value)) };
  return { unknown: false, parts: null, names };
}

const binPart = (digits: string): Part => [
  Number(digits.padEnd(BIN_DIGITS, '0')),
  Number(digits.padEnd(BIN_DIGITS, '9')),
];

function together(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  for (const [least, most] of parts.toSorted(([a], [b]) => a - b)) {
    const last = joined.at(-1);
    if (last && least <= last[1] + 1)
      joined[joined.length - 1] = [last[0], Math.max(last[1], most)];
    else joined.push([least, most]);
  }
  return joined;
}

function without(parts: readonly Part[]): Part[] {
  const left: Part[] = [];
  let from = 0;
  for (const [least, most] of parts) {
    if (least > from) left.push([from, least - 1]);
    from = most + 1;
  }
  if (from <= BINS) left.push([from, BINS]);
  return left;
}

function both(one: Domain, other: Domain): Domain {
  return {
    unknown: one.unknown && other.unknown,
    parts:
      one.parts &&
      one.parts.flatMap(([a, b]) =>
        other.parts!.flatMap(([c, d]): Part[] => {
          const [least, most] = [Math.max(a, c), Math.min(b, d)];
          return least <= most ? [[least, most]] : [];
        }),
      ),
    names: one.names && bothNames(one.names, other.names!),
  };
}

type Names = NonNullable<Domain['names']>;
function bothNames(one: Names, other: Names): Names {
  if (one.all && other.all) return { all: true, of: one.of.union(other.of) };
  if (one.all) return { all: false, of: other.of.difference(one.of) };
  return {
    all: false,
    of: other.all ? one.of.difference(other.of) : one.of.intersection(other.of),
  };
}

const isEmpty = ({ unknown, parts, names }: Domain) =>
  !unknown && !(parts?.length ?? 0) && !(names && (names.all || names.of.size));

/** Whether whatever is in the one is in the other. */
function isWithin(one: Domain, other: Domain): boolean {
  if (one.unknown && !other.unknown) return false;
  if (one.parts)
    return one.parts.every(([a, b]) => other.parts!.some(([c, d]) => c <= a && b <= d));
  const [mine, theirs] = [one.names!, other.names!];
  if (theirs.all)
    return mine.all ? theirs.of.isSubsetOf(mine.of) : mine.of.isDisjointFrom(theirs.of);
  return !mine.all && mine.of.isSubsetOf(theirs.of);
}

type Reach = Map<string, Domain>;

/** What is never less than what stands before it. */
const CHAINS = [
  ['countHour', 'countDay', 'countMonth'],
  ['amount', 'sumHour', 'sumDay', 'sumMonth'],
] as const;
/** Known of every customer that is known, so all of them or none. */
const OF_CUSTOMERS = [
  'customerDays',
  'countHour',
  'countDay',
  'countMonth',
  'sumHour',
  'sumDay',
  'sumMonth',
  'cardsDay',
];

/** The domain of each field that a rule names, and the place of the condition that leaves nothing of one. */
function reachOf(conditions: readonly RuleCondition[]): { reach: Reach; never: number | null } {
  const reach: Reach = new Map();
  for (const [at, condition] of conditions.entries()) {
    const { field: name } = condition;
    const field = ruleField(name)!;
    reach.set(name, both(reach.get(name) ?? wholeOf(field), domainOf(field, condition)));
    if (isEmpty(reach.get(name)!)) return { reach, never: at };
    if (
      OF_CUSTOMERS.some((one) => isUnknown(reach, one)) &&
      OF_CUSTOMERS.some((one) => isKnown(reach, one))
    )
      return { reach, never: at };
    for (const chain of CHAINS) tighten(reach, chain);
    if ([...reach.values()].some(isEmpty)) return { reach, never: at };
  }
  return { reach, never: null };
}

const isKnown = (reach: Reach, name: string) => reach.get(name)?.unknown === false;
const isUnknown = (reach: Reach, name: string) => {
  const domain = reach.get(name);
  return domain !== undefined && domain.unknown && domain.parts?.length === 0;
};

/** Where one is more than something, so is each after it; where one is less, so is each before it. */
function tighten(reach: Reach, chain: readonly string[]) {
  const known = chain.filter((name) => isKnown(reach, name));
  let least = -Infinity;
  for (const name of known) {
    const domain = reach.get(name)!;
    reach.set(name, both(domain, { ...domain, parts: [[least, Infinity]] }));
    least = Math.max(least, reach.get(name)!.parts![0]?.[0] ?? least);
  }
  let most = Infinity;
  for (const name of known.toReversed()) {
    const domain = reach.get(name)!;
    reach.set(name, both(domain, { ...domain, parts: [[-Infinity, most]] }));
    most = Math.min(most, reach.get(name)!.parts!.at(-1)?.[1] ?? most);
  }
}

/** With what follows of facts that the rule does not name: so many in an hour are as many in a day. */
function closed(reach: Reach): Reach {
  if (!OF_CUSTOMERS.some((name) => isKnown(reach, name))) return reach;
  const all: Reach = new Map(reach);
  for (const name of [...OF_CUSTOMERS, 'amount'])
    if (!all.has(name)) all.set(name, { ...wholeOf(ruleField(name)!), unknown: false });
  for (const chain of CHAINS) tighten(all, chain);
  return all;
}

/** Null, or the place of the condition with which nothing is left that a rule could meet. */
export const neverAt = (conditions: readonly RuleCondition[]): number | null =>
  reachOf(conditions).never;

/** Whether whatever meets the one meets the other. */
export function isMetBy(one: readonly RuleCondition[], other: readonly RuleCondition[]): boolean {
  const mine = closed(reachOf(one).reach);
  return [...reachOf(other).reach].every(([name, domain]) =>
    isWithin(mine.get(name) ?? wholeOf(ruleField(name)!), domain),
  );
}

/** A rule in the order in which rules are asked. */
export interface Ordered {
  id: string;
  name: string;
  priority: number;
  createdDate: string;
  conditions: readonly RuleCondition[];
}

/** The smallest number first, of the same number the older one. */
export const inOrder = (one: Ordered, other: Ordered): number =>
  one.priority - other.priority ||
  one.createdDate.localeCompare(other.createdDate) ||
  one.id.localeCompare(other.id);

/** What is to be said of a rule beside those that are on: which one hides it, and which it hides. */
export function noticesOf(rule: Ordered, live: readonly Ordered[]): string[] {
  if (!rule.conditions.length) return [];
  const others = live.filter(({ id }) => id !== rule.id);
  const hiding = others.find(
    (other) => inOrder(other, rule) < 0 && isMetBy(rule.conditions, other.conditions),
  );
  const hidden = others.filter(
    (other) => inOrder(rule, other) < 0 && isMetBy(other.conditions, rule.conditions),
  );
  return [
    ...(hiding
      ? [
          `“${hiding.name}” (priority ${hiding.priority}) hides this rule: it is asked before and meets whatever this one meets.`,
        ]
      : []),
    ...hidden.map(
      ({ name, priority }) =>
        `This rule hides “${name}” (priority ${priority}), which is asked later and is never reached.`,
    ),
  ];
}
