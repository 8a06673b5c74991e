import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { counted } from '@paydesk/contract/kernel/many.ts';
import { namedCard } from '@paydesk/contract/kernel/schemes.ts';
import { LOAN_HOLDS } from '@paydesk/contract/lending.ts';
import { consumerCredits } from '@paydesk/contract/resources/consumer-credits/lists.ts';
import { cardStanding } from '@paydesk/contract/resources/customers/actions.ts';
import { cards } from '@paydesk/contract/resources/customers/lists.ts';
import { customerNote, customerNotes } from '@paydesk/contract/resources/customers/notes.ts';
import { offers } from '@paydesk/contract/resources/offers.ts';
import { orders } from '@paydesk/contract/resources/orders.ts';
import { purchases } from '@paydesk/contract/resources/purchases.ts';
import { recurring } from '@paydesk/contract/resources/recurring.ts';
import { screening, screeningCases } from '@paydesk/contract/resources/screening.ts';
import { transactions } from '@paydesk/contract/resources/transactions.ts';
import type { Named } from '@paydesk/contract/kernel/enumeration.ts';
import { DISPUTE_STATUSES, HOLDS, type DisputeStatus } from '@paydesk/contract/payments.ts';
import { CardStatus } from './card-status.tsx';
import { DISPUTE_TONES } from './dispute-tones.ts';
import { paths } from './paths.ts';
import { goneBackWords } from './gone-back.ts';
import { asked, LatestCards, type Latest } from './platform/DetailScreen/Latest.tsx';
import { formatCount } from './platform/format.ts';
import { type AnyRow } from './platform/ListScreen/cells.tsx';
import { Chip, StatusChip } from './ui/Chip.tsx';

const of = (id: string) => ({ f_customerId: id });
const payments = (id: string) => ({ ...of(id), f_type: 'PAYMENT' });

const WRITE = customerNote.actions['POST /api/customers/{id}/notes'];

/** One that waits for a person says so, and not that it is processed. */
const standing =
  (waits: Readonly<Record<string, string>>) =>
  ({ hold, status }: AnyRow) => {
    const words = waits[String(hold)];
    return words ? <Chip tone="warning">{words}</Chip> : <StatusChip status={status as Named} />;
  };

/** What a bank has claimed back, or taken, is more than that it went through. */
const paid = (row: AnyRow) => {
  const { dispute } = row as { dispute: DisputeStatus | null };
  return dispute && dispute !== 'WON' ? (
    <Chip tone={DISPUTE_TONES[dispute]}>{DISPUTE_STATUSES[dispute]}</Chip>
  ) : (
    standing({ REVIEW: HOLDS.REVIEW })(row)
  );
};

/** Of one that is active nothing is charged while its payer can’t be (SB-42), or its merchant may not (AM-116). */
const charged = {
  status: ({ onHold, status }: AnyRow) =>
    onHold ? <Chip tone="warning">On hold</Chip> : <StatusChip status={status as Named} />,
};

/** What a person has here, each as the list of it says; who may not read a list sees no card of it. */
const OF_CUSTOMER: readonly Latest[] = [
  {
    title: 'Payments',
    list: transactions,
    columns: ['date', 'merchantName', 'description', 'cardPan', 'amount', 'status'],
    wideOnly: ['merchantName', 'description', 'cardPan'],
    fits: ['merchantName', 'cardPan'],
    clock: true,
    cells: { status: paid },
    beside: { status: (row) => goneBackWords(row as never, 'brief') },
    filters: payments,
    row: ({ id }) => paths.transaction(id),
    all: (id) => paths.transactions(payments(id)),
  },
  {
    title: 'Recurring payments',
    list: recurring,
    columns: ['amount', 'paymentInfo', 'merchantName', 'nextChargeAt', 'status'],
    wideOnly: ['paymentInfo', 'merchantName'],
    fits: ['merchantName'],
    cells: charged,
    filters: of,
    row: ({ id }) => paths.recurringPayment(id),
    all: (id) => paths.recurring(of(id)),
  },
  {
    title: 'Loans',
    list: consumerCredits,
    columns: ['createdDate', 'merchantName', 'amount', 'status'],
    wideOnly: ['merchantName'],
    cells: { status: standing(LOAN_HOLDS) },
    filters: of,
    row: ({ id }) => paths.consumerCredit(id),
    all: (id) => paths.customer(id, { tab: 'loans' }),
    tabbed: true,
  },
  {
    title: 'Cards',
    list: cards,
    columns: ['card', 'expires', 'status'],
    cells: {
      card: ({ card }) => namedCard(String(card)),
      status: (row) => <CardStatus card={row as never} />,
    },
    beside: { status: (row) => cardStanding(row as never) },
    row: ({ id: card }, id) => paths.customer(id, { tab: 'cards', f_id: card }),
    all: (id) => paths.customer(id, { tab: 'cards' }),
    tabbed: true,
  },
  {
    title: 'Screening cases',
    list: screeningCases,
    // 'three screenings, all clear' stands above
    unsaid: true,
    columns: ['createdDate', 'list', 'status'],
    filters: of,
    row: ({ id }) => paths.screeningCase(id),
    all: (id) => paths.screeningCases(of(id)),
  },
  {
    title: 'Notes',
    list: customerNotes,
    columns: ['createdDate', 'note', 'createdBy'],
    all: (id) => paths.customer(id, { tab: 'notes' }),
    tabbed: true,
    write: {
      label: WRITE.label,
      asks: WRITE.asks,
      href: (id) => paths.customer(id, { tab: 'notes', do: WRITE.label.toLowerCase() }),
    },
  },
];

const COUNTED: Readonly<Record<string, Pick<Latest, 'list' | 'filters'>>> = {
  transactions: { list: transactions, filters: of },
  orders: { list: orders, filters: of },
  purchases: { list: purchases, filters: of },
  screening: { list: screening, filters: of },
  cards: { list: cards },
  loans: { list: consumerCredits, filters: of },
  offers: { list: offers, filters: of },
  notes: { list: customerNotes },
};

/** How many a tab or a link leads to, of the answer that the overview's cards have too. */
export function CountOf({ id, tab }: { id: string; tab: string }): ReactNode {
  // what is done to any of it asks for it again
  const list = COUNTED[tab]!;
  const { data } = useQuery({ ...asked(list, id), staleTime: Infinity });
  if (!data) return null;
  const { totalElements } = data as { totalElements: number };
  return tab === 'transactions' ? <Paid id={id} of={totalElements} /> : formatCount(totalElements);
}

/** Payments and what went back of them, each by its number: the card of payments asks for theirs too. */
function Paid({ id, of: all }: { id: string; of: number }): ReactNode {
  const { data } = useQuery({
    ...asked({ list: transactions, filters: payments }, id),
    staleTime: Infinity,
  });
  if (!data) return null;
  const { totalElements: paid } = data as { totalElements: number };
  return [counted(paid, 'payment'), ...(all > paid ? [counted(all - paid, 'refund')] : [])].join(
    ', ',
  );
}

/** Everything of one person on their page (CU-02, AM-26, AM-27). */
export default function OfCustomer({ customerId }: { customerId: string }): ReactNode {
  return <LatestCards of={OF_CUSTOMER} id={customerId} />;
}
