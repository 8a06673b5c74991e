import type { RuleCondition, RuleFieldName } from '@paydesk/contract/resources/rules/conditions.ts';
import { rulesEvaluation } from './rules-evaluation.ts';
import { cleanHtml } from '../platform/html.ts';
import { HELD_ABOVE } from './loan-way.ts';
import { daysBefore } from './people.ts';
import type { BinRangeRow, Emit, RuleRow, CustomersAnnouncementRow } from './tables.ts';
import { fullName, later, HOUR_MS, type World } from './world.ts';

type Rule = Pick<
  RuleRow,
  'code' | 'name' | 'type' | 'severity' | 'threshold' | 'description' | 'outcome'
> & { conditions: readonly RuleCondition[] };

const is = (field: RuleFieldName, ...value: string[]): RuleCondition => ({
  field,
  comparison: 'IS',
  value,
});
const moreThan = (field: RuleFieldName, value: number): RuleCondition => ({
  field,
  comparison: 'MORE_THAN',
  value,
});
const lessThan = (field: RuleFieldName, value: number): RuleCondition => ({
  field,
  comparison: 'LESS_THAN',
  value,
});

/** Of every type, severity and outcome; the last one is switched off. */
const RULES: readonly Rule[] = [
  {
    code: 'MAX_AMOUNT',
    name: 'Payment above the limit',
    type: 'LIMIT',
    severity: 'HIGH',
    threshold: 5000,
    description: 'One payment above this amount.',
    outcome: 'REVIEW',
    conditions: [is('kind', 'PAYMENT'), moreThan('amount', 5000)],
  },
  {
    code: 'MAX_LOAN',
    name: 'Loan above the limit',
    type: 'LIMIT',
    severity: 'MEDIUM',
    threshold: HELD_ABOVE,
    description: 'One loan above this amount.',
    outcome: 'REVIEW',
    conditions: [is('kind', 'LOAN'), moreThan('amount', HELD_ABOVE)],
  },
  {
    code: 'PAYMENTS_AN_HOUR',
    name: 'Many payments in an hour',
    type: 'VELOCITY',
    severity: 'MEDIUM',
    threshold: 10,
    description: 'More payments of one customer within an hour than this.',
    outcome: 'THREE_D_SECURE',
    conditions: [is('kind', 'PAYMENT'), moreThan('countHour', 10)],
  },
  {
    code: 'CARDS_A_DAY',
    name: 'Many cards in a day',
    type: 'VELOCITY',
    severity: 'HIGH',
    threshold: 4,
    description: 'More cards of one customer within a day than this.',
    outcome: 'BLOCK',
    conditions: [moreThan('cardsDay', 4)],
  },
  {
    code: 'EMAIL_DOMAIN',
    name: 'Refused email domain',
    type: 'BLACKLIST',
    severity: 'LOW',
    threshold: null,
    description: 'Addresses that last ten minutes.',
    outcome: 'BLOCK',
    conditions: [is('emailDomain', 'tenminutes.test', 'throwaway.test')],
  },
  {
    code: 'CARD_RANGE',
    name: 'Refused card range',
    type: 'BLACKLIST',
    severity: 'HIGH',
    threshold: null,
    description: 'Ranges of card numbers that an issuer reported as stolen.',
    outcome: 'BLOCK',
    conditions: [{ field: 'bin', comparison: 'BEGINS_WITH', value: ['533300', '9'] }],
  },
  {
    code: 'NEW_CUSTOMER',
    name: 'New customer',
    type: 'SCORING',
    severity: 'MEDIUM',
    threshold: 70,
    description:
      'At merchants of a high risk class somebody looks at customers of fewer days than this.',
    outcome: 'REVIEW',
    conditions: [is('kind', 'PAYMENT'), is('riskClass', 'HIGH'), lessThan('customerDays', 70)],
  },
  {
    code: 'ACCOUNT_AGE',
    name: 'Age of the account',
    type: 'SCORING',
    severity: 'LOW',
    threshold: 30,
    description:
      'Customers known for fewer days than this. Switched off: at high risk ‘New customer’ looks.',
    outcome: 'PASS',
    conditions: [is('kind', 'PAYMENT'), lessThan('customerDays', 30)],
  },
];

type Range = Pick<BinRangeRow, 'rangeFrom' | 'rangeTo' | 'scheme' | 'cardType' | 'issuer'>;

const range = (
  rangeFrom: string,
  rangeTo: string,
  scheme: Range['scheme'],
  cardType: Range['cardType'],
  issuer: string,
): Range => ({ rangeFrom, rangeTo, scheme, cardType, issuer });

/** Of every scheme and type of card, by invented issuers. */
const RANGES: readonly (readonly [country: string, Range])[] = [
  ['LV', range('40250000', '40254999', 'VISA', 'DEBIT', 'Daugava Bank')],
  ['LV', range('40255000', '40259999', 'VISA', 'CREDIT', 'Daugava Bank')],
  ['EE', range('41760000', '41769999', 'VISA', 'DEBIT', 'Emajõgi Bank')],
  ['EE', range('41770000', '41774999', 'VISA', 'PREPAID', 'Emajõgi Bank')],
  ['LT', range('45320000', '45329999', 'VISA', 'CREDIT', 'Neris Bank')],
  ['LT', range('51670000', '51674999', 'MASTERCARD', 'DEBIT', 'Neris Bank')],
  ['LT', range('51675000', '51679999', 'MASTERCARD', 'CREDIT', 'Neris Bank')],
  ['LV', range('52410000', '52419999', 'MASTERCARD', 'DEBIT', 'Amber Savings')],
  ['LV', range('53330000', '53330999', 'MASTERCARD', 'PREPAID', 'Amber Savings')],
  ['FI', range('54680000', '54689999', 'MASTERCARD', 'CREDIT', 'Gulf Credit Union')],
  ['FI', range('37480000', '37489999', 'AMEX', 'CREDIT', 'Gulf Credit Union')],
  ['EE', range('37550000', '37554999', 'AMEX', 'DEBIT', 'Saare Bank')],
  ['EE', range('37555000', '37559999', 'AMEX', 'PREPAID', 'Saare Bank')],
  ['LV', range('67590000', '67599999', 'MAESTRO', 'DEBIT', 'Amber Savings')],
  ['FI', range('60110000', '60119999', 'DISCOVER', 'CREDIT', 'Gulf Credit Union')],
  ['FI', range('36250000', '36259999', 'DINERS', 'CREDIT', 'Gulf Credit Union')],
  ['LT', range('35280000', '35289999', 'JCB', 'CREDIT', 'Neris Bank')],
  ['EE', range('62280000', '62289999', 'UNIONPAY', 'DEBIT', 'Saare Bank')],
  ['LV', range('90300000', '90309999', 'OTHER', 'PREPAID', 'Daugava Bank')],
];

type Told = Pick<CustomersAnnouncementRow, 'title' | 'text' | 'language' | 'segment'> & {
  /** Days before the clock; the validity ends that many days after it. */
  since: number;
  until?: number;
  active?: boolean;
};

/** In every language, to every segment: said now, not yet, no longer and switched off. */
const TOLD: readonly Told[] = [
  {
    title: 'Pay with one tap',
    text: '<p>Hold your phone to the terminal: <strong>no code</strong> up to 50 EUR.</p><ul><li>Turn it on in the app,</li><li>and choose your card.</li></ul><p><a href="https://portal.paydesk.test/tap">How it works</a></p>',
    language: 'EN',
    segment: 'ALL',
    since: 7,
  },
  {
    title: 'Maksa ühe puudutusega',
    text: '<p>Hoia telefoni terminali juures.</p>',
    language: 'ET',
    segment: 'ALL',
    since: 7,
  },
  {
    title: 'Nauja kortelė programėlėje',
    text: '<p>Kortelę pridėsite per minutę.</p>',
    language: 'LT',
    segment: 'CARD_HOLDERS',
    since: 21,
    until: 40,
  },
  {
    title: 'Aizdevuma termiņš',
    text: '<p>No nākamā mēneša termiņu var mainīt lietotnē.</p>',
    language: 'LV',
    segment: 'BORROWERS',
    since: -15,
    until: 90,
  },
  {
    title: 'Maintenance on Sunday',
    text: '<p>It is over.</p>',
    language: 'EN',
    segment: 'ALL',
    since: 60,
    until: -59,
  },
  {
    title: 'Withdrawn',
    text: '<p>Sent by mistake.</p>',
    language: 'EN',
    segment: 'CARD_HOLDERS',
    since: 33,
    active: false,
  },
];

/** Every second row was changed since, by somebody of the back office. */
function changed(world: World, nth: number, created: Date) {
  if (nth % 2) return { updatedDate: null, updatedBy: null };
  const updatedDate = later(created, (nth + 1) * 36 * HOUR_MS);
  return { updatedDate, updatedBy: fullName(world.random.pick(world.staff)) };
}

/** What staff look up; gives the emit that lets the rules look at what is emitted from here on. */
export function settings(world: World): Emit {
  const { clock, emit, random } = world;
  const since = (days: number) => later(daysBefore(clock, days), random.int(0, 8 * 3600) * 1000);
  const rules = RULES.map((rule, nth): RuleRow => {
    const createdDate = since(200 + nth);
    const active = nth < RULES.length - 1;
    const row = {
      ...rule,
      conditions: JSON.stringify(rule.conditions),
      id: random.id(createdDate),
      priority: (nth + 1) * 10,
      version: 1,
      liveVersion: active ? 1 : null,
      active,
      createdDate,
      ...changed(world, nth, createdDate),
    };
    emit('rules', row);
    const { id: ruleId, outcome, priority, conditions, version } = row;
    emit('ruleVersions', {
      id: random.id(createdDate),
      ruleId,
      version,
      outcome,
      priority,
      conditions,
      createdDate,
      createdBy: fullName(world.staff[0]!),
    });
    return row;
  });
  for (const [nth, [countryCode, given]] of RANGES.entries()) {
    const createdDate = since(150 + nth);
    const { updatedDate } = changed(world, nth, createdDate);
    const active = nth !== 3;
    const id = random.id(createdDate);
    emit('binRanges', { ...given, id, countryCode, active, createdDate, updatedDate });
  }
  for (const [nth, { since: from, until, active = true, text, ...given }] of TOLD.entries()) {
    const createdDate = later(daysBefore(clock, Math.max(from, 0) + 1), -nth * HOUR_MS);
    emit('customersAnnouncements', {
      ...given,
      id: random.id(createdDate),
      text: cleanHtml(text),
      validFrom: daysBefore(clock, from),
      validTo: until === undefined ? null : daysBefore(clock, -until),
      active,
      createdDate,
      createdBy: null,
      updatedDate: null,
      updatedBy: null,
    });
  }
  return rulesEvaluation(world, rules);
}
