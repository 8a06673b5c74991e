import type { ReactNode } from 'react';
import { formatAmount, less } from '@paydesk/contract/kernel/money.ts';
import {
  CAME_TO_NOTHING,
  type TransactionStatus,
} from '@paydesk/contract/kernel/transaction-statuses.ts';
import { markRefunded } from '@paydesk/contract/resources/transactions/actions.ts';
import { leftBeside } from '@paydesk/contract/resources/transactions/rules.ts';
import {
  transaction as record,
  type TransactionDetail,
} from '@paydesk/contract/resources/transactions/record.ts';
import { paths } from '../../paths.ts';
import { ActionButton, ActionMenu, type AnyActionSpec } from '../../platform/ActionButton.tsx';
import { AppLink } from '../../platform/AppLink.tsx';
import { useOpens } from '../../platform/closed.ts';
import { LinkButton } from '../../platform/LinkButton.tsx';
import { specOf } from '../../platform/DetailScreen/RecordActions.tsx';
import { withLeft } from '../../platform/DetailScreen/withLeft.tsx';
import {
  IconArrowBackUp,
  IconCircleCheck,
  IconReceipt,
  IconReceiptRefund,
} from '../../ui/icons.ts';
import { Receipt } from './Receipt.tsx';

const [check, back, receipt, refund] = [
  IconCircleCheck,
  IconArrowBackUp,
  IconReceipt,
  IconReceiptRefund,
].map((Icon) => <Icon key="" size={16} aria-hidden />);

/** How much of it went back before, waits, or is claimed by a bank. */
const goneOf = (one: TransactionDetail): string[] => [
  ...(one.refundedAmount > 0 ? [`${formatAmount(one.refundedAmount)} refunded before`] : []),
  ...(one.pendingAmount > 0 ? [`${formatAmount(one.pendingAmount)} pending`] : []),
  ...(one.lostAmount > 0 ? [`${formatAmount(one.lostAmount)} lost in a dispute`] : []),
  ...(one.claimedAmount > one.lostAmount
    ? [`${formatAmount(less(one.claimedAmount, one.lostAmount))} in dispute`]
    : []),
];

/** To what else has paid for the same. */
export const otherPath = ({ alsoPaidBy: other }: TransactionDetail) =>
  other
    ? other.kind === 'LOAN'
      ? paths.consumerCredit(other.id)
      : paths.transaction(other.id)
    : undefined;

const UNPAID: readonly TransactionStatus[] = [...CAME_TO_NOTHING, 'CANCELLED'];

/**
 * Of a refund its payment, where all else of the money is done. Of a payment that came to nothing, where it goes on:
 * its order has the address by which it is paid again and how its last try went, a recurring payment the next charge,
 * a purchase the callbacks.
 */
function NextStep({
  of: { status, refundedTransactionId: of, ...one },
}: {
  of: TransactionDetail;
}) {
  const opens = useOpens();
  if (!of && !UNPAID.includes(status.name)) return null;
  const { orderId, recurringPaymentId, purchaseId } = one;
  const next = [
    of && ['Open its payment', paths.transaction(of)],
    orderId && ['Open its order', paths.order(orderId)],
    recurringPaymentId && [
      'Open its recurring payment',
      paths.recurringPayment(recurringPaymentId),
    ],
    purchaseId && ['Open its purchase', paths.purchase(purchaseId)],
  ].find((each) => each && opens(each[1]!));
  if (!next) return null;
  const [label, href] = next as [string, string];
  return (
    <LinkButton href={href} variant="primary">
      {label}
    </LinkButton>
  );
}

/** What can be done with a transaction, in the words of its rules (TX-32); its paper stands before what is rare. */
export function TransactionActions({ transaction }: { transaction: TransactionDetail }) {
  const spec = (
    name: 'capture' | 'cancel' | 'pass' | 'refuse' | 'refund' | 'reverse' | 'successful',
    icon: ReactNode,
    as?: typeof markRefunded,
  ) => specOf(record, `POST /api/transactions/{id}/actions/${name}`, transaction, icon, as);
  const { amount: of, currency } = transaction;
  const moneyBack = (given: AnyActionSpec, left = leftBeside(transaction)): AnyActionSpec => ({
    ...withLeft(given, { left, of, currency, gone: goneOf(transaction) }),
    beside: { amount: 'currency' },
  });
  const { hold } = transaction;
  const other = otherPath(transaction);
  const mark = spec('successful', check);
  const giveBack = moneyBack(spec('refund', refund));
  const isRefund = transaction.refundedTransactionId !== null;
  // what is decided of a payment that is held: it passes or is refused; its money is taken or let go
  if (hold)
    return (
      <>
        <ActionButton {...spec(hold === 'REVIEW' ? 'pass' : 'capture', check)} />
        <ActionButton {...spec(hold === 'REVIEW' ? 'refuse' : 'cancel', back)} />
        <Receipt transaction={transaction} />
      </>
    );
  return (
    <>
      <NextStep of={transaction} />
      {isRefund ? null : <ActionButton {...giveBack} />}
      <ActionButton {...moneyBack(spec('reverse', back))} />
      <Receipt transaction={transaction} />
      <ActionMenu
        label="More actions"
        actions={[
          // what no refund ever allows leads none (TX-51, AM-105)
          ...(isRefund ? [giveBack] : []),
          moneyBack(spec('refund', receipt, markRefunded), transaction.remainingAmount),
          {
            ...mark,
            intro: other ? (
              <>
                {mark.intro}
                <p>
                  <AppLink href={other}>
                    Open the {transaction.alsoPaidBy!.kind === 'LOAN' ? 'loan' : 'other payment'}
                  </AppLink>
                </p>
              </>
            ) : (
              mark.intro
            ),
          },
        ]}
      />
    </>
  );
}
