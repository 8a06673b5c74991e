import type { Call } from '@paydesk/contract/index.ts';
import { paths } from '../../paths.ts';
import { detailWords, readDetails } from '../../ui/changes.ts';
import {
  IconArrowBackUp,
  IconArrowsExchange,
  IconBuildingBank,
  IconCircleCheck,
  IconCreditCard,
  IconPencil,
  IconReceipt,
  IconReceiptRefund,
  IconRepeat,
  IconShoppingCart,
  IconWorld,
  type Icon,
} from '../../ui/icons.ts';
import { instantParts } from '../format.ts';
import type { Codes } from './useCodes.ts';

export type Event = Call<'GET /api/timelines/order/{id}'>['answer']['events'][number];
type Kind = Event['kind'];

export const GROUPS = {
  money: 'Money',
  order: 'Order',
  messages: 'Messages',
  changes: 'Changes',
} as const;
export type Group = keyof typeof GROUPS;

const GROUP_OF: Readonly<Record<Kind, Group>> = {
  PAYMENT: 'money',
  REFUND: 'money',
  REVERSAL: 'money',
  MARK: 'money',
  DISPUTE: 'money',
  ORDER: 'order',
  LOAN: 'order',
  PURCHASE: 'order',
  RECURRING: 'order',
  CALLBACK: 'messages',
  MESSAGE: 'messages',
  CHANGE: 'changes',
};

export const groupOf = (kind: Kind): Group => GROUP_OF[kind];

/** The groups that there is something of, in their order. */
export function groupsIn(events: readonly Pick<Event, 'kind'>[]): Group[] {
  const found = new Set(events.map(({ kind }) => groupOf(kind)));
  return (Object.keys(GROUPS) as Group[]).filter((group) => found.has(group));
}

export const ICONS: Readonly<Record<Kind, Icon>> = {
  ORDER: IconShoppingCart,
  LOAN: IconBuildingBank,
  PURCHASE: IconReceipt,
  RECURRING: IconRepeat,
  PAYMENT: IconCreditCard,
  REFUND: IconReceiptRefund,
  REVERSAL: IconArrowBackUp,
  MARK: IconCircleCheck,
  DISPUTE: IconArrowBackUp,
  CALLBACK: IconWorld,
  MESSAGE: IconArrowsExchange,
  CHANGE: IconPencil,
};

/** What these have is how the record stands now: its beginning did not bring that about. */
const OF_NOW: ReadonlySet<Kind> = new Set(['ORDER', 'LOAN', 'PURCHASE', 'RECURRING']);

/** How the event itself came out. */
export const outcomeOf = ({ kind, status }: Pick<Event, 'kind' | 'status'>): Event['status'] =>
  OF_NOW.has(kind) ? null : status;

/** Kinds whose outcome is no part of their words: whether the call was taken. */
export const UNSAID: ReadonlySet<Kind> = new Set(['CALLBACK']);

/** The screen that an event leads to. */
export function hrefOf({ of, id }: NonNullable<Event['link']>): string {
  switch (of) {
    case 'transaction':
      return paths.transaction(id);
    case 'purchase':
      return paths.purchase(id);
    case 'order':
      return paths.order(id);
    case 'loan':
      return paths.consumerCredit(id);
    case 'recurring':
      return paths.recurringPayment(id);
    case 'exchangeLogs':
      return paths.exchangeLogs({ f_purchaseId: id });
  }
}

/** What the audit log calls the records of a case. */
const ENTITIES: Readonly<Record<string, string>> = {
  transaction: 'TRANSACTION',
  purchase: 'PURCHASE',
  order: 'ORDER',
  loan: 'CONSUMER_CREDIT',
};

/** By which way a payment came; whoever else stands there took it for the shop. */
const WAYS: ReadonlySet<string> = new Set(['Payment page', 'Checkout', 'Recurring', 'Paydesk']);

const takenBy = (who: string) => (WAYS.has(who) ? who : `taken by ${who}`);

/** Who, and what else is known, in one line; what was changed in the words of the record that it was changed on. */
export function detailOf(
  { kind, who, detail, changes, link }: Event,
  of: string,
  codes: Codes = {},
): string {
  const entity = ENTITIES[link?.of ?? of];
  const told = changes === null ? null : readDetails(changes, entity ? codes[entity] : undefined);
  const by = who && (kind === 'PAYMENT' ? takenBy(who) : `by ${who}`);
  return [by, detail, told && detailWords(told)].filter(Boolean).join(' · ');
}

const isWaiting = ({ kind, status }: Event) =>
  groupOf(kind) === 'money' && status?.name === 'PENDING';

/** Money whose answer is awaited apart; the others by the day they happened on, in their order. */
export function byDay(events: readonly Event[], timeZone?: string) {
  const days = new Map<string, Event[]>();
  for (const event of events.filter((each) => !isWaiting(each))) {
    const day = instantParts(event.date, timeZone)?.date ?? '';
    days.set(day, [...(days.get(day) ?? []), event]);
  }
  return { waiting: events.filter(isWaiting), days: [...days] };
}
