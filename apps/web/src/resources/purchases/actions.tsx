import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import {
  cancelPurchase,
  purchaseHistory,
  purchases,
  resendCallback,
  type PurchaseDetail,
} from '@paydesk/contract/resources/purchases.ts';
import { ActionButton } from '../../platform/ActionButton.tsx';
import { call } from '../../platform/api.ts';
import { IconBan, IconMailForward } from '../../ui/icons.ts';

/** What staff can do with a purchase, in the words of its rules (AM-15). */
export function PurchaseActions({ purchase }: { purchase: PurchaseDetail }) {
  const { id, amount, currency } = purchase;
  const common = {
    record: purchase,
    refetch: [[purchases.slug], [purchaseHistory.slug]],
  };
  const params = { id };
  return (
    <>
      <ActionButton
        {...common}
        action={resendCallback}
        icon={<IconMailForward size={16} aria-hidden />}
        title="Resend the callback"
        intro={
          <p>
            The merchant’s Purchase Notification URL is told once more how this purchase stands. No
            money moves.
          </p>
        }
        submitLabel="Resend callback"
        run={() => call('POST /api/purchases/{id}/actions/resend-callback', { params })}
      />
      <ActionButton
        {...common}
        danger
        action={cancelPurchase}
        icon={<IconBan size={16} aria-hidden />}
        title="Cancel this purchase"
        intro={
          <p>
            The purchase of {formatAmount(amount)} {currency} can’t be paid any more, and its
            merchant is told. This can’t be undone.
          </p>
        }
        submitLabel="Cancel the purchase"
        run={(body) => call('POST /api/purchases/{id}/actions/cancel', { params, body })}
      />
    </>
  );
}
