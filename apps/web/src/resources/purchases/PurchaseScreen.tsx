import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import { paidStory } from '@paydesk/contract/kernel/paid.ts';
import { AUDIENCES, type Actor } from '@paydesk/contract/permissions.ts';
import { purchase, type Purchase } from '@paydesk/contract/resources/purchases.ts';
import { purchaseAnswer } from '@paydesk/contract/resources/purchases/story.ts';
import { paths } from '../../paths.ts';
import type { RelatedLink } from '../../platform/DetailScreen/blocks.tsx';
import { RecordScreen } from '../../platform/DetailScreen/record.tsx';
import { shortId } from '../../platform/format.ts';
import { Chip, StatusChip } from '../../ui/Chip.tsx';
import { CopyText } from '../../ui/Copy.tsx';
import {
  IconArrowsExchange,
  IconBan,
  IconBuildingBank,
  IconBuildingStore,
  IconFileCode,
  IconMailForward,
  IconUser,
} from '../../ui/icons.ts';

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
            <StatusChip status={status} />
            {markedByHand ? <Chip tone="warning">Marked by hand</Chip> : null}
          </>
        ),
        date: requestDate,
        next: one.consumerCreditId
          ? paths.consumerCredit(one.consumerCreditId)
          : paths.transactions({
              f_purchaseId: id,
              f_type: 'PAYMENT',
              ...(one.paidAmount > 0 && { f_status: 'SUCCESS' }),
            }),
        note: paymentInfo ? <CopyText text={paymentInfo} /> : null,
      };
    }}
    cells={{
      lastCallbackStatus: ({ lastCallbackStatus }) => ({
        value: lastCallbackStatus && <StatusChip status={lastCallbackStatus} />,
      }),
      status: ({ status, markedByHand }) => ({
        value: `${status.description}${markedByHand ? ', marked by hand' : ''}`,
      }),
    }}
    icons={{
      'POST /api/purchases/{id}/actions/cancel': <IconBan size={16} aria-hidden />,
      'POST /api/purchases/{id}/actions/resend-callback': <IconMailForward size={16} aria-hidden />,
    }}
    links={relatedLinks}
  />
);

/** Whom it is paid to, and who pays (PU-02, PU-05). */
function peopleOf(one: Purchase, actor: Actor) {
  const { merchantId, merchantName, customerId, customerName } = one;
  const staff = AUDIENCES.staff(actor);
  return [
    staff && {
      label: 'Customer',
      icon: <IconUser size={16} aria-hidden />,
      value: customerName,
      href: customerId && paths.customer(customerId),
      note: customerId ? null : 'This purchase has no customer',
    },
    staff && {
      label: 'Merchant',
      icon: <IconBuildingStore size={16} aria-hidden />,
      value: merchantName,
      href: merchantId && paths.merchantById(merchantId),
    },
  ];
}

/** PU-03, PU-04; of one that a loan paid, that one too. */
function relatedLinks({ id, consumerCreditId: loan }: Purchase): (RelatedLink | false)[] {
  return [
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
