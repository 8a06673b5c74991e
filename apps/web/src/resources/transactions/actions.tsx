import type { ReactNode } from 'react';
import { formatAmount, less, parseAmount } from '@paydesk/contract/kernel/money.ts';
import { markRefunded } from '@paydesk/contract/resources/transactions/actions.ts';
import { leftBeside } from '@paydesk/contract/resources/transactions/rules.ts';
import {
  transaction as record,
  type TransactionDetail,
} from '@paydesk/contract/resources/transactions.ts';
import { ActionButton, ActionMenu, type AnyActionSpec } from '../../platform/ActionButton.tsx';
import { Bar } from '../../platform/DetailScreen/blocks.tsx';
import { specOf } from '../../platform/DetailScreen/RecordActions.tsx';
import {
  IconArrowBackUp,
  IconCircleCheck,
  IconReceipt,
  IconReceiptRefund,
} from '../../ui/icons.ts';
import styles from './transactions.module.css';

const [check, back, receipt, refund] = [
  IconCircleCheck,
  IconArrowBackUp,
  IconReceipt,
  IconReceiptRefund,
].map((Icon) => <Icon key="" size={16} aria-hidden />);

/** What stays to be given back once this has been. */
function afterWords({ currency }: TransactionDetail, left: number, typed: unknown) {
  const amount = parseAmount(String(typed ?? ''));
  return amount === null
    ? null
    : `Left after this: ${formatAmount(less(left, amount))} ${currency}`;
}

const IN_DISPUTE = { OPEN: 'in dispute', LOST: 'lost in a dispute', WON: '' } as const;

/** How much went back before, what a bank claims, and what is left of how much. */
function Left({ transaction, left }: { transaction: TransactionDetail; left: number }) {
  const { amount, currency, refundedAmount, pendingAmount, claimedAmount, dispute } = transaction;
  return (
    <>
      <Bar rest share={amount > 0 ? (amount - left) / amount : 0} />
      <p className={styles.left}>
        {refundedAmount > 0 ? `${formatAmount(refundedAmount)} refunded before · ` : ''}
        {pendingAmount > 0 ? `${formatAmount(pendingAmount)} pending · ` : ''}
        {claimedAmount > 0 ? `${formatAmount(claimedAmount)} ${IN_DISPUTE[dispute!]} · ` : ''}
        <strong>
          {formatAmount(left)} {currency} left
        </strong>{' '}
        of {formatAmount(amount)}
      </p>
    </>
  );
}

/** What can be done with a transaction, in the words of its rules (TX-32). */
export function TransactionActions({ transaction }: { transaction: TransactionDetail }) {
  const spec = (
    name: 'capture' | 'cancel' | 'pass' | 'refuse' | 'refund' | 'reverse' | 'successful',
    icon: ReactNode,
    as?: typeof markRefunded,
  ) => specOf(record, `POST /api/transactions/{id}/actions/${name}`, transaction, icon, as);
  const withLeft = (given: AnyActionSpec, left = leftBeside(transaction)): AnyActionSpec => ({
    ...given,
    intro: (
      <>
        {given.intro}
        <Left transaction={transaction} left={left} />
      </>
    ),
    follows: ({ amount }) => afterWords(transaction, left, amount),
    beside: { amount: 'currency' },
  });
  const { hold } = transaction;
  // what is decided of a payment that is held: it passes or is refused; its money is taken or let go
  if (hold)
    return (
      <>
        <ActionButton {...spec(hold === 'REVIEW' ? 'pass' : 'capture', check)} />
        <ActionButton {...spec(hold === 'REVIEW' ? 'refuse' : 'cancel', back)} />
      </>
    );
  return (
    <>
      <ActionButton {...withLeft(spec('refund', refund))} />
      <ActionButton {...withLeft(spec('reverse', back))} />
      <ActionMenu
        label="More actions"
        actions={[
          withLeft(spec('refund', receipt, markRefunded), transaction.remainingAmount),
          spec('successful', check),
        ]}
      />
    </>
  );
}
