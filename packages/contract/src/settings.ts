import { phoneProblem } from './business/phone.ts';
import { parseIsoDay } from './kernel/dates.ts';
import { checkField, type Field } from './kernel/fields.ts';
import type { Application } from './permissions.ts';

/** What staff set while Paydesk runs: all of it is read where its effect says, and nothing else is kept (AM-118). */
export interface SettingDefinition {
  application: Application;
  /** What the value is, and between what. */
  field: Field;
  /** As an installation begins. */
  initial: string;
  /** What it does. */
  effect: string;
  /** What else a filled one must be: null, or why it is not. */
  problem?: (text: string) => string | null;
}

/** Who says how an installation is. */
export const SET_BY = {
  anyOf: ['READ_ANY_USER'],
  roles: ['BACKOFFICE_ADMIN'],
  right: 'SETTINGS_CHANGE',
} as const;

/** Null, or why no calendar has it. */
const dateProblem = (text: string): string | null =>
  parseIsoDay(text) === null ? 'Date must be a date, such as 2031-12-31' : null;

/** A mailbox, or a page that says how. */
const contactProblem = (text: string): string | null =>
  checkField({ label: 'Contact', kind: 'email' }, text) === null ||
  (/^https:\/\/\S+$/.test(text) && URL.canParse(text))
    ? null
    : 'Contact must be an email address or an https address';

const days = { label: 'Days', kind: 'number', required: true, min: 1, max: 365 } as const;

/** By law a payer may contest a payment for 13 months, and what was said with banks and shops proves it. */
const CONTEST_DAYS = 400;

/** What callers are promised of their keys (AM-102). */
const KEY_DAYS = 30;

/** Five years: as long as books, and what was found out of borrowers, are kept. */
const LOAN_DAYS = 1826;

/** For ever, or as long at least as books have to name who paid. */
const customersProblem = (text: string): string | null =>
  Number(text) === 0 || Number(text) >= LOAN_DAYS
    ? null
    : `Days must be 0, or ${LOAN_DAYS} at least`;

/** After how many days rows go that nothing needs any more; never before `least`. */
/* @__NO_SIDE_EFFECTS__ */
function keeps(initial: string, least: number, effect: string) {
  const field = { label: 'Days', kind: 'number', required: true, min: least, max: 3650 } as const;
  return { application: 'BACKOFFICE', field, initial, effect } as const;
}

export const SETTINGS = {
  'orders.expire.days': {
    application: 'MERCHANT_CONSOLE',
    field: days,
    initial: '14',
    effect: 'A pending order expires that many days after it was made',
  },
  'purchases.expire.days': {
    application: 'PAYMENT_APP',
    field: days,
    initial: '30',
    effect:
      'An unsigned purchase is cancelled that many days after it was requested, or on its own date where that comes first',
  },
  'screening.interval.days': {
    application: 'BACKOFFICE',
    field: days,
    initial: '30',
    effect: 'Customers are screened again that many days after the last time',
  },
  'support.phone': {
    application: 'BACKOFFICE',
    field: { label: 'Phone', kind: 'text', maxLength: 30 },
    initial: '',
    effect: 'Shown under errors; while it is empty no phone is shown',
    problem: phoneProblem,
  },
  'security.contact': {
    application: 'BACKOFFICE',
    field: { label: 'Contact', kind: 'text', maxLength: 300 },
    initial: '',
    effect:
      'Whom to tell of a weakness, at /.well-known/security.txt: an email address, or an https address; while it is empty there is no such file',
    problem: contactProblem,
  },
  'banner.text': {
    application: 'BACKOFFICE',
    field: { label: 'Text', kind: 'text', maxLength: 300 },
    initial: '',
    effect:
      'Stands above every page, and in the notice of merchants; {date} in it is the date below, [words in brackets] lead to the address; while it is empty there is no banner',
  },
  'banner.date': {
    application: 'BACKOFFICE',
    field: { label: 'Date', kind: 'text', maxLength: 10 },
    initial: '',
    effect: 'The date in the banner, as 2031-12-31',
    problem: dateProblem,
  },
  'banner.address': {
    application: 'BACKOFFICE',
    field: { label: 'Address', kind: 'url', maxLength: 500 },
    initial: '',
    effect:
      'Where the words in brackets of the banner lead; while it is empty they lead to PORTAL_URL',
  },
  'merchants.apply': {
    application: 'BACKOFFICE',
    field: {
      label: 'Applications',
      kind: 'choice',
      required: true,
      enumeration: { CLOSED: 'Closed', OPEN: 'Open' },
    },
    initial: 'CLOSED',
    effect: 'OPEN lets merchants apply by themselves at /apply; CLOSED does not',
  },
  'footer.copyright': {
    application: 'BACKOFFICE',
    field: { label: 'Text', kind: 'text', maxLength: 100 },
    initial: '',
    effect:
      'The line at the foot of every page, such as © 2031 Firm; while it is empty there is none',
  },
  'retention.soap-logs.days': keeps(
    '548',
    CONTEST_DAYS,
    'Messages with acquirers are deleted after that many days; 400 at least, as payers may dispute for 13 months',
  ),
  'retention.mpi-logs.days': keeps(
    '548',
    CONTEST_DAYS,
    '3-D Secure messages are deleted after that many days; 400 at least, as payers may dispute for 13 months',
  ),
  'retention.exchange-logs.days': keeps(
    '548',
    CONTEST_DAYS,
    'Messages with shops are deleted after that many days; 400 at least, as payers may dispute for 13 months',
  ),
  'retention.messages-delivered.days': keeps(
    '7',
    1,
    'A mail or callback that was delivered goes that many days later',
  ),
  'retention.messages-given-up.days': keeps(
    '30',
    7,
    'A mail or callback that was given up can be sent again for that many days',
  ),
  'loans.keep.days': keeps(
    '1826',
    LOAN_DAYS,
    'Who agreed to a loan stays known that many days after its end, though they were erased; not before 1826, as the laws on money laundering and on consumer credit ask',
  ),
  'retention.customers.days': {
    application: 'BACKOFFICE',
    field: { label: 'Days', kind: 'number', required: true, min: 0, max: 7305 },
    initial: '0',
    effect:
      'A customer of whom nothing was heard for that many days is erased, beginning a day after this is set; 0 keeps them for ever, and not before 1826, as books name who paid for five years',
    problem: customersProblem,
  },
  'retention.idempotency-keys.days': keeps(
    '30',
    KEY_DAYS,
    'A call that is repeated under its idempotency key is known for that many days',
  ),
  'retention.sessions.days': keeps(
    '30',
    1,
    'A session, a link in an email or a change of address goes that many days after it ended',
  ),
  'retention.devices.days': keeps(
    '365',
    30,
    'A browser that nobody signed in from for that many days is new again',
  ),
  'retention.task-runs.days': keeps(
    '90',
    7,
    'The run of a task goes that many days after it began',
  ),
} as const satisfies Readonly<Record<string, SettingDefinition>>;

export type SettingName = keyof typeof SETTINGS;

export const isSetting = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name);
