import type { RuleCondition } from '@paydesk/contract/resources/rules/conditions.ts';
import { decide, seen } from '../domain/rules/decide.ts';
import type { Facts } from '../domain/rules/facts.ts';
import { daysBefore } from './people.ts';
import type { Random } from './random.ts';
import type { Emit, RuleRow, RulesEvaluationResultRow, TableKey } from './tables.ts';
import { HOUR_MS, type World } from './world.ts';

type Verdict = Pick<RulesEvaluationResultRow, 'result' | 'score' | 'details'>;

/** What the rules may look at, and which of them do. */
const SUBJECTS: Partial<
  Record<TableKey, [type: RulesEvaluationResultRow['subjectType'], rules: readonly string[]]>
> = {
  transactions: ['TRANSACTION', ['MAX_AMOUNT', 'PAYMENTS_AN_HOUR', 'CARD_RANGE', 'NEW_CUSTOMER']],
  purchases: ['PURCHASE', ['MAX_AMOUNT', 'PAYMENTS_AN_HOUR', 'NEW_CUSTOMER']],
  consumerCredits: ['CONSUMER_CREDIT', ['MAX_LOAN', 'NEW_CUSTOMER']],
};
/** By which of them the demo's payments and loans in review wait. */
const HOLDS = { TRANSACTION: 'MAX_AMOUNT', CONSUMER_CREDIT: 'MAX_LOAN' } as const;
const RULES_OF_CUSTOMERS = ['EMAIL_DOMAIN', 'CARDS_A_DAY', 'NEW_CUSTOMER'];

interface Subject {
  id: string;
  merchantId: string;
  customerId?: string | null;
  cardPan?: string | null;
  status: string;
  amountCents: bigint;
  date?: Date;
  createdDate?: Date;
}

/** One in so many of those whose messages are kept; loans are few. */
const EVERY = 5;
const CUSTOMERS = 30;
const DAY_MS = 24 * HOUR_MS;
const STOPPED = /FAILED|DECLINED|BLOCKED|CANCELLED/;

/** Lets the rules look at a share of what is emitted from here on, and at some customers at once. */
export function rulesEvaluation(world: World, rules: readonly RuleRow[]): Emit {
  const { clock, emit, random, customers } = world;
  const add = (
    codes: readonly string[],
    about: Omit<RulesEvaluationResultRow, 'id' | 'ruleId' | keyof Verdict>,
    verdictOf: (rule: RuleRow) => Verdict | null,
    { by = random, says = true } = {},
  ) => {
    const code = by.pick(codes);
    const rule = rules.find((one) => one.code === code)!;
    const id = by.id(about.createdDate);
    const said = verdictOf(rule);
    if (says && said) emit('rulesEvaluationResults', { id, ruleId: rule.id, ...about, ...said });
  };

  const known = new Map(customers.map((customer) => [customer.id, customer]));
  /** What their own pages say too. How many there were in an hour is drawn, whatever the rule asks for. */
  const factsOf = (
    { type, threshold }: RuleRow,
    kind: Facts['kind'],
    date: Date,
    { customerId, cardPan, amountCents }: Partial<Subject>,
  ): Facts => {
    const isMany = type !== 'LIMIT' && random.chance(0.2);
    const drawn =
      type === 'VELOCITY' || type === 'SCORING' ? random.int(1, isMany ? 5 : threshold!) : 1;
    const customer = known.get(customerId ?? '');
    return {
      kind,
      amount: amountCents === undefined ? null : Number(amountCents),
      countHour: isMany ? threshold! + drawn : drawn,
      cardsDay: 0,
      customerDays:
        customer && Math.floor((date.getTime() - customer.createdDate.getTime()) / DAY_MS),
      emailDomain: customer?.email.split('@')[1],
      bin: cardPan?.slice(0, 6),
    };
  };

  for (const { id: subjectId } of customers.slice(0, CUSTOMERS)) {
    const createdDate = daysBefore(clock, random.fraction() * 80);
    const about = { subjectType: 'CUSTOMER', subjectId, merchantId: null, createdDate } as const;
    add(RULES_OF_CUSTOMERS, about, (rule) =>
      verdict(rule, factsOf(rule, 'PAYMENT', createdDate, { customerId: subjectId }), 'REVIEW'),
    );
  }

  const apart = random.fork('loans in review');
  const share = world.wireShare / EVERY;
  return (table, row) => {
    emit(table, row);
    const [subjectType, codes] = SUBJECTS[table] ?? [];
    if (!subjectType) return;
    const subject = row as unknown as Subject;
    const { id: subjectId, merchantId, status, date: on, createdDate } = subject;
    const date = (on ?? createdDate)!;
    const about = { subjectType, subjectId, merchantId, createdDate: date };
    const kind = subjectType === 'CONSUMER_CREDIT' ? 'LOAN' : 'PAYMENT';
    const facts = (rule: RuleRow) => factsOf(rule, kind, date, subject);
    /** What somebody is to look at says why. */
    const held = (by: Random, code: string) =>
      add([code], about, (rule) => verdict(rule, facts(rule), 'REVIEW'), { by });
    const isHeldLoan = 'review' in row && Boolean(row.review);
    if ('hold' in row && row.hold === 'REVIEW') held(random, HOLDS.TRANSACTION);
    if (isHeldLoan) held(apart, HOLDS.CONSUMER_CREDIT);
    if (!random.chance(subjectType === 'CONSUMER_CREDIT' ? 0.5 : share)) return;
    const verdictOf = (rule: RuleRow) => {
      // what went through was never refused
      const asked = rule.outcome === 'THREE_D_SECURE' ? 'CHALLENGED' : 'REVIEW';
      const worst = STOPPED.test(status) ? 'REJECTED' : asked;
      return verdict(rule, facts(rule), worst);
    };
    // drawn all the same, so that the rest of the demo stays as it was
    add(codes!, about, verdictOf, { says: !isHeldLoan });
  };
}

/** As the rule itself comes to it, but for the merchant's risk class; null: it is not about such. */
function verdict(rule: RuleRow, facts: Facts, met: Verdict['result']): Verdict | null {
  const { id, name, code, priority, outcome } = rule;
  const conditions = (JSON.parse(rule.conditions) as RuleCondition[]).filter(
    ({ field }) => field !== 'riskClass',
  );
  const own = { id, name, version: code, priority, outcome, conditions, createdDate: '' };
  const { asked, decides } = decide([own], facts);
  if (!asked.length) return null;
  const figures = { ...own, conditions: conditions.filter(({ field }) => field !== 'kind') };
  return {
    result: decides ? met : 'PASSED',
    score: null,
    details: `${decides ? 'Met' : 'Not met'}: ${seen(figures, facts)}`,
  };
}
