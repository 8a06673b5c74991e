import { Suspense, type ComponentType, type ReactNode } from 'react';
import { fullName } from '@paydesk/contract/kernel/full-name.ts';
import { CAME_TO_NOTHING } from '@paydesk/contract/kernel/transaction-statuses.ts';
import { countryName } from '@paydesk/contract/merchant-record.ts';
import { customer, type Customer } from '@paydesk/contract/resources/customers/endpoints.ts';
import { cards } from '@paydesk/contract/resources/customers/lists.ts';
import { customerNotes } from '@paydesk/contract/resources/customers/notes.ts';
import {
  customerAnswer,
  customerMoney,
  riskWords,
} from '@paydesk/contract/resources/customers/story.ts';
import { paths } from '../../paths.ts';
import { PersonalId } from '../../personal-id.tsx';
import { RecordCard, Standing, type RelatedLink } from '../../platform/DetailScreen/blocks.tsx';
import { LatestComing } from '../../platform/DetailScreen/Latest.tsx';
import { RecordScreen } from '../../platform/DetailScreen/record.tsx';
import type { PanelTab } from '../../platform/DetailScreen/RecordTabs.tsx';
import { StatusChip } from '../../ui/Chip.tsx';
import {
  IconArrowsExchange,
  IconBan,
  IconCircleCheck,
  IconDownload,
  IconEye,
  IconShieldCheck,
  IconShoppingBag,
  IconShoppingCart,
  IconTrash,
  IconX,
} from '../../ui/icons.ts';
import { Reach } from '../../ui/Reach.tsx';
import { CardsTab } from './CardsTab.tsx';
import { NotesTab } from './NotesTab.tsx';
import { late, Silent } from '../../platform/late.tsx';
import styles from './customers.module.css';

type CustomerTab = PanelTab<{ customerId: string }>;

const NOTES: CustomerTab = { key: 'notes', label: customerNotes.title, panel: NotesTab };
const PERSONAL: CustomerTab = {
  key: 'personal-data',
  label: 'Personal data',
  panel: late(() => import('./PersonalTab.tsx').then((m) => ({ default: m.PersonalTab }))),
};
const Count = late<{ id: string; tab: string }>(
  () => import('../../of-customer.tsx').then((m) => ({ default: m.CountOf })),
  Silent,
);
const CARDS: CustomerTab = { key: 'cards', label: cards.title, panel: CardsTab };

const BLOCK = 'POST /api/customers/{id}/actions/block';
const ACTIVATE = 'POST /api/customers/{id}/actions/activate';
const CLOSE = 'POST /api/customers/{id}/actions/close';
const SHOW = 'POST /api/personal-data/{id}/show';
const EXPORT = 'POST /api/personal-data/{id}/export';
const ERASE = 'POST /api/personal-data/{id}';

/** What the status offers stands alone; all else is in the menu, with its reasons. */
function rare({ status: { name } }: Customer) {
  if (name === 'CLOSED') return [BLOCK, ACTIVATE, CLOSE, SHOW, EXPORT, ERASE] as const;
  return [name === 'ACTIVE' ? ACTIVATE : BLOCK, CLOSE, SHOW, EXPORT, ERASE] as const;
}

interface Props {
  tabs: readonly CustomerTab[];
  /** The newest of everything that other lists have of them. */
  Rest: ComponentType<{ customerId: string }>;
}

const HELD_AT = { PAYMENT: paths.transaction, LOAN: paths.consumerCredit } as const;

/** To what their page begins with. */
function nextOf(one: Customer) {
  if (one.blockedAs) return paths.customer(one.blockedAs);
  if (one.held) return HELD_AT[one.held.kind](one.held.id);
  if (one.dispute) return paths.transaction(one.dispute.transactionId);
  return one.screeningCase
    ? paths.screeningCase(one.screeningCase)
    : paths.screening({ f_customerId: one.id });
}

/** The tabs that list something say how much. */
const COUNTED = ['cards', 'loans', 'offers', 'notes'];

/** How many cards that has for staff. */
const CARDS_OF_REST = 6;

/** One customer, with payments, subscriptions, loans, cards, screening and notes on one page; each tab has an address of its own (CU-02, AM-26, AM-27). */
export function CustomerScreen({ tabs, Rest }: Props): ReactNode {
  return (
    <RecordScreen
      record={customer}
      narrow
      said={headSays}
      answer={customerAnswer}
      money={customerMoney}
      tabs={{
        label: 'Customer',
        of: [CARDS, ...tabs, NOTES, PERSONAL],
        href: paths.customer,
        Count,
        counted: COUNTED,
      }}
      parts={(one) => ({
        title: fullName(one.firstName, one.lastName),
        chips: <StatusChip status={one.status} />,
        // at the top, since on a phone the fields are a long way down
        note: <Reach of={one} />,
        moneyRows: moneyRows(one),
        next: nextOf(one),
        more: (
          <Suspense fallback={<LatestComing cards={CARDS_OF_REST} />}>
            <Rest key={one.id} customerId={one.id} />
          </Suspense>
        ),
        aside: <RecordCard of={one} keys={['updatedDate', 'updatedBy']} />,
      })}
      cells={{
        status: (one) => ({ value: <Standing of={one} /> }),
        disputes: (one) => ({ value: <Risk of={one} /> }),
        country: ({ country }) => ({ value: countryName(country) }),
        personalId: (one) => ({ value: <PersonalId of={one} />, mono: true }),
      }}
      icons={{
        [BLOCK]: <IconBan size={16} aria-hidden />,
        [ACTIVATE]: <IconCircleCheck size={16} aria-hidden />,
        [CLOSE]: <IconX size={16} aria-hidden />,
        [SHOW]: <IconEye size={16} aria-hidden />,
        [EXPORT]: <IconDownload size={16} aria-hidden />,
        [ERASE]: <IconTrash size={16} aria-hidden />,
      }}
      menu={rare}
      links={relatedLinks}
    />
  );
}

/** Each of it in a line of its own, where it would break in the middle. */
const Risk = ({ of }: { of: Customer }) =>
  riskWords(of).map((words) => (
    <span key={words} className={styles.line}>
      {words}
    </span>
  ));

/** Name, address and number; of the status who set it, when and why is said below alone. */
const headSays = ({ email, phone, statusDate }: Customer) => [
  'firstName' as const,
  'lastName' as const,
  // its tab counts them
  'cards' as const,
  ...(email ? ['email' as const] : []),
  ...(phone ? ['phone' as const] : []),
  ...(statusDate ? [] : ['status' as const]),
];

/** The payments that the figures are the sums of. */
function moneyRows({ id }: Customer) {
  const payments = { f_customerId: id, f_type: 'PAYMENT' };
  return {
    paid: paths.transactions({ ...payments, f_status: 'SUCCESS,REVERSED' }),
    failed: paths.transactions({ ...payments, f_status: CAME_TO_NOTHING.join() }),
  };
}

function relatedLinks({ id }: Customer): RelatedLink[] {
  const ofCustomer = { f_customerId: id };
  const countOf = (list: string) => (
    <Suspense fallback={null}>
      <Count id={id} tab={list} />
    </Suspense>
  );
  return [
    {
      label: 'Transactions',
      icon: <IconArrowsExchange size={16} aria-hidden />,
      href: paths.transactions(ofCustomer),
      value: countOf('transactions'),
    },
    {
      label: 'Orders',
      icon: <IconShoppingCart size={16} aria-hidden />,
      href: paths.orders(ofCustomer),
      value: countOf('orders'),
    },
    {
      label: 'Purchases',
      icon: <IconShoppingBag size={16} aria-hidden />,
      href: paths.purchases(ofCustomer),
      value: countOf('purchases'),
    },
    {
      label: 'Screening',
      icon: <IconShieldCheck size={16} aria-hidden />,
      href: paths.screening(ofCustomer),
      value: countOf('screening'),
    },
  ];
}
