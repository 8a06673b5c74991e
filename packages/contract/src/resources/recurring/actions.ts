import { CHARGE_HOLDS, type ChargeHold } from '../../charging.ts';
import { everyWords, type IntervalUnit } from '../../intervals.ts';
import { formatIsoDay } from '../../kernel/dates.ts';
import type { Fields } from '../../kernel/fields.ts';
import { formatAmount } from '../../kernel/money.ts';
import { recordAction } from '../../kernel/record.ts';
import type { Requirement } from '../../policy.ts';
import { isAsSeen, seenAmount, seenAmountFields } from '../../seen-amount.ts';
import type { RecurringStatus, SuspendReason } from '../recurring.ts';

/** What is done to a recurring payment, and when it can be (AM-122). */

/** What its rules and questions look at. */
export interface RecurringState {
  status: { name: RecurringStatus };
  suspendReason: SuspendReason | null;
  amount: number;
  mostAmount: number;
  currency: string;
  intervalUnit: IntervalUnit;
  intervalCount: number;
  nextDueDay: string | null;
  beingCharged: boolean;
  chargedJustNow: boolean;
  chargedAhead: boolean;
  expirationDate: string | null;
  cardId: string | null;
  onHold: ChargeHold | null;
}

/** Staff, and whoever of a merchant reads what it sells and administers it. */
export const recurringAsks = {
  anyOf: ['READ_ANY_PURCHASE', 'READ_MERCHANT_PURCHASE'],
  roles: ['BACKOFFICE_ADMIN', 'MERCHANT_ADMIN'],
  right: 'RECURRING_CHANGE',
} as const satisfies Requirement;
const asks = recurringAsks;

const lower = (status: RecurringStatus) => status.toLowerCase();
const UNDER_WAY = 'A charge is under way: wait until it has finished';
export const OVER = 'The period that the customer agreed to is over';
/** What the payer agreed to until a day is not charged after it. */
export const isOver = (expirationDate: string | null, now: Date) =>
  expirationDate !== null && Date.parse(expirationDate) <= now.getTime();

/** The rules, by whoever wants it: people, machines and the payer ask the same. */
export const canPause = ({ status: { name } }: Pick<RecurringState, 'status'>) =>
  name === 'ACTIVE'
    ? null
    : `Only an active recurring payment can be paused; this one is ${lower(name)}`;
export const canResume = (
  { status: { name }, expirationDate }: Pick<RecurringState, 'status' | 'expirationDate'>,
  now: Date,
) =>
  name !== 'SUSPENDED'
    ? `Only a suspended recurring payment can be resumed; this one is ${lower(name)}`
    : isOver(expirationDate, now)
      ? OVER
      : null;
export const canCancel = ({ status: { name } }: Pick<RecurringState, 'status'>) =>
  name === 'ACTIVE' || name === 'SUSPENDED' ? null : `It is ${lower(name)} already`;
const isOn = canCancel;

export const noteFields = {
  note: {
    label: 'Note',
    kind: 'textarea',
    maxLength: 255,
    hint: 'The merchant and the back office both read it in the history.',
  },
} as const satisfies Fields;

export const pauseRecurring = recordAction<RecurringState, typeof noteFields>({
  label: 'Pause',
  summary: 'Pause a recurring payment: nobody is charged until it is resumed',
  serves: 'AM-122, AM-14',
  asks,
  audited: 'PAUSE',
  whyNot: canPause,
  fields: noteFields,
  dialog: {
    title: 'Pause this recurring payment',
    consequence:
      'There are no charges until it is resumed, and what falls due until then is not charged later. The customer is notified.',
    submit: 'Pause',
  },
  success: 'Recurring payment paused',
});

export const resumeRecurring = recordAction<RecurringState>({
  label: 'Resume',
  summary:
    'Resume a recurring payment from its next day on; what was not charged meanwhile stays so',
  serves: 'AM-122, AM-14',
  asks,
  audited: 'RESUME',
  whyNot: canResume,
  dialog: {
    title: 'Resume this recurring payment',
    consequence: ({ suspendReason }) =>
      suspendReason === 'PAUSED_BY_CUSTOMER'
        ? 'The customer paused it: resume it only where the customer wants that. It is charged from its next due day on; what was missed is not charged.'
        : 'It is charged from its next due day on; what was missed is not charged. The customer is notified.',
    submit: 'Resume',
  },
  success: 'Recurring payment resumed',
});

export const cancelRecurring = recordAction<RecurringState, typeof noteFields>({
  label: 'Cancel',
  summary: 'Cancel a recurring payment for good: nobody is charged any more',
  serves: 'AM-122, AM-14',
  asks,
  audited: 'CANCEL',
  whyNot: canCancel,
  fields: noteFields,
  dialog: {
    title: 'Cancel this recurring payment',
    consequence:
      'There are no more charges, and the customer would have to agree again. What was paid stays paid. The customer is notified. This can’t be undone.',
    submit: 'Cancel for good',
  },
  danger: true,
  success: 'Recurring payment cancelled',
});

export const chargeFields = {
  // a system names the day, so that it is charged once; whoever presses reads which it is
  dueDay: { label: 'Due day', kind: 'text', maxLength: 10, seen: true },
  ...seenAmountFields,
  ...noteFields,
} as const satisfies Fields;

export const chargeRecurringNow = recordAction<RecurringState, typeof chargeFields>({
  label: 'Charge now',
  summary:
    'Charge a recurring payment now, in place of its next day; each day is charged once, so that the same asked again takes nothing more',
  serves: 'AM-14, AM-102',
  asks,
  audited: 'CHARGE_NOW',
  sensitive: 'MONEY',
  whyNot: (one, now) =>
    one.status.name !== 'ACTIVE'
      ? `Only an active recurring payment can be charged; this one is ${lower(one.status.name)}`
      : isOver(one.expirationDate, now)
        ? OVER
        : !one.cardId
          ? 'There is no card that could be charged'
          : one.onHold
            ? CHARGE_HOLDS[one.onHold]
            : one.beingCharged
              ? UNDER_WAY
              : one.chargedJustNow
                ? 'It was charged a moment ago: wait a few minutes'
                : // who agreed to a charge a month did not agree to twelve of them today
                  one.chargedAhead
                  ? 'It was charged ahead of its day already: the next charge can be made once that day has come'
                  : null,
  check: isAsSeen,
  // the day that was read: should that be charged meanwhile, no other is taken in its place
  seen: (one) => ({ ...seenAmount(one), ...(one.nextDueDay && { dueDay: one.nextDueDay }) }),
  outcome: ({ beingCharged }) =>
    beingCharged ? null : 'That day has been charged meanwhile: nothing more is taken',
  fields: chargeFields,
  dialog: {
    title: 'Charge this recurring payment now',
    consequence: ({ amount, currency, nextDueDay }) =>
      `${formatAmount(amount)} ${currency} is taken from the customer’s card now, in place of the charge of ${nextDueDay ? formatIsoDay(nextDueDay) : 'its next day'}.`,
    submit: ({ amount, currency }) => `Charge ${formatAmount(amount)} ${currency}`,
  },
  success: 'The charge is on its way',
});

export const amountFields = {
  amount: { label: 'Amount', kind: 'amount', required: true, min: 0.01, max: 1_000_000 },
} as const satisfies Fields;

const newAmountFields = { ...amountFields, ...seenAmountFields } as const satisfies Fields;

export const changeRecurringAmount = recordAction<RecurringState, typeof newAmountFields>({
  label: 'Change amount',
  summary: 'Change what each charge takes, up to what the payer agreed to',
  serves: 'AM-14',
  asks,
  audited: 'CHANGE_AMOUNT',
  sensitive: 'MONEY',
  whyNot: isOn,
  fields: newAmountFields,
  check: isAsSeen,
  seen: seenAmount,
  fieldsOf: ({ mostAmount, currency }) => ({
    amount: {
      ...amountFields.amount,
      max: mostAmount,
      maxMessage: `The customer agreed to at most ${formatAmount(mostAmount)} ${currency}`,
    },
  }),
  dialog: {
    title: 'Change the amount',
    consequence: ({ mostAmount, currency, intervalUnit, intervalCount }) =>
      `It holds from the next charge on. The customer agreed to at most ${formatAmount(mostAmount)} ${currency} ${everyWords({ unit: intervalUnit, count: intervalCount })}, and is told.`,
    submit: 'Change the amount',
  },
  success: 'The amount has been changed',
});
