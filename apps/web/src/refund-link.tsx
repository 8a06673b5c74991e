import type { RecordOf } from '@paydesk/contract/kernel/record.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { refundLoan } from '@paydesk/contract/resources/consumer-credits/actions.ts';
import type { order } from '@paydesk/contract/resources/orders.ts';
import { refundTransaction } from '@paydesk/contract/resources/transactions/actions.ts';
import { paths } from './paths.ts';
import { LinkButton } from './platform/LinkButton.tsx';
import { useActor } from './platform/session.ts';
import { IconReceiptRefund } from './ui/icons.ts';

type Paid = Pick<RecordOf<typeof order>, 'refundPaymentId' | 'refundLoanId'>;

const doing = ({ label }: { label: string }) => ({ do: label.toLowerCase() });

/**
 * The refund of the one payment of an order or a purchase of which something is left, else of its loan: its own
 * dialog, on its own screen, for whoever may.
 */
export function RefundLink({ of: { refundPaymentId: payment, refundLoanId: loan } }: { of: Paid }) {
  const actor = useActor();
  const action = payment ? refundTransaction : refundLoan;
  if (!(payment ?? loan) || !isAllowed(actor, action.asks)) return null;
  return (
    <LinkButton
      href={
        payment
          ? paths.transaction(payment, doing(action))
          : paths.consumerCredit(loan!, doing(action))
      }
      variant="primary"
      icon={<IconReceiptRefund size={16} aria-hidden />}
    >
      {action.label}
    </LinkButton>
  );
}
