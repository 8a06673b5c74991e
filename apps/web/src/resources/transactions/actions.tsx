import type { ReactNode } from 'react';
import { formatAmount, parseAmount } from '@paydesk/contract/kernel/money.ts';
import {
  cancelTransaction,
  captureTransaction,
  markRefunded,
  markSuccessful,
  passTransaction,
  refundTransaction,
  refuseTransaction,
  reverseTransaction,
  type TransactionDetail,
  type TransactionType,
} from '@paydesk/contract/resources/transactions.ts';
import { ActionButton, ActionMenu, actionSpec } from '../../platform/ActionButton.tsx';
import { call } from '../../platform/api.ts';
import { Bar } from '../../platform/DetailScreen/blocks.tsx';
import type { Texts } from '../../platform/form/values.ts';
import {
  IconArrowBackUp,
  IconCircleCheck,
  IconReceipt,
  IconReceiptRefund,
} from '../../ui/icons.ts';
import { maskedCard } from './words.ts';
import styles from './transactions.module.css';

const money = (amount: number | null, currency: string) => `${formatAmount(amount)} ${currency}`;

/** 'Refund 12.50 EUR', with what is typed; without a number only the verb. */
const labelOf = (verb: string, currency: string) => (texts: Texts) => {
  const amount = parseAmount(String(texts.amount ?? ''));
  return amount === null ? verb : `${verb} ${money(amount, currency)}`;
};

/** In place of the success while the acquirer's answer is still open (AM-102). */
const unanswered = (what: 'refund' | 'reversal') => (after: TransactionDetail) =>
  after.awaitingAcquirer === what
    ? `The acquirer has not answered yet. The ${what} stays pending and is resolved by itself.`
    : null;

/** What happens, how much went back before, and what is left of how much. */
function Intro({ transaction, children }: { transaction: TransactionDetail; children: ReactNode }) {
  const { amount, currency, refundedAmount, pendingAmount, remainingAmount } = transaction;
  return (
    <>
      <p>{children}</p>
      <Bar rest share={amount > 0 ? (amount - remainingAmount) / amount : 0} />
      <p className={styles.left}>
        {refundedAmount > 0 ? `${formatAmount(refundedAmount)} refunded before · ` : ''}
        {pendingAmount > 0 ? `${formatAmount(pendingAmount)} pending · ` : ''}
        <strong>{money(remainingAmount, currency)} left</strong> of {formatAmount(amount)}
      </p>
    </>
  );
}

/** What becomes of the money, which differs by what is reversed. */
function reversalWords(type: TransactionType, payer: string): string {
  switch (type) {
    case 'PAYMENT':
      return `The money goes back to ${payer} and the transaction becomes reversed.`;
    case 'REFUND':
      return `The refund is undone: its money is taken from ${payer} again, and is left to refund from the original payment.`;
    case 'MANUAL_REFUND':
      return 'No money moves: the refund was recorded by hand, and so is its reversal. Its amount is left to refund from the original payment again.';
  }
}

/** What can be done with a transaction, in the words of its rules (TX-32). */
export function TransactionActions({ transaction }: { transaction: TransactionDetail }) {
  const { id, currency, remainingAmount, cardPan, type } = transaction;
  const payer = cardPan ? `card ${maskedCard(cardPan)}` : 'the payer';
  const params = { id };
  const initial = { amount: remainingAmount, currency };
  const common = {
    record: transaction,
    beside: { amount: 'currency' },
  };
  if (transaction.hold) return <Undecided transaction={transaction} />;
  return (
    <>
      <ActionButton
        {...common}
        primary
        action={refundTransaction}
        icon={<IconReceiptRefund size={16} aria-hidden />}
        title="Refund this payment"
        intro={
          <Intro transaction={transaction}>
            The money goes back to {payer}. This can’t be undone.
          </Intro>
        }
        initial={initial}
        submitLabel={labelOf('Refund', currency)}
        outcome={unanswered('refund')}
        run={(body, idempotencyKey) =>
          call('PUT /api/transactions/{id}/actions/refund', { params, body, idempotencyKey })
        }
      />
      <ActionButton
        {...common}
        danger
        action={reverseTransaction}
        icon={<IconArrowBackUp size={16} aria-hidden />}
        title={type === 'PAYMENT' ? 'Reverse this payment' : 'Reverse this refund'}
        intro={
          <Intro transaction={transaction}>
            {reversalWords(type, payer)} There is only one reversal, and it can’t be undone.
          </Intro>
        }
        initial={initial}
        submitLabel={labelOf('Reverse', currency)}
        outcome={unanswered('reversal')}
        run={(body, idempotencyKey) =>
          call('PUT /api/transactions/{id}/actions/reverse', { params, body, idempotencyKey })
        }
      />
      <ActionMenu
        label="More actions"
        actions={[
          actionSpec({
            ...common,
            action: markRefunded,
            icon: <IconReceipt size={16} aria-hidden />,
            title: 'Mark as refunded',
            ask: {
              title: 'Mark as refunded',
              question: 'Has the refund already been done using another system?',
              yes: 'Yes, it has been done',
            },
            intro: (
              <Intro transaction={transaction}>
                No money moves: the refund is only recorded. This can’t be undone.
              </Intro>
            ),
            initial: { ...initial, refundReason: 'REFUNDED_MANUALLY' },
            submitLabel: labelOf('Mark as refunded', currency),
            run: (body, idempotencyKey) =>
              call('PUT /api/transactions/{id}/actions/refund', { params, body, idempotencyKey }),
          }),
          actionSpec({
            ...common,
            action: markSuccessful,
            icon: <IconCircleCheck size={16} aria-hidden />,
            title: 'Mark as successful',
            intro: (
              <p>
                No money moves: only the status becomes Success.{' '}
                {type === 'PAYMENT'
                  ? 'The acquirer is asked whether it has the money; where it has not, the payment stands as marked by hand, and nothing can be refunded or reversed through the acquirer.'
                  : 'The refund counts as one made in another system, against what is left of the original payment.'}{' '}
                This can’t be undone.
              </p>
            ),
            submitLabel: 'Mark as successful',
            run: (_values, idempotencyKey) =>
              call('PUT /api/transactions/{id}/actions/successful', { params, idempotencyKey }),
          }),
        ]}
      />
    </>
  );
}

const notAnswered = (after: TransactionDetail) =>
  after.awaitingAcquirer ? 'The acquirer has not answered yet. It is asked until it does.' : null;

/** What is decided of a payment that is held: its money is taken or let go; it passes or is refused. */
function Undecided({ transaction }: { transaction: TransactionDetail }) {
  const { id, hold, amount, currency, cardPan } = transaction;
  const whole = money(amount, currency);
  const payer = cardPan ? `card ${maskedCard(cardPan)}` : 'the payer';
  const params = { id };
  if (hold === 'REVIEW')
    return (
      <>
        <ActionButton
          primary
          record={transaction}
          action={passTransaction}
          icon={<IconCircleCheck size={16} aria-hidden />}
          title="Let this payment pass"
          intro={
            <p>
              The bank is asked for {whole} of {payer}, as if no rule had held it.
            </p>
          }
          submitLabel="Let it pass"
          outcome={notAnswered}
          run={(_values, idempotencyKey) =>
            call('POST /api/transactions/{id}/actions/pass', { params, idempotencyKey })
          }
        />
        <ActionButton
          danger
          record={transaction}
          action={refuseTransaction}
          icon={<IconArrowBackUp size={16} aria-hidden />}
          title="Refuse this payment"
          intro={
            <p>
              Nothing is taken from {payer}, and the shopper may try another card. This can’t be
              undone.
            </p>
          }
          submitLabel="Refuse the payment"
          run={(body, idempotencyKey) =>
            call('POST /api/transactions/{id}/actions/refuse', { params, body, idempotencyKey })
          }
        />
      </>
    );
  return (
    <>
      <ActionButton
        primary
        record={transaction}
        action={captureTransaction}
        icon={<IconCircleCheck size={16} aria-hidden />}
        title="Capture this payment"
        intro={
          <p>
            {whole} is taken from {payer}, and the order is paid. This can’t be undone; money goes
            back by a refund.
          </p>
        }
        submitLabel={`Capture ${whole}`}
        outcome={notAnswered}
        run={(_values, idempotencyKey) =>
          call('POST /api/transactions/{id}/actions/capture', { params, idempotencyKey })
        }
      />
      <ActionButton
        danger
        record={transaction}
        action={cancelTransaction}
        icon={<IconArrowBackUp size={16} aria-hidden />}
        title="Cancel this payment"
        intro={
          <p>
            The bank lets go of {whole} of {payer}: nothing is taken, and the purchase is over. This
            can’t be undone.
          </p>
        }
        submitLabel="Cancel the payment"
        outcome={notAnswered}
        run={(_values, idempotencyKey) =>
          call('POST /api/transactions/{id}/actions/cancel', { params, idempotencyKey })
        }
      />
    </>
  );
}
