import type { Field } from './kernel/fields.ts';
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
}

const days = { label: 'Days', kind: 'number', required: true, min: 1, max: 365 } as const;

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
  },
} as const satisfies Readonly<Record<string, SettingDefinition>>;

export type SettingName = keyof typeof SETTINGS;

export const isSetting = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name);

/** Null, or why nobody could call there. */
export const phoneProblem = (text: string): string | null =>
  /^\+?[\d ()-]*$/.test(text) && (text.match(/\d/g) ?? []).length >= 5
    ? null
    : 'Phone must be a phone number';
