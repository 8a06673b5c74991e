import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import { paidStory } from '@paydesk/contract/kernel/paid.ts';
import { namedCard } from '@paydesk/contract/kernel/schemes.ts';
import { AUDIENCES, type Actor } from '@paydesk/contract/permissions.ts';
import { purchase, type Purchase } from '@paydesk/contract/resources/purchases.ts';
import { purchaseAnswer } from '@paydesk/contract/resources/purchases/story.ts';
import { orderLink } from '../../order-link.tsx';
import { paths } from '../../paths.ts';
import { RefundLink } from '../../refund-link.tsx';
import { StatusOf, type RelatedLink } from '../../platform/DetailScreen/blocks.tsx';
import { RecordScreen } from '../../platform/DetailScreen/record.tsx';
import { shortId } from '../../platform/format.ts';
import { Chip, StatusChip } from '../../ui/Chip.tsx';
import { CopyText } from '../../ui/Copy.tsx';
import {
  IconArrowsExchange,
  IconBan,
  IconBuildingBank,
  IconBuildingStore,
  IconCreditCard,
  IconFileCode,
  IconMailForward,
  IconUser,
} from '../../ui/icons.ts';

const CANCEL = 'POST /api/purchases/{id}/actions/cancel';

/** RT-14; a failed fetch leaves nothing of another purchase (PU-11). */
export const PurchaseScreen = () => (
  <RecordScreen
    record={purchase}
    folded
    timeline="purchase"
    answer={purchaseAnswer}
    money={paidStory}
    people={peopleOf}
    parts={({ id, amount, currency, status, markedByHand, requestDate, paymentInfo, ...one }) => {
      const title = `${formatAmount(amount)} ${currency}`;
      return {
        title,
        tabTitle: `${title} purchase`,
        chips: (
          <>
            <StatusOf status={status} words={signedBy(status, one)} />
            {markedByHand ? <Chip tone="warning">Marked by hand</Chip> : null}
          </>
        ),
        date: requestDate,
        dated: 'Requested',
        next: leadsTo({ id, ...one }),
        begin: <RefundLink of={one} />,
        note: paymentInfo ? <CopyText text={paymentInfo} /> : null,
      };
    }}
    cells={{
      lastCallbackStatus: ({ lastCallbackStatus }) => ({
        value: lastCallbackStatus && <StatusChip status={lastCallbackStatus} />,
      }),
      status: ({ status, markedByHand, ...one }) => ({
        value: `${[status.description, signedBy(status, one)].filter(Boolean).join(' ')}${markedByHand ? ', marked by hand' : ''}`,
      }),
    }}
    icons={{
      [CANCEL]: <IconBan size={16} aria-hidden />,
      'POST /api/purchases/{id}/actions/resend-callback': <IconMailForward size={16} aria-hidden />,
    }}
    menu={({ status: { name } }) => (name === 'UNSIGNED' || name === 'SIGNED' ? [] : [CANCEL])}
    links={relatedLinks}
  />
);

/** Whose signature it is: a shop verifies its order, and a bank its card holder. */
const signedBy = (
  { name }: Purchase['status'],
  { consumerCreditId }: Pick<Purchase, 'consumerCreditId'>,
) =>
  // what the shopper signs of a loan is its agreement
  (name === 'UNSIGNED' || name === 'SIGNED') && consumerCreditId === null ? 'by the shopper' : null;

/** To what paid it, or is to; of one that is held to that. */
function leadsTo(
  one: Pick<
    Purchase,
    'id' | 'held' | 'consumerCreditId' | 'downPaymentOf' | 'loanStatus' | 'paidAmount' | 'paymentId'
  >,
) {
  const { consumerCreditId: loan, loanStatus, held } = one;
  if (loan && (held ? held === 'LOAN' : loanStatus !== 'FAILED')) return paths.consumerCredit(loan);
  if (one.paymentId) return paths.transaction(one.paymentId);
  if (one.downPaymentOf) return paths.consumerCredit(one.downPaymentOf);
  return paths.transactions({
    f_purchaseId: one.id,
    f_type: 'PAYMENT',
    ...(one.held ? { f_hold: 'REVIEW' } : one.paidAmount > 0 && { f_status: 'SUCCESS' }),
  });
}

/** Who pays, by which card, and whom (PU-02, PU-05): staff go on to each. */
function peopleOf(one: Purchase, actor: Actor) {
  const { merchantId, merchantName, payerId, customerName, cardId, cardPan } = one;
  const staff = AUDIENCES.staff(actor);
  return [
    staff && {
      label: 'Customer',
      icon: <IconUser size={16} aria-hidden />,
      value: customerName,
      href: payerId && paths.customer(payerId),
      note: payerId ? null : 'This purchase has no customer',
    },
    cardPan !== null && {
      label: 'Card',
      icon: <IconCreditCard size={16} aria-hidden />,
      value: namedCard(cardPan),
      href:
        staff && payerId && cardId ? paths.customer(payerId, { tab: 'cards', f_id: cardId }) : null,
    },
    staff && {
      label: 'Merchant',
      icon: <IconBuildingStore size={16} aria-hidden />,
      value: merchantName,
      href: merchantId && paths.merchantById(merchantId),
    },
  ];
}

/** PU-03, PU-04; its order where it pays one, and a loan where there is one. */
function relatedLinks(one: Purchase): (RelatedLink | false)[] {
  const { id } = one;
  const loan = one.consumerCreditId ?? one.downPaymentOf;
  return [
    one.orderId !== null && orderLink(one),
    loan !== null && {
      label: 'Loan',
      icon: <IconBuildingBank size={16} aria-hidden />,
      href: paths.consumerCredit(loan),
      value: shortId(loan),
    },
    {
      label: 'Transactions',
      icon: <IconArrowsExchange size={16} aria-hidden />,
      href: paths.transactions({ f_purchaseId: id }),
    },
    {
      label: 'Exchange Logs',
      icon: <IconFileCode size={16} aria-hidden />,
      href: paths.exchangeLogs({ f_purchaseId: id }),
    },
  ];
}
