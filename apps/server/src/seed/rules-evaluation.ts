import { formatAmount, fromCents } from '@paydesk/contract/kernel/money.ts';
import { daysBefore } from './people.ts';
import type { ConsumerCreditRow } from './loan-rows.ts';
import type {
  Emit,
  RuleRow,
  RulesEvaluationResultRow,
  TableKey,
  TransactionRow,
} from './tables.ts';
import type { World } from './world.ts';

type Verdict = Pick<RulesEvaluationResultRow, 'result' | 'score' | 'details'>;

/** What the rules may look at, and which of them do. */
const SUBJECTS: Partial<
  Record<TableKey, [type: RulesEvaluationResultRow['subjectType'], rules: readonly string[]]>
> = {
  transactions: ['TRANSACTION', ['MAX_AMOUNT', 'PAYMENTS_AN_HOUR', 'CARD_RANGE', 'NEW_CUSTOMER']],
  purchases: ['PURCHASE', ['MAX_AMOUNT', 'PAYMENTS_AN_HOUR', 'NEW_CUSTOMER']],
  consumerCredits: ['CONSUMER_CREDIT', ['MAX_LOAN', 'NEW_CUSTOMER']],
};
/** Which of them the demo's loans in review wait by. */
const HOLDS_LOANS = 'NEW_CUSTOMER';
const RULES_OF_CUSTOMERS = ['EMAIL_DOMAIN', 'CARDS_A_DAY', 'NEW_CUSTOMER'];

interface Subject {
  id: string;
  merchantId: string;
  status: string;
  amountCents: bigint;
  date?: Date;
  createdDate?: Date;
}

/** One in so many of those whose messages are kept; loans are few. */
const EVERY = 5;
const CUSTOMERS = 30;
const STOPPED = /FAILED|DECLINED|BLOCKED|CANCELLED/;

/** Lets the rules look at a share of what is emitted from here on, and at some customers at once. */
export function rulesEvaluation(world: World, rules: readonly RuleRow[]): Emit {
  const { clock, emit, random, customers } = world;
  const add = (
    codes: readonly string[],
    about: Omit<RulesEvaluationResultRow, 'id' | 'ruleId' | keyof Verdict>,
    verdictOf: (rule: RuleRow) => Verdict,
    { by = random, says = true } = {},
  ) => {
    const code = by.pick(codes);
    const rule = rules.find((one) => one.code === code)!;
    const row = { id: by.id(about.createdDate), ruleId: rule.id, ...about, ...verdictOf(rule) };
    if (says) emit('rulesEvaluationResults', row);
  };

  for (const { id: subjectId } of customers.slice(0, CUSTOMERS)) {
    const createdDate = daysBefore(clock, random.fraction() * 80);
    const about = { subjectType: 'CUSTOMER', subjectId, merchantId: null, createdDate } as const;
    add(RULES_OF_CUSTOMERS, about, (rule) => {
      const shares = [
        [6, 'PASSED'],
        [2, 'REVIEW'],
        [1, 'REJECTED'],
      ] as const;
      return verdict(world, rule, random.weighted<Verdict['result']>(shares));
    });
  }

  /** What somebody is to look at says why. */
  const heldBack = ({
    id: subjectId,
    merchantId,
    date: createdDate,
    amountCents,
  }: TransactionRow) =>
    add(['MAX_AMOUNT'], { subjectType: 'TRANSACTION', subjectId, merchantId, createdDate }, () => ({
      result: 'REVIEW',
      score: null,
      details: `Met: Amount is ${formatAmount(fromCents(amountCents))} (the rule: more than 5'000.00)`,
    }));

  const apart = random.fork('loans in review');
  const loanHeldBack = ({ id: subjectId, merchantId, createdDate }: ConsumerCreditRow) =>
    add(
      [HOLDS_LOANS],
      { subjectType: 'CONSUMER_CREDIT', subjectId, merchantId, createdDate },
      (rule) => verdict({ random: apart }, rule, 'REVIEW'),
      { by: apart },
    );

  const share = world.wireShare / EVERY;
  return (table, row) => {
    emit(table, row);
    if ('hold' in row && row.hold === 'REVIEW') heldBack(row);
    const isHeldLoan = 'review' in row && row.review;
    if (isHeldLoan) loanHeldBack(row);
    const [subjectType, codes] = SUBJECTS[table] ?? [];
    if (!subjectType || !random.chance(subjectType === 'CONSUMER_CREDIT' ? 0.5 : share)) return;
    const { id, merchantId, date, createdDate, status, amountCents } = row as unknown as Subject;
    const about = { subjectType, subjectId: id, merchantId, createdDate: (date ?? createdDate)! };
    const verdictOf = (rule: RuleRow): Verdict => {
      // what went through was never refused
      const asked = rule.outcome === 'THREE_D_SECURE' ? 'CHALLENGED' : 'REVIEW';
      const worst = STOPPED.test(status) ? 'REJECTED' : asked;
      if (rule.type !== 'LIMIT') return verdict(world, rule, random.chance(0.2) ? worst : 'PASSED');
      const over = amountCents > BigInt(rule.threshold!) * 100n;
      const amount = formatAmount(fromCents(amountCents));
      return {
        result: over ? worst : 'PASSED',
        score: null,
        details: `${amount} EUR, limit ${rule.threshold}`,
      };
    };
    // drawn all the same, so that the rest of the demo stays as it was
    add(codes!, about, verdictOf, { says: !isHeldLoan });
  };
}

/** How a rule without an amount came to what it says. */
function verdict(
  { random }: Pick<World, 'random'>,
  rule: RuleRow,
  result: Verdict['result'],
): Verdict {
  const { type, threshold } = rule;
  const passed = result === 'PASSED';
  if (type === 'BLACKLIST')
    return { result, score: null, details: passed ? 'Not on the list' : 'On the list' };
  const limit = threshold!;
  if (type === 'VELOCITY') {
    const count = passed ? random.int(1, limit) : limit + random.int(1, 5);
    return { result, score: null, details: `${count}, where ${limit} are allowed` };
  }
  const days = passed ? random.int(limit, 400) : random.int(1, limit - 1);
  const details = `${passed ? 'Not met' : 'Met'}: Customer for (days) is ${days} (the rule: less than ${limit})`;
  return { result, score: null, details };
}
