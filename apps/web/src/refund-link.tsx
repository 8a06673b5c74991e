import { less } from '@paydesk/contract/kernel/money.ts';
import type { RecordOf } from '@paydesk/contract/kernel/record.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { refundLoan } from '@paydesk/contract/resources/consumer-credits/actions.ts';
import type { order } from '@paydesk/contract/resources/orders.ts';
import { refundTransaction } from '@paydesk/contract/resources/transactions/actions.ts';
import { paths } from './paths.ts';
import { LinkButton } from './platform/LinkButton.tsx';
import { useActor } from './platform/session.ts';
import { IconReceiptRefund } from './ui/icons.ts';

type Paid = Pick<
  RecordOf<typeof order>,
  | 'paymentId'
  | 'consumerCreditId'
  | 'paidAmount'
  | 'refundedAmount'
  | 'reversedAmount'
  | 'pendingAmount'
  | 'claimedAmount'
>;

const doing = ({ label }: { label: string }) => ({ do: label.toLowerCase() });

/**
 * The refund of what an order or a purchase was paid by, where that is one thing of which something is left: its own
 * dialog, on its own screen, for whoever may.
 */
export function RefundLink({ of: one }: { of: Paid }) {
  const actor = useActor();
  const { paymentId, consumerCreditId: loan } = one;
  const gone = [one.refundedAmount, one.reversedAmount, one.pendingAmount, one.claimedAmount];
  const action = paymentId ? refundTransaction : refundLoan;
  if (less(one.paidAmount, ...gone) <= 0 || !isAllowed(actor, action.asks)) return null;
  if (!paymentId && (!loan || one.reversedAmount > 0)) return null;
  return (
    <LinkButton
      href={
        paymentId
          ? paths.transaction(paymentId, doing(action))
          : paths.consumerCredit(loan!, doing(action))
      }
      variant="primary"
      icon={<IconReceiptRefund size={16} aria-hidden />}
    >
      {action.label}
    </LinkButton>
  );
}
